//! Whisper against transformers' `WhisperFeatureExtractor` and `WhisperForConditionalGeneration`,
//! with its long-form decoding.

mod languages;
mod networks;
mod spectrogram;
mod transcription;

use candle_core::{DType, Device};
use patchbay_inference::InferenceError;
use patchbay_inference::networks::whisper::{Options, Spectrogram, Whisper};
use serde::Deserialize;

use crate::support::Fixture;

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

fn audio(whisper: &Whisper, samples: &[f32]) -> Spectrogram {
    let mut listener = whisper.listener();
    listener.hear(samples);
    listener.finish()
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
