//! `MusicGen` against transformers' `MusicgenForConditionalGeneration`, without chance: the
//! likeliest codes, and their audio.

mod generation;
mod networks;

use patchbay_inference::networks::musicgen::{Options, Sampling};
use serde::Deserialize;

use crate::support::Fixture;

#[derive(Deserialize)]
struct Text {
    text: String,
    ids: Vec<u32>,
}

fn texts(fixture: &Fixture) -> Vec<Text> {
    serde_json::from_slice(&std::fs::read(fixture.folder.join("texts.json")).unwrap()).unwrap()
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
