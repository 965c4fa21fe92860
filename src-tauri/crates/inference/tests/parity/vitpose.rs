//! `ViTPose` against transformers' `VitPoseForPoseEstimation` and `VitPoseImageProcessor`.

use candle_core::{DType, Device, Tensor};
use patchbay_inference::detection::Area;
use patchbay_inference::networks::vitpose::preprocess::{Crop, pixels};
use patchbay_inference::networks::vitpose::{KeyPoint, VitPose, VitPoseConfig, postprocess};
use patchbay_inference::{InferenceError, Watch, weights};

use crate::support::{Fixture, difference, image_difference, photo};

/// The people's boxes, which the fixture has as left, top, width and height.
fn people(fixture: &Fixture) -> Vec<Area> {
    let boxes = fixture.tensor("boxes").to_vec2::<f32>().unwrap();
    let area = |b: &Vec<f32>| Area {
        left: b[0],
        top: b[1],
        right: b[0] + b[2],
        bottom: b[1] + b[3],
    };
    boxes.iter().map(area).collect()
}

/// How far the hidden states and the heat maps of all crops are from the expected ones.
fn differences(fixture: &Fixture, network: &VitPose) -> (f32, f32) {
    let planes = fixture.tensor("pixels").permute((0, 2, 3, 1)).unwrap();
    let mut furthest = (0_f32, 0_f32);
    for person in 0..planes.dim(0).unwrap() {
        let pixels = planes.get(person).unwrap().contiguous().unwrap();
        let (hidden, heat) = network.forward(&pixels, Watch::nobody()).unwrap();
        let expected = |name: &str| fixture.tensor(name).get(person).unwrap();
        let hidden = difference(&hidden.flatten(0, 1).unwrap(), &expected("hidden"));
        furthest = (
            furthest.0.max(hidden),
            furthest.1.max(difference(&heat, &expected("heat"))),
        );
    }
    furthest
}

/// The largest distance of key points in pixels, and of their scores, among those that were found
/// at all.
fn apart(found: &[KeyPoint], points: &Tensor, scores: &Tensor) -> (f32, f32) {
    let (points, scores) = (
        points.to_vec2::<f32>().unwrap(),
        scores.to_vec1::<f32>().unwrap(),
    );
    assert_eq!((found.len(), scores.len()), (17, 17));
    let mut furthest = (0_f32, 0_f32);
    for ((found, point), score) in found
        .iter()
        .zip(&points)
        .zip(&scores)
        .filter(|(_, score)| **score > 0.0)
    {
        let away = (found.x - point[0]).hypot(found.y - point[1]);
        furthest = (
            furthest.0.max(away),
            furthest.1.max((found.score - score).abs()),
        );
    }
    furthest
}

#[test]
fn the_network_agrees_and_a_disturbed_one_does_not() {
    let fixture = Fixture::open("vitpose");
    let (hidden, heat) = differences(&fixture, &fixture.network());
    assert!(hidden < 1e-5 && heat < 1e-5, "{hidden} {heat}");
    for tensor in [
        "backbone.embeddings.position_embeddings",
        "backbone.encoder.layer.1.attention.attention.key.weight",
        "backbone.encoder.layer.0.attention.output.dense.bias",
        "backbone.encoder.layer.1.mlp.fc2.bias",
        "backbone.layernorm.bias",
        "head.conv.bias",
    ] {
        let (_, heat) = differences(&fixture, &fixture.mutated(tensor));
        assert!(heat > 1e-3, "{tensor}: {heat}");
    }
}

#[test]
fn people_are_cut_out_as_the_image_processor_does_it() {
    let fixture = Fixture::open("vitpose");
    for (index, person) in people(&fixture).into_iter().enumerate() {
        let crop = Crop::around(person, (128, 96)).cut(&photo(), (128, 96));
        let expected = fixture
            .tensor("crops")
            .get(index)
            .unwrap()
            .unsqueeze(0)
            .unwrap();
        assert_eq!(image_difference(&crop, &expected), 0, "{person:?}");
        let crop = Crop::around(person, (64, 48)).cut(&photo(), (64, 48));
        let planes = pixels(&crop, DType::F32, &Device::Cpu)
            .unwrap()
            .permute((2, 0, 1))
            .unwrap();
        let apart = (planes - fixture.tensor("pixels").get(index).unwrap())
            .unwrap()
            .abs()
            .unwrap();
        assert!(
            apart.max_all().unwrap().to_scalar::<f32>().unwrap() < 1e-5,
            "{person:?}"
        );
    }
}

#[test]
fn key_points_lie_between_the_places_of_their_maps() {
    let fixture = Fixture::open("vitpose");
    for (index, person) in people(&fixture).into_iter().enumerate() {
        let of = |name: &str| fixture.tensor(name).get(index).unwrap();
        let found = postprocess::key_points(&of("maps"), &Crop::around(person, (128, 96))).unwrap();
        let (points, scores) = apart(&found, &of("map_points"), &of("map_scores"));
        assert!(
            points < 0.01 && scores < 1e-6,
            "{person:?}: {points} pixels, {scores}"
        );
    }
}

#[test]
fn a_pose_is_found_in_an_image_and_can_be_stopped() {
    let fixture = Fixture::open("vitpose");
    let network: VitPose = fixture.network();
    for (index, person) in people(&fixture).into_iter().enumerate() {
        let found = network.pose(&photo(), person, Watch::nobody()).unwrap();
        let of = |name: &str| fixture.tensor(name).get(index).unwrap();
        let (points, scores) = apart(&found, &of("points"), &of("scores"));
        assert!(
            points < 0.1 && scores < 1e-4,
            "{person:?}: {points} pixels, {scores}"
        );
    }
    let person = people(&fixture)[0];
    let stop = |_: f64| std::ops::ControlFlow::Break(());
    assert!(matches!(
        network.pose(&photo(), person, Watch::new(&stop)),
        Err(InferenceError::Cancelled)
    ));
    let nowhere = Area {
        right: person.left,
        ..person
    };
    assert!(matches!(
        network.pose(&photo(), nowhere, Watch::nobody()),
        Err(InferenceError::Image(_))
    ));
}

#[test]
fn what_would_be_computed_otherwise_is_refused() {
    for (field, told) in [
        (r#""use_simple_decoder": false"#, "use_simple_decoder"),
        (r#""backbone_config": {"num_experts": 6}"#, "num_experts"),
        (r#""backbone_config": {"out_indices": [4]}"#, "out_indices"),
        (
            r#""backbone_config": {"patch_size": [16, 8]}"#,
            "patch_size",
        ),
        (
            r#""backbone_config": {"num_attention_heads": 7}"#,
            "num_attention_heads",
        ),
    ] {
        let config: VitPoseConfig = serde_json::from_str(&format!("{{{field}}}")).unwrap();
        let said = weights::expected::<VitPose>(&config)
            .unwrap_err()
            .to_string();
        assert!(said.contains(told), "{said}");
    }
}

#[test]
fn the_full_size_model_has_these_tensors() {
    let expected = Fixture::open("vitpose").full_size();
    assert_eq!(
        weights::expected::<VitPose>(&VitPoseConfig::default()).unwrap(),
        expected
    );
}
