use image::{Rgb, RgbImage};
use patchbay_domain::{MediaFile, ResourceType};
use patchbay_media::video;
use patchbay_test_support::jpeg;
use patchbay_test_support::video::frame_at;

use super::*;
use crate::image::shared::testing::Bench;

/// Pictures of growing brightness, numbered from 8, the last ones given first; one has another
/// shape.
fn shots(bench: &Bench, count: u32) -> Resource {
    let shot = |number: u32| {
        let size = if number == 1 { (60, 120) } else { (161, 90) };
        let level = (40 + number * 160 / count) as u8;
        let pixels = RgbImage::from_pixel(size.0, size.1, Rgb([level; 3])).into();
        let Resource::Images { items, .. } =
            bench.png(&format!("shot_{}.png", number + 8), &pixels)
        else {
            panic!("a picture")
        };
        items
    };
    Resource::Images {
        kind: ResourceType::IMAGE,
        items: (0..count).rev().flat_map(shot).collect(),
    }
}

fn text(value: &str) -> Resource {
    Resource::Text(value.to_owned())
}

#[test]
fn images_are_frames_in_the_order_of_their_names() {
    let bench = Bench::new();
    let values = [("image", shots(&bench, 10)), ("rate", text("20"))];
    let made = bench.run("timelapse", values).unwrap();
    let path = &made.files()[0].path;
    assert_eq!(made.files()[0].name, "shot_8_timelapse.mp4");
    let facts = video::probe(path, "made").unwrap();
    assert_eq!((facts.width, facts.height), (160, 90));
    assert!((facts.frames_per_second - 20.0).abs() < 0.01);
    assert!((facts.seconds - 0.5).abs() < 0.02, "{}", facts.seconds);
    let levels: Vec<u8> = (0..10)
        .map(|frame| (f64::from(frame) / 20.0 - 0.01).max(0.0))
        .map(|seconds| frame_at(path, seconds).get_pixel(80, 45).0[0])
        .collect();
    assert!(levels.is_sorted_by(|a, b| a + 8 < *b), "{levels:?}");
    let beside = frame_at(path, 0.04).get_pixel(10, 45).0[0];
    assert!(beside < 12, "an upright picture has bars: {beside}");
}

#[test]
fn a_length_is_met_and_other_shapes_are_cropped() {
    let bench = Bench::new();
    let values = [
        ("image", shots(&bench, 10)),
        ("length", text("2")),
        ("fit", text("cropped")),
    ];
    let made = bench.run("timelapse", values).unwrap();
    let path = &made.files()[0].path;
    let facts = video::probe(path, "made").unwrap();
    assert!((facts.seconds - 2.0).abs() < 0.06, "{}", facts.seconds);
    let beside = frame_at(path, 0.19).get_pixel(10, 45).0[0];
    assert!((40..80).contains(&beside), "{beside}");
}

#[test]
fn a_turned_photo_is_seen_upright_and_one_picture_is_refused() {
    let bench = Bench::new();
    let context = bench.context();
    let photo = |name: &str| {
        let path = context.folder.join(name);
        jpeg(&path, 80, 60, 6);
        let file = MediaFile {
            path,
            name: name.to_owned(),
        };
        LabelledImage { file, label: None }
    };
    let images = |items| Resource::Images {
        kind: ResourceType::IMAGE,
        items,
    };
    let both = images(vec![photo("a.jpg"), photo("b.jpg")]);
    let made = bench.run("timelapse", [("image", both)]).unwrap();
    let facts = video::probe(&made.files()[0].path, "made").unwrap();
    assert_eq!((facts.width, facts.height), (60, 80));
    let one = images(vec![photo("a.jpg")]);
    let told = bench.run("timelapse", [("image", one)]).unwrap_err();
    assert!(told.to_string().contains("several pictures"), "{told}");
}
