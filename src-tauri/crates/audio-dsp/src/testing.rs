//! Audio clips that the tests make and share.

use patchbay_media::audio::AudioBuffer;
use patchbay_test_support::audio;
pub(crate) use patchbay_test_support::audio::noise;
use proptest::test_runner::{Config, RngSeed};

/// A tone of half the full level.
pub(crate) fn tone(frequency: f64, seconds: f64, sample_rate: u32) -> AudioBuffer {
    AudioBuffer {
        sample_rate,
        channels: vec![audio::tone(frequency, seconds, sample_rate)],
    }
}

/// Something like a voice that speaks.
pub(crate) fn voice(seconds: f64, sample_rate: u32) -> AudioBuffer {
    AudioBuffer {
        sample_rate,
        channels: vec![audio::voice(seconds, sample_rate)],
    }
}

/// Chords of plucked notes on two channels.
pub(crate) fn music(seconds: f64, sample_rate: u32) -> AudioBuffer {
    AudioBuffer {
        sample_rate,
        channels: audio::music(seconds, sample_rate).into(),
    }
}

/// The root mean square between two times, over all channels, in dB of full scale.
pub(crate) fn level(audio: &AudioBuffer, from: f64, to: f64) -> f32 {
    audio::level(&audio.channels, audio.sample_rate, from, to)
}

/// The frequency in Hz at which the first channel is strongest between two times.
pub(crate) fn pitch(audio: &AudioBuffer, from: f64, to: f64) -> f64 {
    let at = |seconds: f64| ((seconds * f64::from(audio.sample_rate)) as usize).min(audio.frames());
    audio::pitch(&audio.channels[0][at(from)..at(to)], audio.sample_rate)
}

/// Configuration of a property test with `count` cases, the same in each run.
pub(crate) fn cases(count: u32) -> Config {
    Config {
        cases: count,
        rng_seed: RngSeed::Fixed(1),
        ..Config::default()
    }
}
