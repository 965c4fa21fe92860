//! Images that models make and change by words.

use std::collections::BTreeMap;

use image::RgbImage;
use patchbay_domain::{Resource, Toolbox};
use patchbay_inference::Models;
use patchbay_phrases::values::give_said;
use patchbay_tools::{Inputs, Progress, TOOLBOX, registry};

use crate::support::Bench;

fn open(resource: &Resource) -> RgbImage {
    image::open(&resource.files()[0].path).unwrap().into_rgb8()
}

fn inputs_of(tool: &str) -> Vec<(&'static str, Resource)> {
    Bench::inputs()
        .into_iter()
        .find(|(own, _)| *own == tool)
        .unwrap()
        .1
}

#[test]
fn what_a_mask_does_not_cover_stays_bit_for_bit() {
    let bench = Bench::new();
    for tool in ["image_inpainting", "partial_image_editing"] {
        let inputs = inputs_of(tool);
        // JPEG would change everything a little.
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("photo.png");
        let before = open(&inputs[0].1);
        before.save(&path).unwrap();
        let file = patchbay_domain::MediaFile {
            path,
            name: "photo.png".to_owned(),
        };
        let inputs: Vec<_> = [("image", Resource::image(file))]
            .into_iter()
            .chain(inputs[1..].iter().cloned())
            .collect();
        let after = open(&bench.run(tool, &inputs).unwrap());
        let (mut within, mut changed) = (0, 0);
        for (x, y, pixel) in after.enumerate_pixels() {
            let differs = pixel != before.get_pixel(x, y);
            if (200..400).contains(&x) && (150..300).contains(&y) {
                (within, changed) = (within + 1, changed + u32::from(differs));
            } else if !(160..440).contains(&x) || !(110..340).contains(&y) {
                assert!(!differs, "{tool}: {x} {y}");
            }
        }
        assert!(
            changed * 10 > within * 9,
            "{tool}: {changed} of {within} were painted"
        );
    }
}

#[test]
fn another_seed_gives_another_image() {
    let bench = Bench::new();
    let made = |seed: u64| {
        let context = patchbay_tools::Context {
            seed,
            ..bench.context(&Progress::default())
        };
        open(
            &bench
                .run_in(&context, "text_to_image", &inputs_of("text_to_image"))
                .unwrap(),
        )
    };
    assert_ne!(made(1), made(2));
    assert_eq!(
        made(1).dimensions(),
        (64, 64),
        "the size that the registry sets"
    );
}

#[test]
fn a_large_image_is_the_small_one_painted_again() {
    let bench = Bench::new();
    let made = |size: &str| {
        let settings = [("size".to_owned(), size.to_owned())].into();
        let context = patchbay_tools::Context {
            settings,
            ..bench.context(&Progress::default())
        };
        open(
            &bench
                .run_in(&context, "text_to_image", &inputs_of("text_to_image"))
                .unwrap(),
        )
    };
    let (small, large) = (made("64"), made("192"));
    assert_eq!(large.dimensions(), (192, 192));
    let shrunk = image::imageops::thumbnail(&large, 64, 64);
    let apart = |a: &image::RgbImage, b: &image::RgbImage| {
        let sum: u64 = a
            .as_raw()
            .iter()
            .zip(b.as_raw())
            .map(|(a, b)| u64::from(a.abs_diff(*b)))
            .sum();
        sum as f64 / a.as_raw().len() as f64
    };
    let mut other = small.clone();
    image::imageops::rotate180_in(&small, &mut other).unwrap();
    assert!(
        apart(&shrunk, &small) < apart(&shrunk, &other),
        "{} {}",
        apart(&shrunk, &small),
        apart(&shrunk, &other)
    );
}

#[test]
fn what_needs_no_model_is_not_for_one() {
    let toolbox = Toolbox::from_json(TOOLBOX).expect("a toolbox");
    for (tool, without, with) in [
        (
            "text_image_editing",
            "rotate it 90 degrees",
            "make it look like winter",
        ),
        (
            "partial_image_editing",
            "blur it",
            "replace it with a red ball",
        ),
    ] {
        let suits = |words: &str| {
            let text = ("text".to_owned(), Resource::Text(words.to_owned()));
            let mut values = BTreeMap::from([text]);
            give_said(toolbox.tool(tool).expect("a tool"), &mut values);
            let inputs = Inputs::new(values);
            registry::implementations(tool)[0].suits(&inputs)
        };
        assert!(registry::implementations(tool)[0].has_model(), "{tool}");
        assert!(suits(with) && !suits(without), "{tool}");
    }
}

#[test]
fn an_image_to_follow_takes_both_models_and_tells_which_lack() {
    let nothing = tempfile::tempdir().unwrap();
    let models = Models::open(nothing.path());
    let tool = registry::implementations("pose_text_to_image")[0];
    let missing = tool.missing(&models).unwrap();
    assert!(
        missing.contains("Stable Diffusion 1.5 (2.1 GB) and ControlNet, poses (723 MB)"),
        "{missing}"
    );
    let half = Bench::with(|network| network != "control_net", |_| {});
    let tool = registry::implementations("edge_text_to_image")[0];
    let wanted: Vec<&str> = tool
        .models_to_get(&half.models)
        .iter()
        .map(|model| model.id.as_str())
        .collect();
    assert_eq!(wanted, ["control-canny"]);
}
