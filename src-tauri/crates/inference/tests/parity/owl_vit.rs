//! OWL-ViT against transformers' `OwlViTForObjectDetection` and `OwlViTImageProcessor`.

use candle_core::{DType, Device, Tensor};
use patchbay_inference::networks::clip::TextTokenizer;
use patchbay_inference::networks::owl_vit::{OwlVit, OwlVitConfig, OwlVitNetwork, preprocess};
use patchbay_inference::{InferenceError, Watch, weights};
use serde_json::Value;

use crate::support::{Fixture, difference, photo};

fn json(fixture: &Fixture, file: &str) -> Value {
    serde_json::from_slice(&std::fs::read(fixture.folder.join(file)).unwrap()).unwrap()
}

fn queries(fixture: &Fixture) -> Vec<(String, Vec<u32>)> {
    let read = json(fixture, "queries.json");
    let ids = |ids: &Value| serde_json::from_value(ids.clone()).unwrap();
    let queries = read.as_array().unwrap().iter();
    queries
        .map(|query| {
            (
                query["text"].as_str().unwrap().to_owned(),
                ids(&query["ids"]),
            )
        })
        .collect()
}

/// The largest difference of all stages.
fn apart(fixture: &Fixture, network: &OwlVitNetwork) -> f32 {
    let ids: Vec<Vec<u32>> = queries(fixture).into_iter().map(|(_, ids)| ids).collect();
    let words = network.text_embeddings(&ids, Watch::nobody()).unwrap();
    let patches = network
        .patches(fixture.tensor("pixels"), Watch::nobody())
        .unwrap();
    let (fits, boxes) = network.heads(&patches, &words).unwrap();
    let stages = [
        (&words, "queries"),
        (&patches, "patches"),
        (&fits, "fits"),
        (&boxes, "boxes"),
    ];
    stages
        .iter()
        .map(|(tensor, name)| difference(tensor, fixture.tensor(name)))
        .fold(0.0, f32::max)
}

#[test]
fn the_network_agrees_and_a_disturbed_one_does_not() {
    let fixture = Fixture::open("owl_vit");
    let same = apart(&fixture, &fixture.network());
    assert!(same < 1e-5, "{same}");
    for tensor in [
        "owlvit.vision_model.encoder.layers.1.self_attn.v_proj.weight",
        "owlvit.vision_model.pre_layernorm.bias",
        "owlvit.vision_model.post_layernorm.weight",
        "owlvit.text_model.encoder.layers.0.self_attn.out_proj.weight",
        "owlvit.text_projection.weight",
        "class_head.logit_shift.bias",
        "class_head.logit_scale.weight",
        "box_head.dense1.weight",
        "layer_norm.bias",
    ] {
        let apart = apart(&fixture, &fixture.mutated(tensor));
        assert!(apart > 1e-3, "{tensor}: {apart}");
    }
}

#[test]
fn an_image_is_prepared_as_by_the_hub() {
    let fixture = Fixture::open("owl_vit");
    let pixels = preprocess::pixels(&photo(), 64, DType::F32, &Device::Cpu).unwrap();
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
fn tokens_are_exact_without_a_tokenizer_json() {
    let fixture = Fixture::open("owl_vit");
    assert!(
        !fixture.folder.join("tokenizer.json").exists(),
        "the hub's repository has none"
    );
    let words = TextTokenizer::open(&fixture.folder, 16).unwrap();
    for (text, expected) in queries(&fixture) {
        assert_eq!(words.ids(&[&text]).unwrap(), [expected], "{text}");
    }
    let tokens = json(&fixture, "tokens.json");
    for case in tokens.as_array().unwrap() {
        let words =
            TextTokenizer::open(&fixture.folder, case["longest"].as_u64().unwrap() as usize)
                .unwrap();
        let text = case["text"].as_str().unwrap();
        assert_eq!(
            serde_json::json!(words.ids(&[text]).unwrap()),
            serde_json::json!([case["ids"]]),
            "{case}"
        );
    }
}

#[test]
fn what_queries_mean_is_found_where_it_is() {
    let fixture = Fixture::open("owl_vit");
    let model = OwlVit::open(&fixture.folder, DType::F32, &Device::Cpu).unwrap();
    let queries: Vec<String> = queries(&fixture)
        .into_iter()
        .map(|(text, _)| text)
        .collect();
    let found = model
        .find(&photo(), &queries, 0.35, Watch::nobody())
        .unwrap();
    let labels: Vec<&str> = found.iter().map(|found| found.label.as_str()).collect();
    assert_eq!(serde_json::json!(labels), json(&fixture, "found.json"));
    let values = |tensor: &Tensor| tensor.flatten_all().unwrap().to_vec1::<f32>().unwrap();
    let (width, height) = (photo().width() as f32, photo().height() as f32);
    let boxes = values(fixture.tensor("found_boxes"));
    for ((found, score), area) in found
        .iter()
        .zip(values(fixture.tensor("found_scores")))
        .zip(boxes.chunks(4))
    {
        assert!((found.score - score).abs() < 1e-2, "{found:?} {score}");
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
        model
            .find(&photo(), &[], 0.1, Watch::nobody())
            .unwrap()
            .is_empty()
    );
    let stop = |_: f64| std::ops::ControlFlow::Break(());
    let stopped = model.find(&photo(), &queries, 0.1, Watch::new(&stop));
    assert!(matches!(stopped, Err(InferenceError::Cancelled)));
}

#[test]
fn the_full_size_model_has_these_tensors() {
    let expected = Fixture::open("owl_vit").full_size();
    assert_eq!(
        weights::expected::<OwlVitNetwork>(&OwlVitConfig::default()).unwrap(),
        expected
    );
}
