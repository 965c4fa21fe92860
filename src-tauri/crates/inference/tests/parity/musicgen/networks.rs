//! The layers, the tokens, and the tensors under their names.

use candle_core::{DType, Device};
use patchbay_inference::networks::clip::TextTokenizer;
use patchbay_inference::networks::musicgen::{
    DecoderConfig, MusicGen, MusicGenConfig, MusicGenNetwork, Options,
};
use patchbay_inference::{InferenceError, Watch, weights};

use super::{likeliest, texts};
use crate::support::{Fixture, difference};
use crate::{encodec, t5};

/// Returns the codes at each step, of each codebook.
fn frames(fixture: &Fixture) -> Vec<Vec<u32>> {
    fixture
        .tensor("frames")
        .to_dtype(DType::U32)
        .unwrap()
        .t()
        .unwrap()
        .to_vec2()
        .unwrap()
}

/// How far what is read and the logits of what follows are from the expected.
fn apart(fixture: &Fixture, network: &MusicGenNetwork) -> f32 {
    let read = network
        .read(&texts(fixture)[0].ids, Watch::nobody())
        .unwrap();
    let logits = network.logits(&read, &frames(fixture)).unwrap();
    difference(&read, fixture.tensor("read")).max(difference(&logits, fixture.tensor("logits")))
}

#[test]
fn the_layers_agree_and_disturbed_ones_do_not() {
    let fixture = Fixture::open("musicgen");
    let same = apart(&fixture, &fixture.network());
    assert!(same < 1e-4, "{same}");
    for tensor in [
        "text_encoder.encoder.final_layer_norm.weight",
        "enc_to_dec_proj.weight",
        "enc_to_dec_proj.bias",
        "decoder.model.decoder.embed_tokens.0.weight",
        "decoder.model.decoder.embed_tokens.3.weight",
        "decoder.model.decoder.layers.0.self_attn.q_proj.weight",
        "decoder.model.decoder.layers.0.self_attn.k_proj.weight",
        "decoder.model.decoder.layers.1.self_attn.v_proj.weight",
        "decoder.model.decoder.layers.1.self_attn.out_proj.weight",
        "decoder.model.decoder.layers.0.self_attn_layer_norm.bias",
        "decoder.model.decoder.layers.0.encoder_attn.q_proj.weight",
        "decoder.model.decoder.layers.1.encoder_attn.k_proj.weight",
        "decoder.model.decoder.layers.0.encoder_attn.v_proj.weight",
        "decoder.model.decoder.layers.1.encoder_attn.out_proj.weight",
        "decoder.model.decoder.layers.0.encoder_attn_layer_norm.weight",
        "decoder.model.decoder.layers.1.final_layer_norm.bias",
        "decoder.model.decoder.layers.0.fc1.weight",
        "decoder.model.decoder.layers.1.fc2.weight",
        "decoder.model.decoder.layer_norm.weight",
        "decoder.lm_heads.0.weight",
        "decoder.lm_heads.3.weight",
    ] {
        let apart = apart(&fixture, &fixture.mutated(tensor));
        assert!(apart > 5e-4, "{tensor}: {apart}");
    }
}

#[test]
fn texts_have_the_same_tokens() {
    let fixture = Fixture::open("musicgen");
    let words = TextTokenizer::open(&fixture.folder, 512).unwrap();
    for text in texts(&fixture) {
        assert_eq!(
            words.ids(&[&text.text]).unwrap(),
            [text.ids],
            "{}",
            text.text
        );
    }
}

#[test]
fn the_published_model_has_the_hubs_names_and_shapes() {
    let config = MusicGenConfig {
        text_encoder: t5::base(),
        audio_encoder: encodec::published(),
        decoder: DecoderConfig::default(),
    };
    let mut expected = Fixture::open("musicgen").full_size();
    expected.retain(|name, _| {
        let encodes = name.starts_with("audio_encoder.encoder.");
        let trains = name.starts_with("audio_encoder.quantizer.")
            && name.rsplit('.').next() != Some("embed");
        // The matrix of the embeddings under another name.
        !encodes && !trains && name != "text_encoder.encoder.embed_tokens.weight"
    });
    assert_eq!(
        weights::expected::<MusicGenNetwork>(&config).unwrap(),
        expected
    );
    let stereo = DecoderConfig {
        audio_channels: 2,
        ..DecoderConfig::default()
    };
    let refused = weights::expected::<MusicGenNetwork>(&MusicGenConfig {
        decoder: stereo,
        ..config.clone()
    });
    assert!(
        refused
            .unwrap_err()
            .to_string()
            .contains("decoder.audio_channels")
    );
    let other = DecoderConfig {
        num_codebooks: 8,
        ..DecoderConfig::default()
    };
    let refused = weights::expected::<MusicGenNetwork>(&MusicGenConfig {
        decoder: other,
        ..config
    });
    assert!(
        refused
            .unwrap_err()
            .to_string()
            .contains("decoder.num_codebooks")
    );
}

#[test]
fn tensors_are_read_by_their_newer_names_too() {
    let fixture = Fixture::open("musicgen");
    let folder = tempfile::tempdir().unwrap();
    for name in ["config.json", "tokenizer.json"] {
        std::fs::copy(fixture.folder.join(name), folder.path().join(name)).unwrap();
    }
    let tensors =
        candle_core::safetensors::load(fixture.folder.join("model.safetensors"), &Device::Cpu)
            .unwrap();
    let newer = |name: String| {
        name.replace(".weight_g", ".parametrizations.weight.original0")
            .replace(".weight_v", ".parametrizations.weight.original1")
    };
    let renamed = tensors
        .into_iter()
        .map(|(name, tensor)| (newer(name), tensor))
        .collect();
    candle_core::safetensors::save(&renamed, folder.path().join("model.safetensors")).unwrap();
    let played = |folder: &std::path::Path| {
        let model = MusicGen::open(folder, DType::F32, &Device::Cpu).unwrap();
        model
            .play("a tune", 0.2, &likeliest(3.0), &mut || 0.5, Watch::nobody())
            .unwrap()
    };
    assert_eq!(played(folder.path()), played(&fixture.folder));
}

#[test]
fn damaged_weights_are_told() {
    let fixture = Fixture::open("musicgen");
    let folder = tempfile::tempdir().unwrap();
    for name in ["config.json", "tokenizer.json"] {
        std::fs::copy(fixture.folder.join(name), folder.path().join(name)).unwrap();
    }
    let path = fixture.folder.join("model.safetensors");
    let mut tensors = candle_core::safetensors::load(path, &Device::Cpu).unwrap();
    let name = "decoder.model.decoder.layer_norm.weight";
    let damaged = (&tensors[name] * f64::NAN).unwrap();
    tensors.insert(name.to_owned(), damaged);
    candle_core::safetensors::save(&tensors, folder.path().join("model.safetensors")).unwrap();
    let model = MusicGen::open(folder.path(), DType::F32, &Device::Cpu).unwrap();
    let refused = model
        .play(
            "a tune",
            0.2,
            &Options::default(),
            &mut || 0.5,
            Watch::nobody(),
        )
        .unwrap_err();
    assert!(
        matches!(&refused, InferenceError::Candle(_)) && refused.to_string().contains("damaged"),
        "{refused}"
    );
}
