//! BLIP against transformers' `BlipForConditionalGeneration`, `BlipForQuestionAnswering`,
//! `BertTokenizer` and `BlipImageProcessor`.

use std::collections::HashMap;

use candle_core::{DType, Device, Tensor};
use patchbay_inference::networks::blip::{
    Blip, BlipAnswerer, BlipCaptioner, BlipConfig, BlipTextConfig, BlipVqa, preprocess,
};
use patchbay_inference::networks::clip::TextTokenizer;
use patchbay_inference::{InferenceError, Watch, weights};
use serde::Deserialize;

use crate::support::{Fixture, difference, image_difference, photo};

/// Output of transformers, with the question if there is one.
#[derive(Deserialize)]
struct Said {
    ids: Vec<u32>,
    text: String,
    sure: f64,
    #[serde(default)]
    question: String,
    #[serde(default)]
    question_ids: Vec<u32>,
}

fn said(fixture: &Fixture, file: &str) -> Vec<Said> {
    serde_json::from_slice(&std::fs::read(fixture.folder.join(file)).unwrap()).unwrap()
}

/// How far what is seen on the first image and the logits behind it are from the expected ones.
fn captioner_apart(fixture: &Fixture, network: &BlipCaptioner) -> f32 {
    let first = fixture.tensor("pixels").narrow(0, 0, 1).unwrap();
    let seen = network.look(&first, Watch::nobody()).unwrap();
    let logits = network
        .logits(&seen, &said(fixture, "captions.json")[0].ids)
        .unwrap()
        .unsqueeze(0)
        .unwrap();
    difference(&seen, fixture.tensor("seen")).max(difference(&logits, fixture.tensor("logits")))
}

#[test]
fn captions_agree_token_by_token() {
    let fixture = Fixture::open("blip");
    let network: BlipCaptioner = fixture.network();
    for (index, expected) in said(&fixture, "captions.json").into_iter().enumerate() {
        let pixels = fixture.tensor("pixels").narrow(0, index, 1).unwrap();
        let seen = network.look(&pixels, Watch::nobody()).unwrap();
        let found = network.write(&seen, Watch::nobody()).unwrap();
        assert_eq!(found.ids, expected.ids, "{}", expected.text);
        assert!(
            (found.probability / expected.sure - 1.0).abs() < 1e-3,
            "{} {}",
            found.probability,
            expected.sure
        );
    }
}

#[test]
fn the_captioner_agrees_and_a_disturbed_one_does_not() {
    let fixture = Fixture::open("blip");
    let same = captioner_apart(&fixture, &fixture.network());
    assert!(same < 1e-5, "{same}");
    for tensor in [
        "vision_model.embeddings.class_embedding",
        "vision_model.encoder.layers.1.self_attn.projection.weight",
        "vision_model.encoder.layers.0.mlp.fc1.bias",
        "vision_model.post_layernorm.weight",
        "text_decoder.bert.embeddings.LayerNorm.bias",
        "text_decoder.bert.encoder.layer.0.attention.self.key.weight",
        "text_decoder.bert.encoder.layer.1.crossattention.self.query.weight",
        "text_decoder.bert.encoder.layer.1.crossattention.output.LayerNorm.bias",
        "text_decoder.cls.predictions.transform.dense.weight",
        "text_decoder.cls.predictions.bias",
    ] {
        let apart = captioner_apart(&fixture, &fixture.mutated(tensor));
        assert!(apart > 1e-3, "{tensor}: {apart}");
    }
}

#[test]
fn answers_agree_token_by_token_and_a_disturbed_reader_does_not() {
    let fixture = Fixture::open("blip_vqa");
    let apart = |network: &BlipAnswerer| {
        let seen = network
            .look(fixture.tensor("pixels"), Watch::nobody())
            .unwrap();
        let mut largest = 0.0_f32;
        for (index, expected) in said(&fixture, "answers.json").into_iter().enumerate() {
            let read = network.read(&expected.question_ids, &seen).unwrap();
            let apart = difference(&read, fixture.tensor(&format!("question_{index}")));
            if apart < 1e-4 {
                let found = network.write(&read, Watch::nobody()).unwrap();
                assert_eq!(found.ids, expected.ids, "{}", expected.question);
                assert!(
                    (found.probability / expected.sure - 1.0).abs() < 1e-3,
                    "{}",
                    expected.question
                );
            }
            largest = largest.max(apart);
        }
        largest
    };
    let same = apart(&fixture.network());
    assert!(same < 1e-5, "{same}");
    for tensor in [
        "text_encoder.embeddings.position_embeddings.weight",
        "text_encoder.encoder.layer.0.attention.self.query.weight",
        "text_encoder.encoder.layer.1.crossattention.self.value.bias",
        "text_encoder.encoder.layer.1.intermediate.dense.bias",
    ] {
        let apart = apart(&fixture.mutated(tensor));
        assert!(apart > 1e-3, "{tensor}: {apart}");
    }
}

#[test]
fn questions_become_tokens_and_tokens_texts() {
    for (name, file) in [("blip", "captions.json"), ("blip_vqa", "answers.json")] {
        let fixture = Fixture::open(name);
        let words = TextTokenizer::open(&fixture.folder, 32).unwrap();
        for said in said(&fixture, file) {
            assert_eq!(words.text(&said.ids).unwrap(), said.text.trim());
            if !said.question_ids.is_empty() {
                assert_eq!(
                    words.ids(&[said.question.trim()]).unwrap(),
                    [said.question_ids],
                    "{}",
                    said.question
                );
            }
        }
    }
}

#[test]
fn an_image_is_prepared_as_by_pillow() {
    let fixture = Fixture::open("blip_picture");
    let apart = image_difference(
        &preprocess::square(&photo(), 150).unwrap(),
        fixture.tensor("smaller"),
    );
    assert!(apart <= 1, "{apart}");
    let cut = image::imageops::crop_imm(&photo(), 100, 60, 60, 40).to_image();
    let apart = image_difference(
        &preprocess::square(&cut, 96).unwrap(),
        fixture.tensor("larger"),
    );
    assert!(apart <= 1, "{apart}");
    let pixels = preprocess::pixels(&photo(), 64, DType::F32, &Device::Cpu).unwrap();
    // One of 255, divided by the smallest deviation.
    let apart = (pixels - Fixture::open("blip_vqa").tensor("pixels"))
        .unwrap()
        .abs()
        .unwrap();
    assert!(apart.max_all().unwrap().to_scalar::<f32>().unwrap() < 1.01 / 255.0 / 0.26);
}

#[test]
fn a_whole_model_looks_reads_and_writes() {
    let fixture = Fixture::open("blip");
    let blip = Blip::open(&fixture.folder, DType::F32, &Device::Cpu).unwrap();
    // The image's preparation differs by up to one of 255, which these tokens are far enough apart
    // for.
    assert_eq!(
        blip.caption(&photo(), Watch::nobody()).unwrap(),
        said(&fixture, "captions.json")[0].text.trim()
    );
    let fixture = Fixture::open("blip_vqa");
    let vqa = BlipVqa::open(&fixture.folder, DType::F32, &Device::Cpu).unwrap();
    for expected in said(&fixture, "answers.json") {
        let found = vqa
            .answer(&photo(), &expected.question, Watch::nobody())
            .unwrap();
        assert_eq!(found.text, expected.text.trim(), "{}", expected.question);
        assert!(
            (found.probability / expected.sure - 1.0).abs() < 0.1,
            "{} {}",
            found.probability,
            expected.sure
        );
    }
    let long = "how many dogs ".repeat(100);
    assert!(
        vqa.answer(&photo(), &long, Watch::nobody()).is_ok(),
        "a long question is cut"
    );
}

#[test]
fn half_of_the_width_of_numbers_gives_nearly_the_same() {
    let fixture = Fixture::open("blip");
    let config: BlipConfig = weights::config(&fixture.folder.join("config.json")).unwrap();
    let file = [fixture.folder.join("model.safetensors")];
    let network: BlipCaptioner = weights::load(&config, &file, DType::F16, &Device::Cpu).unwrap();
    let pixels = fixture
        .tensor("pixels")
        .narrow(0, 0, 1)
        .unwrap()
        .to_dtype(DType::F16)
        .unwrap();
    let seen = network.look(&pixels, Watch::nobody()).unwrap();
    assert!(difference(&seen, fixture.tensor("seen")) < 1e-2);
    let written = network.write(&seen, Watch::nobody()).unwrap();
    assert!(written.probability.is_finite() && written.probability > 0.0);
}

#[test]
fn it_stops_between_layers_and_between_tokens() {
    use std::cell::Cell;
    use std::ops::ControlFlow;
    let fixture = Fixture::open("blip");
    let blip = Blip::open(&fixture.folder, DType::F32, &Device::Cpu).unwrap();
    let asked = Cell::new(0);
    let count = |_: f64| {
        asked.set(asked.get() + 1);
        ControlFlow::Continue(())
    };
    blip.caption(&photo(), Watch::new(&count)).unwrap();
    let all = asked.get();
    assert!(
        all > 2 + said(&fixture, "captions.json")[0].ids.len(),
        "{all}"
    );
    for stop in 1..=all {
        asked.set(0);
        let report = |_: f64| {
            asked.set(asked.get() + 1);
            if asked.get() == stop {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        assert!(matches!(
            blip.caption(&photo(), Watch::new(&report)),
            Err(InferenceError::Cancelled)
        ));
        assert_eq!(asked.get(), stop, "nothing is done behind it");
    }
}

#[test]
fn the_outputs_own_matrix_is_taken_where_a_file_has_one() {
    let fixture = Fixture::open("blip");
    let mut tensors: HashMap<String, Tensor> =
        candle_core::safetensors::load(fixture.folder.join("model.safetensors"), &Device::Cpu)
            .unwrap();
    let embeddings = tensors["text_decoder.bert.embeddings.word_embeddings.weight"].clone();
    let name = "text_decoder.cls.predictions.decoder.weight";
    let config: BlipConfig = weights::config(&fixture.folder.join("config.json")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.safetensors");
    let mut apart = |matrix: Tensor| {
        tensors.insert(name.to_owned(), matrix);
        candle_core::safetensors::save(&tensors, &path).unwrap();
        let file = [path.clone()];
        captioner_apart(
            &fixture,
            &weights::load(&config, &file, DType::F32, &Device::Cpu).unwrap(),
        )
    };
    assert!(apart(embeddings.clone()) < 1e-5);
    assert!(apart((embeddings * 0.5).unwrap()) > 1e-3);
}

#[test]
fn the_full_size_models_have_these_tensors() {
    let (config, captions, answers) = (
        BlipConfig::default(),
        Fixture::open("blip").full_size(),
        Fixture::open("blip_vqa").full_size(),
    );
    assert_eq!(
        weights::expected::<BlipCaptioner>(&config).unwrap(),
        captions
    );
    assert_eq!(weights::expected::<BlipAnswerer>(&config).unwrap(), answers);
    let uneven = BlipConfig {
        text_config: BlipTextConfig {
            num_attention_heads: 7,
            ..config.text_config
        },
        ..config
    };
    assert!(weights::expected::<BlipCaptioner>(&uneven).is_err());
}
