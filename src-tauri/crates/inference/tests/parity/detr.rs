//! DETR against transformers' `DetrForObjectDetection`, `DetrForSegmentation` and
//! `DetrImageProcessor`.

use candle_core::{DType, Device, Tensor};
use patchbay_inference::images::{Filter, resized};
use patchbay_inference::networks::detr::{
    DetrConfig, DetrDetector, DetrSegmenter, preprocess, segments, sure,
};
use patchbay_inference::{Watch, weights};
use serde_json::Value;

use crate::support::{Fixture, difference, image_difference, photo};

fn json(fixture: &Fixture, file: &str) -> Value {
    serde_json::from_slice(&std::fs::read(fixture.folder.join(file)).unwrap()).unwrap()
}

fn values(tensor: &Tensor) -> Vec<f32> {
    tensor.flatten_all().unwrap().to_vec1().unwrap()
}

/// The largest difference of all stages of the detector.
fn apart(fixture: &Fixture, network: &DetrDetector) -> f32 {
    let found = network
        .forward(fixture.tensor("pixels"), Watch::nobody())
        .unwrap();
    let planes = |map: &Tensor| map.permute((2, 0, 1)).unwrap().unsqueeze(0).unwrap();
    let stages = [
        (&planes(&found.maps[0]), "map"),
        (&planes(&found.maps[3]), "last_map"),
        (&found.memory, "memory"),
        (&found.logits, "logits"),
        (&found.boxes, "boxes"),
    ];
    stages
        .iter()
        .map(|(tensor, name)| difference(tensor, fixture.tensor(name)))
        .fold(0.0, f32::max)
}

#[test]
fn the_detector_agrees_and_a_disturbed_one_does_not() {
    let fixture = Fixture::open("detr");
    let same = apart(&fixture, &fixture.network());
    assert!(same < 2e-5, "{same}");
    for tensor in [
        "model.backbone.conv_encoder.model.layer1.0.bn2.running_mean",
        "model.backbone.conv_encoder.model.layer2.0.conv1.weight",
        "model.encoder.layers.1.self_attn.k_proj.weight",
        "model.decoder.layers.0.encoder_attn.v_proj.weight",
        "model.decoder.layers.1.fc1.bias",
        "bbox_predictor.layers.1.weight",
        "model.query_position_embeddings.weight",
    ] {
        let apart = apart(&fixture, &fixture.mutated(tensor));
        assert!(apart > 1e-3, "{tensor}: {apart}");
    }
}

fn masks_apart(fixture: &Fixture, segmenter: &DetrSegmenter) -> f32 {
    let found = segmenter
        .detector()
        .forward(Fixture::open("detr").tensor("pixels"), Watch::nobody())
        .unwrap();
    let queries: Vec<usize> = (0..12).collect();
    let masks = segmenter.masks(&found, &queries, Watch::nobody()).unwrap();
    let masks = difference(&masks.unsqueeze(0).unwrap(), fixture.tensor("masks"));
    masks
        .max(difference(&found.logits, fixture.tensor("logits")))
        .max(difference(&found.boxes, fixture.tensor("boxes")))
}

#[test]
fn masks_agree_and_those_of_a_disturbed_network_do_not() {
    let fixture = Fixture::open("detr_panoptic");
    let same = masks_apart(&fixture, &fixture.network());
    assert!(same < 2e-5, "{same}");
    for tensor in [
        "bbox_attention.q_linear.weight",
        "mask_head.lay1.bias",
        "mask_head.gn3.weight",
        "mask_head.adapter2.bias",
    ] {
        let apart = masks_apart(&fixture, &fixture.mutated(tensor));
        assert!(apart > 1e-3, "{tensor}: {apart}");
    }
}

#[test]
fn an_image_is_prepared_as_by_pillow() {
    let fixture = Fixture::open("detr");
    for size in json(&fixture, "sizes.json").as_array().unwrap() {
        let read = |key: &str| serde_json::from_value::<(u32, u32)>(size[key].clone()).unwrap();
        assert_eq!(
            preprocess::size(read("from"), preprocess::SIDES),
            read("to"),
            "{size}"
        );
    }
    let (width, height) = preprocess::size(photo().dimensions(), (96, 160));
    let found = resized(&photo(), width, height, Filter::Bilinear).unwrap();
    assert_eq!(image_difference(&found, fixture.tensor("picture")), 0);
    let pixels = preprocess::pixels(&photo(), (96, 160), DType::F32, &Device::Cpu).unwrap();
    let apart = (pixels - fixture.tensor("pixels"))
        .unwrap()
        .abs()
        .unwrap()
        .max_all()
        .unwrap();
    // Rounding of the deviations; a step of one of 255 would be 1.4e-2 at least.
    assert!(apart.to_scalar::<f32>().unwrap() < 1e-5);
}

#[test]
fn things_are_found_where_they_are() {
    let fixture = Fixture::open("detr");
    let network: DetrDetector = fixture.network();
    let found = network.detect(&photo(), 0.3, Watch::nobody()).unwrap();
    let labels: Vec<&str> = found.iter().map(|found| found.label.as_str()).collect();
    assert_eq!(serde_json::json!(labels), json(&fixture, "detected.json"));
    let (width, height) = (photo().width() as f32, photo().height() as f32);
    let boxes = values(fixture.tensor("detected_boxes"));
    for ((found, score), area) in found
        .iter()
        .zip(values(fixture.tensor("detected_scores")))
        .zip(boxes.chunks(4))
    {
        // The image's preparation differs by up to one of 255, which these sharpened weights make
        // more of.
        assert!((found.score - score).abs() < 2e-2, "{found:?} {score}");
        let ours = [
            found.area.left,
            found.area.top,
            found.area.right,
            found.area.bottom,
        ];
        for ((ours, expected), side) in ours
            .into_iter()
            .zip(area)
            .zip([width, height, width, height])
        {
            assert!(
                (ours - expected.clamp(0.0, side)).abs() < 1.0,
                "{found:?} {area:?}"
            );
        }
    }
    assert!(
        network
            .detect(&photo(), 0.99, Watch::nobody())
            .unwrap()
            .is_empty()
    );
}

#[test]
fn masks_that_overlap_are_merged() {
    let fixture = Fixture::open("detr_merge");
    let config: DetrConfig = weights::config(&fixture.folder.join("config.json")).unwrap();
    let sure = sure(fixture.tensor("logits")).unwrap();
    let queries =
        Tensor::from_iter(sure.iter().map(|sure| sure.query as u32), &Device::Cpu).unwrap();
    let masks = fixture
        .tensor("masks")
        .squeeze(0)
        .unwrap()
        .index_select(&queries, 0)
        .unwrap();
    let masks = candle_nn::ops::sigmoid(&masks).unwrap();
    let owners = fixture.tensor("owners");
    let (height, width) = owners.dims2().unwrap();
    let found = segments(
        &config,
        &sure,
        &masks,
        (width as u32, height as u32),
        Watch::nobody(),
    )
    .unwrap();
    let owners: Vec<u8> = owners.flatten_all().unwrap().to_vec1().unwrap();
    let expected = json(&fixture, "segments.json");
    assert_eq!(found.len(), expected.as_array().unwrap().len());
    let scores = values(fixture.tensor("score"));
    for ((found, expected), score) in found.iter().zip(expected.as_array().unwrap()).zip(scores) {
        assert_eq!(found.label, expected["label"].as_str().unwrap());
        assert_eq!(found.is_thing, found.label != "class 95!");
        assert!(found.score >= score - 1e-5);
        let id = expected["id"].as_u64().unwrap();
        let wrong = owners
            .iter()
            .zip(found.mask.as_raw())
            .filter(|(owner, mask)| (u64::from(**owner) == id) != (**mask == 255));
        // Where two masks are as strong, rounding decides.
        assert!(wrong.count() <= 2, "{}", found.label);
    }
}

#[test]
fn segments_are_as_large_as_the_image_and_can_be_stopped() {
    let network: DetrSegmenter = Fixture::open("detr_panoptic").network();
    let found = network.segment(&photo(), Watch::nobody()).unwrap();
    assert!(!found.is_empty());
    assert!(found.iter().all(|segment| segment.mask.dimensions() == photo().dimensions() && segment.score > 0.5));
    let stops = |fraction: f64| {
        if fraction < 0.4 {
            std::ops::ControlFlow::Continue(())
        } else {
            std::ops::ControlFlow::Break(())
        }
    };
    let stopped = network.segment(&photo(), Watch::new(&stops));
    assert!(matches!(
        stopped,
        Err(patchbay_inference::InferenceError::Cancelled)
    ));
}

#[test]
fn the_full_size_models_have_these_tensors() {
    let config = |classes: usize| DetrConfig {
        id2label: (0..classes)
            .map(|class| (class, class.to_string()))
            .collect(),
        ..DetrConfig::default()
    };
    let expected = Fixture::open("detr").full_size();
    assert_eq!(
        weights::expected::<DetrDetector>(&config(91)).unwrap(),
        expected
    );
    let expected = Fixture::open("detr_panoptic").full_size();
    assert_eq!(
        weights::expected::<DetrSegmenter>(&config(250)).unwrap(),
        expected
    );
}
