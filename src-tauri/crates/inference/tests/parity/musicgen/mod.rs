//! `MusicGen` against transformers' `MusicgenForConditionalGeneration`, without chance: the
//! likeliest codes, and their sound.

use candle_core::{DType, Device, Tensor};
use patchbay_inference::networks::clip::TextTokenizer;
use patchbay_inference::networks::musicgen::{
    DecoderConfig, MusicGen, MusicGenConfig, MusicGenNetwork, Options, Sampling,
};
use patchbay_inference::networks::stable_diffusion::Noise;
use patchbay_inference::{InferenceError, Watch, weights};
use serde::Deserialize;

use crate::support::{Fixture, difference};
use crate::{encodec, t5};

/// Frames of the fixture's music, 50 a second.
const FRAMES: usize = 40;
/// Samples of a frame.
const HOP: usize = 24;

#[derive(Deserialize)]
struct Text {
    text: String,
    ids: Vec<u32>,
}

fn texts(fixture: &Fixture) -> Vec<Text> {
    serde_json::from_slice(&std::fs::read(fixture.folder.join("texts.json")).unwrap()).unwrap()
}

fn codes(fixture: &Fixture, name: &str) -> Vec<Vec<u32>> {
    fixture
        .tensor(name)
        .to_dtype(DType::U32)
        .unwrap()
        .to_vec2()
        .unwrap()
}

/// What stands at each step, of each codebook.
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

/// Always the likeliest code.
fn likeliest(guidance: f64) -> Options {
    Options {
        guidance,
        sampling: Sampling {
            top_k: 1,
            temperature: 1.0,
        },
    }
}

#[test]
fn the_likeliest_music_is_the_same_code_by_code_and_sample_by_sample() {
    let fixture = Fixture::open("musicgen");
    let model = MusicGen::open(&fixture.folder, DType::F32, &Device::Cpu).unwrap();
    let network: MusicGenNetwork = fixture.network();
    for (name, text, guidance) in [("first", 0, 3.0), ("second", 1, 3.0), ("plain", 0, 1.0)] {
        let (text, options) = (&texts(&fixture)[text], likeliest(guidance));
        let read = network.read(&text.ids, Watch::nobody()).unwrap();
        let found = network
            .compose(&read, &[], FRAMES, &options, &mut || 0.5, Watch::nobody())
            .unwrap();
        assert_eq!(found, codes(&fixture, &format!("{name}.codes")), "{name}");
        let seconds = FRAMES as f64 / 50.0;
        let sound = model
            .play(&text.text, seconds, &options, &mut || 0.5, Watch::nobody())
            .unwrap();
        let sound = Tensor::new(sound, &Device::Cpu).unwrap();
        let apart = difference(&sound, fixture.tensor(&format!("{name}.sound")));
        assert!(apart < 1e-4, "{name}: {apart}");
    }
}

#[test]
fn music_goes_on_from_what_is_there() {
    let fixture = Fixture::open("musicgen");
    let network: MusicGenNetwork = fixture.network();
    let read = network
        .read(&texts(&fixture)[1].ids, Watch::nobody())
        .unwrap();
    let prompt = codes(&fixture, "prompt");
    let continued = |prompt: &[Vec<u32>], frames: usize| {
        network.compose(
            &read,
            prompt,
            frames,
            &likeliest(3.0),
            &mut || 0.5,
            Watch::nobody(),
        )
    };
    assert_eq!(
        continued(&prompt, FRAMES).unwrap(),
        codes(&fixture, "continued.codes")
    );
    assert_eq!(
        continued(&prompt, 10).unwrap(),
        prompt,
        "nothing is left to be composed"
    );
    let (mut uneven, mut unknown) = (prompt.clone(), prompt.clone());
    uneven[2].pop();
    unknown[0][3] = 32;
    for (wrong, frames) in [
        (&prompt[..3], FRAMES),
        (&uneven, FRAMES),
        (&unknown, FRAMES),
        (&prompt[..], 9),
    ] {
        let refused = continued(wrong, frames).unwrap_err().to_string();
        assert!(refused.contains("prompt of 10 frames"), "{refused}");
    }
}

#[test]
fn long_music_is_the_first_thirty_seconds_and_then_goes_on_from_the_last_ten() {
    let fixture = Fixture::open("musicgen");
    let (model, network): (_, MusicGenNetwork) = (
        MusicGen::open(&fixture.folder, DType::F32, &Device::Cpu).unwrap(),
        fixture.network(),
    );
    let (text, options) = (&texts(&fixture)[0], likeliest(3.0));
    let read = network.read(&text.ids, Watch::nobody()).unwrap();
    let compose = |prompt: &[Vec<u32>], frames: usize| {
        network
            .compose(
                &read,
                prompt,
                frames,
                &options,
                &mut || 0.5,
                Watch::nobody(),
            )
            .unwrap()
    };
    let mut expected = compose(&[], 1500);
    let last: Vec<Vec<u32>> = expected
        .iter()
        .map(|codes| codes[1000..].to_vec())
        .collect();
    let further = compose(&last, 550);
    expected
        .iter_mut()
        .zip(&further)
        .for_each(|(codes, further)| codes.extend(&further[500..]));
    let played = model
        .play(&text.text, 31.0, &options, &mut || 0.5, Watch::nobody())
        .unwrap();
    assert_eq!(played.len(), 1550 * HOP);
    assert_eq!(
        played,
        network.decode_audio(&expected, Watch::nobody()).unwrap()
    );
    assert!(
        model
            .play(&text.text, 0.0, &options, &mut || 0.5, Watch::nobody())
            .unwrap()
            .is_empty()
    );
    assert_eq!(
        model
            .play("", 0.03, &options, &mut || 0.5, Watch::nobody())
            .unwrap()
            .len(),
        2 * HOP
    );
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
fn codes_are_as_likely_as_transformers_has_them() {
    let fixture = Fixture::open("musicgen");
    let last = fixture.tensor("logits").get(0).unwrap();
    let last: Vec<Vec<f32>> = last
        .get(last.dim(0).unwrap() - 1)
        .unwrap()
        .to_vec2()
        .unwrap();
    let sampling = Sampling {
        top_k: 7,
        temperature: 0.8,
    };
    let found: Vec<Vec<f64>> = last
        .iter()
        .map(|logits| sampling.probabilities(logits).unwrap())
        .collect();
    let found = Tensor::new(found, &Device::Cpu).unwrap();
    let apart = difference(&found, fixture.tensor("sampled"));
    assert!(apart < 1e-5, "{apart}");
}

#[test]
fn a_seed_is_one_music_and_another_another() {
    let fixture = Fixture::open("musicgen");
    let model = MusicGen::open(&fixture.folder, DType::F32, &Device::Cpu).unwrap();
    let played = |seed: u64| {
        let mut noise = Noise::new(seed);
        model
            .play(
                "a tune",
                0.5,
                &Options::default(),
                &mut || noise.evenly(),
                Watch::nobody(),
            )
            .unwrap()
    };
    assert_eq!(played(1), played(1));
    assert_ne!(played(1), played(2));
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
