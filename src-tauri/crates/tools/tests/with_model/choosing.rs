//! Choosing by looks.

use std::collections::BTreeMap;

use image::RgbImage;
use patchbay_domain::{BoundingBox, Label, LabelledBox, Resource};
use patchbay_inference::networks::clip::Clip;
use patchbay_inference::{DType, Device, Watch};
use patchbay_tools::{Inputs, Progress, ToolError, registry};

use crate::support::Bench;

const CONDITION: &str = "the woman in the red dress";

/// People on the photo.
fn people() -> Vec<LabelledBox> {
    let person = |(x, y, width, height)| LabelledBox {
        bounding_box: BoundingBox {
            x,
            y,
            width,
            height,
        },
        label: Some(Label {
            name: "person".to_owned(),
            score: None,
        }),
    };
    [
        (100.0, 80.0, 250.0, 200.0),
        (600.0, 300.0, 120.0, 400.0),
        (900.0, 20.0, 300.0, 90.0),
    ]
    .map(person)
    .to_vec()
}

fn inputs(condition: &str) -> Inputs {
    let values = [
        ("bbox".to_owned(), Resource::BoundingBoxes(people())),
        ("condition".to_owned(), Resource::Text(condition.to_owned())),
    ];
    Inputs::new(BTreeMap::from(values))
}

fn on_the_photo(condition: &str) -> Inputs {
    let photo = Bench::photo().files()[0].clone();
    inputs(condition).found_on(BTreeMap::from([("bbox".to_owned(), photo)]))
}

#[test]
fn a_look_is_for_what_labels_leave_open_on_an_image_that_is_known() {
    let clip = registry::implementations("select_bbox")[0];
    assert!(clip.has_model());
    assert!(clip.suits(&on_the_photo(CONDITION)));
    assert!(!clip.suits(&inputs(CONDITION)), "nobody knows the picture");
    assert!(
        !clip.suits(&on_the_photo("the second person")),
        "labels and places say it"
    );
}

#[test]
fn what_looks_most_like_the_words_is_chosen() {
    let bench = Bench::new();
    let folder = bench.folder.path().join("fixtures/clip");
    let clip = Clip::open(&folder, DType::F32, &Device::Cpu).unwrap();
    let photo = image::open(&Bench::photo().files()[0].path)
        .unwrap()
        .into_rgb8();
    let odds: Vec<f32> = people()
        .iter()
        .map(|person| {
            let BoundingBox {
                x,
                y,
                width,
                height,
            } = person.bounding_box;
            let around = width.max(height) / 10.0;
            let (left, top) = ((x - around).max(0.0), (y - around).max(0.0));
            let (right, bottom) = (
                (x + width + around).min(1280.0),
                (y + height + around).min(853.0),
            );
            let part: RgbImage = image::imageops::crop_imm(
                &photo,
                left as u32,
                top as u32,
                (right - left) as u32,
                (bottom - top) as u32,
            )
            .to_image();
            let likely = clip
                .probabilities(
                    &part,
                    &["woman in the red dress", "person"],
                    Watch::nobody(),
                )
                .unwrap();
            likely[0] / likely[1]
        })
        .collect();
    let most = odds.iter().copied().fold(0.0, f32::max);
    let expected: Vec<LabelledBox> = people()
        .into_iter()
        .zip(&odds)
        .filter(|(_, odds)| **odds >= most / 4.0)
        .map(|(person, _)| person)
        .collect();
    let chosen = |condition: &str| {
        let progress = Progress::default();
        registry::implementations("select_bbox")[0]
            .run(&on_the_photo(condition), &bench.context(&progress))
    };
    assert_eq!(
        chosen(CONDITION),
        Ok(Resource::BoundingBoxes(expected)),
        "{odds:?}"
    );
    assert_eq!(
        chosen("the left person"),
        Ok(Resource::BoundingBoxes(people()[..1].to_vec()))
    );
}

#[test]
fn looking_stops_at_once() {
    let bench = Bench::new();
    let progress = Progress::default();
    progress.cancel();
    let stopped = registry::implementations("select_bbox")[0]
        .run(&on_the_photo(CONDITION), &bench.context(&progress));
    assert_eq!(stopped, Err(ToolError::Cancelled));
}
