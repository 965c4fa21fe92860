//! Spectrograms, however the samples come.

use candle_core::{DType, Device, Tensor};
use patchbay_inference::networks::whisper::{Listener, Spectrogram};

use crate::support::{Fixture, difference, voice};

/// Steps of the fixture's windows.
const WINDOW: usize = 300;

/// A spectrogram of samples that come in pieces of a size.
fn heard(samples: &[f32], bands: usize, piece: usize) -> Spectrogram {
    let mut listener = Listener::new(bands, WINDOW);
    samples
        .chunks(piece)
        .for_each(|samples| listener.hear(samples));
    listener.finish()
}

/// Every so many steps of a spectrogram, `(bands, steps)`, as the fixtures have them.
fn thinned(audio: &Spectrogram, steps: usize, every: usize) -> Tensor {
    let window = |index: usize| {
        audio
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
        let audio = heard(&samples, 80, piece);
        assert_eq!(audio.steps(), 562);
        let apart = difference(&thinned(&audio, 562, 10), fixture.tensor("mel"));
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
        let audio = heard(&vec![0.0; length], 80, 160);
        assert!(
            audio.is_silent(0) && audio.steps() <= length.div_ceil(160),
            "{length}"
        );
        assert!(
            audio.window(0, DType::F32, &Device::Cpu).is_ok(),
            "{length}"
        );
    }
    let voice = voice();
    let mut samples = voice.clone();
    samples.resize(200_000, 0.0);
    let audio = heard(&samples, 80, 4096);
    assert!(
        !audio.is_silent(0) && !audio.is_silent(500) && audio.is_silent(600),
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
