//! Whisper against transformers' `WhisperFeatureExtractor` and `WhisperForConditionalGeneration`,
//! with its long-form decoding.

use candle_core::{DType, Device, Tensor};
use patchbay_inference::networks::whisper::{
    Listener, Options, Spectrogram, Transcript, Whisper, WhisperConfig, WhisperNetwork,
};
use patchbay_inference::{InferenceError, Watch, weights};
use serde::Deserialize;

use crate::support::{Fixture, difference, voice};

/// Steps of the fixture's windows.
const WINDOW: usize = 300;

/// A stretch of speech as transformers has it.
#[derive(Deserialize)]
struct Told {
    start: f64,
    end: f64,
    ids: Vec<u32>,
    text: String,
}

#[derive(Deserialize)]
struct Transcripts {
    forwards: Vec<Told>,
    french: Vec<Told>,
    backwards: Vec<Told>,
    skipped: Vec<Told>,
    no_speech: f64,
    /// That of the voice, and those that it would be without the likelier ones.
    languages: Vec<String>,
}

fn transcripts(fixture: &Fixture) -> Transcripts {
    serde_json::from_slice(&std::fs::read(fixture.folder.join("transcripts.json")).unwrap())
        .unwrap()
}

/// A spectrogram of samples that come in pieces of a size.
fn heard(samples: &[f32], bands: usize, piece: usize) -> Spectrogram {
    let mut listener = Listener::new(bands, WINDOW);
    samples
        .chunks(piece)
        .for_each(|samples| listener.hear(samples));
    listener.finish()
}

/// Every so many steps of a spectrogram, `(bands, steps)`, as the fixtures have them.
fn thinned(sound: &Spectrogram, steps: usize, every: usize) -> Tensor {
    let window = |index: usize| {
        sound
            .window(index * WINDOW, DType::F32, &Device::Cpu)
            .unwrap()
    };
    let windows: Vec<Tensor> = (0..steps.div_ceil(WINDOW)).map(window).collect();
    let all = Tensor::cat(&windows, 0).unwrap();
    let kept: Vec<u32> = (0..steps as u32).step_by(every).collect();
    all.index_select(&Tensor::new(kept, &Device::Cpu).unwrap(), 0)
        .unwrap()
        .t()
        .unwrap()
}

#[test]
fn a_spectrogram_is_that_of_transformers_however_the_samples_come() {
    let fixture = Fixture::open("whisper");
    let samples = voice();
    for piece in [1, 77, 1000, samples.len()] {
        let sound = heard(&samples, 80, piece);
        assert_eq!(sound.steps(), 562);
        let apart = difference(&thinned(&sound, 562, 10), fixture.tensor("mel"));
        assert!(apart < 1e-4, "{piece}: {apart}");
    }
    let apart = difference(
        &thinned(&heard(&samples, 128, 500), 562, 20),
        fixture.tensor("mel_128"),
    );
    assert!(apart < 1e-4, "{apart}");
    let short = heard(&samples[40_000..64_000], 80, 500);
    assert_eq!(short.steps(), 150, "the silence behind it does not count");
    let apart = difference(&thinned(&short, WINDOW, 10), fixture.tensor("mel_short"));
    assert!(apart < 1e-4, "{apart}");
}

#[test]
fn silence_is_known_and_no_length_breaks_it() {
    for length in [0, 1, 160, 200, 201, 399, 47_999, 48_000, 48_001] {
        let sound = heard(&vec![0.0; length], 80, 160);
        assert!(
            sound.is_silent(0) && sound.steps() <= length.div_ceil(160),
            "{length}"
        );
        assert!(
            sound.window(0, DType::F32, &Device::Cpu).is_ok(),
            "{length}"
        );
    }
    let voice = voice();
    let mut samples = voice.clone();
    samples.resize(200_000, 0.0);
    let sound = heard(&samples, 80, 4096);
    assert!(
        !sound.is_silent(0) && !sound.is_silent(500) && sound.is_silent(600),
        "the voice ends at 562"
    );
    let damaged = heard(&[f32::NAN, f32::INFINITY, 1.0].repeat(20_000), 80, 4096);
    let values = damaged
        .window(0, DType::F32, &Device::Cpu)
        .unwrap()
        .flatten_all()
        .unwrap()
        .to_vec1::<f32>()
        .unwrap();
    assert!(values.iter().all(|value| value.is_finite()));
}

/// How far what is heard and the logits of what is said are from the expected ones.
fn apart(fixture: &Fixture, network: &WhisperNetwork) -> f32 {
    let window = fixture.tensor("window").to_dtype(DType::F32).unwrap();
    let heard = network.hear(&window, Watch::nobody()).unwrap();
    let ids: Vec<u32> = fixture
        .tensor("ids")
        .to_dtype(DType::U32)
        .unwrap()
        .to_vec1()
        .unwrap();
    let logits = network.logits(&heard, &ids).unwrap().unsqueeze(0).unwrap();
    difference(&heard, fixture.tensor("heard")).max(difference(&logits, fixture.tensor("logits")))
}

#[test]
fn the_layers_agree_and_disturbed_ones_do_not() {
    let fixture = Fixture::open("whisper");
    let same = apart(&fixture, &fixture.network());
    assert!(same < 1e-4, "{same}");
    for tensor in [
        "model.encoder.conv1.weight",
        "model.encoder.conv2.weight",
        "model.encoder.conv2.bias",
        "model.encoder.embed_positions.weight",
        "model.encoder.layers.0.self_attn.k_proj.weight",
        "model.encoder.layers.1.self_attn.v_proj.bias",
        "model.encoder.layers.0.final_layer_norm.bias",
        "model.encoder.layer_norm.weight",
        "model.decoder.embed_tokens.weight",
        "model.decoder.embed_positions.weight",
        "model.decoder.layers.0.self_attn.k_proj.weight",
        "model.decoder.layers.1.self_attn.out_proj.weight",
        "model.decoder.layers.0.encoder_attn.q_proj.weight",
        "model.decoder.layers.0.encoder_attn.v_proj.bias",
        "model.decoder.layers.1.encoder_attn_layer_norm.weight",
        "model.decoder.layers.1.fc2.bias",
        "model.decoder.layer_norm.bias",
    ] {
        let apart = apart(&fixture, &fixture.mutated(tensor));
        assert!(apart > 5e-4, "{tensor}: {apart}");
    }
}

fn assert_same(found: &Transcript, expected: &[Told], what: &str) {
    let ids = |found: &Transcript| {
        found
            .segments
            .iter()
            .map(|segment| segment.ids.clone())
            .collect::<Vec<_>>()
    };
    let expected_ids: Vec<Vec<u32>> = expected.iter().map(|told| told.ids.clone()).collect();
    assert_eq!(ids(found), expected_ids, "{what}");
    for (segment, told) in found.segments.iter().zip(expected) {
        let apart = (segment.start - told.start)
            .abs()
            .max((segment.end - told.end).abs());
        assert!(
            apart < 1e-6,
            "{what}: {segment:?} {} {}",
            told.start,
            told.end
        );
        assert_eq!(segment.text, told.text.trim(), "{what}");
    }
}

/// Ever the likeliest token, as the fixture's texts were written.
fn greedily() -> Options {
    Options {
        temperatures: vec![0.0],
        ..Options::default()
    }
}

fn whisper(fixture: &Fixture) -> Whisper {
    Whisper::open(&fixture.folder, DType::F32, &Device::Cpu).unwrap()
}

fn sound(whisper: &Whisper, samples: &[f32]) -> Spectrogram {
    let mut listener = whisper.listener();
    listener.hear(samples);
    listener.finish()
}

#[test]
fn long_sounds_are_written_down_token_by_token_with_their_times() {
    let fixture = Fixture::open("whisper");
    let (whisper, expected) = (whisper(&fixture), transcripts(&fixture));
    let forwards = sound(&whisper, &voice());
    let found = whisper
        .transcribe(&forwards, &greedily(), Watch::nobody())
        .unwrap();
    assert_same(&found, &expected.forwards, "forwards");
    let french = Options {
        language: Some("fr".to_owned()),
        ..greedily()
    };
    let found = whisper
        .transcribe(&forwards, &french, Watch::nobody())
        .unwrap();
    assert_same(&found, &expected.french, "french");
    assert_eq!(found.language.as_deref(), Some("fr"));
    let skipping = Options {
        no_speech: expected.no_speech,
        least_log_probability: 0.0,
        ..greedily()
    };
    let found = whisper
        .transcribe(&forwards, &skipping, Watch::nobody())
        .unwrap();
    assert_same(&found, &expected.skipped, "skipped");
    let turned: Vec<f32> = voice().into_iter().rev().collect();
    let found = whisper
        .transcribe(&sound(&whisper, &turned), &greedily(), Watch::nobody())
        .unwrap();
    assert_same(&found, &expected.backwards, "backwards");
}

#[test]
fn what_is_doubted_is_written_again_less_greedily() {
    let fixture = Fixture::open("whisper");
    let whisper = whisper(&fixture);
    let forwards = sound(&whisper, &voice());
    let told = |options: Options| {
        whisper
            .transcribe(&forwards, &options, Watch::nobody())
            .unwrap()
    };
    let greedy = told(greedily());
    let (never, always) = (f64::NEG_INFINITY, f64::INFINITY);
    let trusting = Options {
        least_log_probability: never,
        most_compression: always,
        ..Options::default()
    };
    assert_eq!(told(trusting.clone()), greedy);
    let doubting = |temperatures: &[f64], seed: u64| {
        let temperatures = temperatures.to_vec();
        told(Options {
            least_log_probability: 0.0,
            no_speech: 1.0,
            temperatures,
            seed,
            ..trusting.clone()
        })
    };
    assert_eq!(
        doubting(&[0.0, 1e-6], 7),
        greedy,
        "near 0 the likeliest token is drawn"
    );
    let drawn = doubting(&[0.0, 1.0], 7);
    assert_ne!(drawn, greedy);
    assert_eq!(drawn, doubting(&[0.0, 1.0], 7));
    assert_ne!(drawn, doubting(&[0.0, 1.0], 8));
    // Of no words at all too.
    let repeating = Options {
        most_compression: -1.0,
        temperatures: vec![0.0, 1.0],
        seed: 7,
        ..trusting
    };
    assert_eq!(told(repeating), drawn);
}

/// The fixture's model with another `generation_config.json`.
fn with_generation(
    fixture: &Fixture,
    change: impl FnOnce(&mut serde_json::Map<String, serde_json::Value>),
) -> Result<Whisper, InferenceError> {
    let folder = tempfile::tempdir().unwrap();
    for name in ["config.json", "model.safetensors", "tokenizer.json"] {
        std::fs::copy(fixture.folder.join(name), folder.path().join(name)).unwrap();
    }
    let name = "generation_config.json";
    let mut config: serde_json::Value =
        serde_json::from_slice(&std::fs::read(fixture.folder.join(name)).unwrap()).unwrap();
    change(config.as_object_mut().unwrap());
    std::fs::write(folder.path().join(name), config.to_string()).unwrap();
    Whisper::open(folder.path(), DType::F32, &Device::Cpu)
}

#[test]
fn the_language_is_told_from_the_sound() {
    let fixture = Fixture::open("whisper");
    let expected = transcripts(&fixture).languages;
    for (index, language) in expected.iter().enumerate() {
        let whisper = with_generation(&fixture, |config| {
            let known = config["lang_to_id"].as_object_mut().unwrap();
            known.retain(|mark, _| {
                !expected[..index]
                    .iter()
                    .any(|other| mark == &format!("<|{other}|>"))
            });
        });
        let (whisper, unknown) = (
            whisper.unwrap(),
            Options {
                language: Some("xx".to_owned()),
                ..greedily()
            },
        );
        let found = whisper
            .transcribe(&sound(&whisper, &voice()), &unknown, Watch::nobody())
            .unwrap();
        assert_eq!(found.language.as_ref(), Some(language));
    }
}

#[test]
fn where_nothing_is_heard_nothing_is_said() {
    let fixture = Fixture::open("whisper");
    let whisper = whisper(&fixture);
    for length in [0, 100, 100_000] {
        let found = whisper.transcribe(
            &sound(&whisper, &vec![0.0; length]),
            &greedily(),
            Watch::nobody(),
        );
        assert_eq!(found.unwrap(), Transcript::default(), "{length}");
    }
    let mut later = vec![0.0; 48_000];
    later.extend(voice());
    let found = whisper
        .transcribe(&sound(&whisper, &later), &greedily(), Watch::nobody())
        .unwrap();
    assert!(
        found.segments[0].start >= 3.0,
        "the silent window is left out: {:?}",
        found.segments
    );
}

#[test]
fn a_model_of_english_alone_is_not_asked_for_a_language() {
    let fixture = Fixture::open("whisper");
    let english = with_generation(&fixture, |config| {
        config.retain(|field, _| field != "lang_to_id" && field != "task_to_id");
    });
    let english = english.unwrap();
    let found = english
        .transcribe(&sound(&english, &voice()), &greedily(), Watch::nobody())
        .unwrap();
    assert!(found.language.is_none() && !found.segments.is_empty());
}

#[test]
fn marks_that_a_model_does_not_have_are_refused() {
    let fixture = Fixture::open("whisper");
    for (field, value) in [
        ("no_timestamps_token_id", 492),
        ("eos_token_id", 400),
        ("decoder_start_token_id", 9999),
    ] {
        let refused = with_generation(&fixture, |config| {
            config.insert(field.to_owned(), value.into());
        });
        let said = refused
            .err()
            .map(|error| error.to_string())
            .unwrap_or_default();
        assert!(said.contains("generation_config.json"), "{field}: {said}");
    }
}

#[test]
fn the_largest_model_has_the_hubs_names_and_shapes() {
    let fixture = Fixture::open("whisper");
    let config = WhisperConfig {
        vocab_size: 51_866,
        num_mel_bins: 128,
        d_model: 1280,
        encoder_layers: 32,
        encoder_attention_heads: 20,
        encoder_ffn_dim: 5120,
        decoder_layers: 4,
        decoder_attention_heads: 20,
        decoder_ffn_dim: 5120,
        ..WhisperConfig::default()
    };
    let mut expected = fixture.full_size();
    // The matrix of the embeddings under another name, which the hub's files leave out.
    expected.remove("proj_out.weight");
    assert_eq!(
        weights::expected::<WhisperNetwork>(&config).unwrap(),
        expected
    );
}

#[test]
fn it_stops_between_layers_and_between_tokens() {
    use std::cell::Cell;
    use std::ops::ControlFlow;
    let fixture = Fixture::open("whisper");
    let (whisper, samples) = (whisper(&fixture), voice());
    let sound = sound(&whisper, &samples[..60_000]);
    let asked = Cell::new(0);
    let stopping = |stop: usize| {
        asked.set(0);
        let report = |_: f64| {
            asked.set(asked.get() + 1);
            if asked.get() == stop {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        whisper.transcribe(&sound, &greedily(), Watch::new(&report))
    };
    let found = stopping(0).unwrap();
    let all = asked.get();
    let tokens: usize = found.segments.iter().map(|segment| segment.ids.len()).sum();
    assert!(all > tokens + 2 * found.segments.len(), "{all}");
    for stop in 1..=all {
        assert!(matches!(stopping(stop), Err(InferenceError::Cancelled)));
        assert_eq!(asked.get(), stop, "nothing is done behind it");
    }
}
