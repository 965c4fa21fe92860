//! Poses, edges, scribbles and normals as networks see them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use patchbay_domain::Resource;
use patchbay_inference::Models;
use patchbay_media::video::probe;
use patchbay_tools::{Inputs, Progress, registry};

use crate::support::{Bench, bytes};

/// Calls everything that the detector in `folder` knows a person.
fn only_people(folder: &Path) {
    let config = folder.join("config.json");
    let mut read: serde_json::Value = serde_json::from_slice(&fs::read(&config).unwrap()).unwrap();
    for label in read["id2label"].as_object_mut().into_iter().flatten() {
        *label.1 = "person".into();
    }
    fs::write(config, read.to_string()).unwrap();
}

#[test]
fn people_are_drawn_where_a_detector_finds_them_else_over_the_whole_image() {
    let drawn = |bench: &Bench| {
        let found = bench
            .run("image_to_pose", &[("image", Bench::photo())])
            .unwrap();
        assert_eq!(
            (
                found.resource_type().as_str(),
                found.files()[0].name.as_str()
            ),
            ("pose", "photo_pose.png")
        );
        let image = image::open(&found.files()[0].path).unwrap().into_rgb8();
        assert_eq!(image.get_pixel(0, 0).0, [0; 3]);
        image
    };
    let people = drawn(&Bench::with(
        |network| !["decoder", "stable_diffusion", "z_image"].contains(&network),
        only_people,
    ));
    let whole = drawn(&Bench::with(|network| network != "detr", |_| {}));
    let colored =
        |image: &image::RgbImage| image.pixels().filter(|pixel| pixel.0 != [0; 3]).count();
    assert!(colored(&people) > 500 && colored(&whole) > 500 && people != whole);
    let nobody = Bench::new()
        .run("image_to_pose", &[("image", Bench::photo())])
        .unwrap_err()
        .to_string();
    assert_eq!(
        nobody,
        "No person whose pose can be told was found on “photo.jpg”."
    );
}

#[test]
fn normals_of_a_depth_map_need_no_network() {
    let bench = Bench::new();
    let depth = bench
        .run("image_to_depth", &[("image", Bench::photo())])
        .unwrap();
    let by_model = bench
        .run("image_to_normal", &[("image", depth.clone())])
        .unwrap();
    let inputs = Inputs::new(BTreeMap::from([("image".to_owned(), depth)]));
    let built_in = registry::runnable("image_to_normal", &Models::none()).unwrap();
    let built_in = built_in
        .run(&inputs, &bench.context(&Progress::default()))
        .unwrap();
    assert_eq!(bytes(&by_model), bytes(&built_in));
    let seen = bench
        .run("image_to_normal", &[("image", Bench::photo())])
        .unwrap();
    assert_ne!(bytes(&seen), bytes(&built_in));
}

#[test]
fn a_scribble_is_black_and_white_and_soft_edges_are_not() {
    let bench = Bench::new();
    let levels = |tool: &str| {
        let drawn = bench.run(tool, &[("image", Bench::photo())]).unwrap();
        let mut levels: Vec<u8> = image::open(&drawn.files()[0].path)
            .unwrap()
            .into_luma8()
            .into_raw();
        levels.sort_unstable();
        levels.dedup();
        levels
    };
    assert_eq!(levels("image_to_scribble"), [0, 255]);
    assert!(levels("image_to_hed").len() > 100);
}

#[test]
fn an_image_that_moves_in_depth_is_a_video_of_the_usual_length_and_another_one() {
    let bench = Bench::new();
    let deep = bench
        .run("image_to_video", &[("image", Bench::photo())])
        .unwrap();
    let inputs = Inputs::new(BTreeMap::from([("image".to_owned(), Bench::photo())]));
    let built_in = registry::runnable("image_to_video", &Models::none()).unwrap();
    let flat = built_in
        .run(&inputs, &bench.context(&Progress::default()))
        .unwrap();
    let video = |of: &Resource| probe(&of.files()[0].path, "film").unwrap();
    assert_eq!(video(&deep), video(&flat));
    assert_ne!(bytes(&deep), bytes(&flat));
}
