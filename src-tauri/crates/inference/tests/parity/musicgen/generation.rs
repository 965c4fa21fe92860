//! Codes one after the other, and their audio.

use candle_core::{DType, Device, Tensor};
use patchbay_inference::Watch;
use patchbay_inference::networks::musicgen::{MusicGen, MusicGenNetwork, Options, Sampling};
use patchbay_inference::networks::stable_diffusion::Noise;

use super::{likeliest, texts};
use crate::support::{Fixture, difference};

/// Frames of the fixture's music, 50 a second.
const FRAMES: usize = 40;

/// Samples of a frame.
const HOP: usize = 24;

fn codes(fixture: &Fixture, name: &str) -> Vec<Vec<u32>> {
    fixture
        .tensor(name)
        .to_dtype(DType::U32)
        .unwrap()
        .to_vec2()
        .unwrap()
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
        let audio = model
            .play(&text.text, seconds, &options, &mut || 0.5, Watch::nobody())
            .unwrap();
        let audio = Tensor::new(audio, &Device::Cpu).unwrap();
        let apart = difference(&audio, fixture.tensor(&format!("{name}.sound")));
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
