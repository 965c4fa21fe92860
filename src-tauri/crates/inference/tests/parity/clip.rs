//! CLIP against transformers' `CLIPModel`, `CLIPTokenizer` and `CLIPImageProcessor`.

use candle_core::{DType, Device, Tensor};
use patchbay_inference::networks::clip::{Clip, ClipConfig, ClipTowers, TextTokenizer, preprocess};
use patchbay_inference::{Watch, weights};

use crate::support::{Fixture, difference, image_difference, photo};

fn texts(fixture: &Fixture) -> Vec<(String, Vec<u32>)> {
    let bytes = std::fs::read(fixture.folder.join("tokens.json")).unwrap();
    let read: Vec<serde_json::Value> = serde_json::from_slice(&bytes).unwrap();
    let ids = |ids: &serde_json::Value| serde_json::from_value(ids.clone()).unwrap();
    read.iter()
        .map(|text| (text["text"].as_str().unwrap().to_owned(), ids(&text["ids"])))
        .collect()
}

/// How far the embeddings of images and of texts are from the expected ones.
fn differences(fixture: &Fixture, towers: &ClipTowers) -> (f32, f32) {
    let ids: Vec<Vec<u32>> = texts(fixture).into_iter().map(|(_, ids)| ids).collect();
    let images = towers
        .image_embeddings(fixture.tensor("pixels"), Watch::nobody())
        .unwrap();
    let words = towers.text_embeddings(&ids, Watch::nobody()).unwrap();
    let logits = towers.logits(&images, &words).unwrap();
    let words = difference(&words, fixture.tensor("text_embeddings"));
    (
        difference(&images, fixture.tensor("image_embeddings")),
        words.max(difference(&logits, fixture.tensor("logits"))),
    )
}

#[test]
fn both_towers_agree_and_a_disturbed_one_does_not() {
    let fixture = Fixture::open("clip");
    let (image, text) = differences(&fixture, &fixture.network());
    assert!(image < 1e-5 && text < 1e-5, "{image} {text}");
    for (tensor, looks) in [
        (
            "vision_model.encoder.layers.1.self_attn.k_proj.weight",
            true,
        ),
        ("vision_model.encoder.layers.0.mlp.fc1.bias", true),
        ("vision_model.embeddings.class_embedding", true),
        ("text_model.encoder.layers.0.self_attn.q_proj.weight", false),
        ("text_model.encoder.layers.1.mlp.fc2.bias", false),
        ("logit_scale", false),
    ] {
        let (image, text) = differences(&fixture, &fixture.mutated(tensor));
        assert!(
            if looks { image } else { text } > 1e-3,
            "{tensor}: {image} {text}"
        );
    }
}

#[test]
fn tokens_are_exact() {
    let fixture = Fixture::open("clip");
    let words = TextTokenizer::open(&fixture.folder, 20).unwrap();
    for (text, expected) in texts(&fixture) {
        assert_eq!(words.ids(&[&text]).unwrap(), [expected], "{text}");
    }
}

#[test]
fn an_image_is_prepared_as_by_pillow() {
    let found = preprocess::square(&photo(), 224).unwrap();
    assert_eq!(
        image_difference(&found, Fixture::open("clip_picture").tensor("pixels")),
        0
    );
    let pixels = preprocess::pixels(&photo(), 48, DType::F32, &Device::Cpu).unwrap();
    // Rounding of the deviations; a step of one of 255 would be 1.4e-2 at least.
    let apart = (pixels - Fixture::open("clip").tensor("pixels"))
        .unwrap()
        .abs()
        .unwrap();
    assert!(apart.max_all().unwrap().to_scalar::<f32>().unwrap() < 1e-5);
}

#[test]
fn labels_are_weighed_against_each_other() {
    let fixture = Fixture::open("clip");
    let clip = Clip::open(&fixture.folder, DType::F32, &Device::Cpu).unwrap();
    let found = clip
        .probabilities(
            &photo(),
            &["cat", "red ball", "man in a hat"],
            Watch::nobody(),
        )
        .unwrap();
    let found = Tensor::new(found.as_slice(), &Device::Cpu)
        .unwrap()
        .unsqueeze(0)
        .unwrap();
    // The image's preparation differs by up to one of 255.
    assert!(difference(&found, fixture.tensor("probabilities")) < 1e-2);
    let many: Vec<String> = (0..70).map(|n| format!("label {n}")).collect();
    let found = clip
        .probabilities(&photo(), &many, Watch::nobody())
        .unwrap();
    assert!(found.len() == 70 && (found.iter().sum::<f32>() - 1.0).abs() < 1e-5);
    assert!(
        clip.probabilities(&photo(), &[""; 0], Watch::nobody())
            .is_err()
    );
}

#[test]
fn the_full_size_model_has_these_tensors() {
    let expected = Fixture::open("clip").full_size();
    assert_eq!(
        weights::expected::<ClipTowers>(&ClipConfig::default()).unwrap(),
        expected
    );
}
