//! Sentences about sounds, and values as they are typed: effects are within their limits, and are
//! read back as they are written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use patchbay_phrases::effects::effects;
use patchbay_values::effects::{Effect, Fade, Rate, named};

fn is_possible(effect: &Effect) -> bool {
    let rate = |rate: &Rate| match rate {
        Rate::Times(factor) => (0.2..=5.0).contains(factor),
        Rate::Lasting(seconds) => {
            seconds.is_finite() && *seconds >= 0.0 && (0.2..=5.0).contains(&rate.factor(60.0))
        }
    };
    match effect {
        Effect::Trim(ranges) => !ranges.ranges.is_empty(),
        Effect::Reverse
        | Effect::Channels(_)
        | Effect::FadeIn(Fade::Usual)
        | Effect::FadeOut(Fade::Usual) => true,
        Effect::Pitch(semitones) => semitones.abs() <= 24.0,
        Effect::Tempo(tempo) => rate(tempo),
        Effect::Speed(speed) => rate(speed),
        Effect::Equalise(bands) => bands.iter().all(|band| {
            (10.0..=40_000.0).contains(&band.frequency)
                && band.gain.abs() <= 24.0
                && band.quality > 0.0
        }),
        Effect::Compress(compressor) => {
            (1.0..=100.0).contains(&compressor.ratio)
                && compressor.threshold.is_none_or(|level| level.abs() <= 80.0)
        }
        Effect::Width(width) => (0.0..=5.0).contains(width),
        Effect::Echo(seconds) => (0.02..=5.0).contains(seconds),
        Effect::Reverb(seconds) => (0.1..=12.0).contains(seconds),
        Effect::Gain(decibels) => decibels.abs() <= 60.0,
        Effect::Normalise(target) => (-40.0..=-5.0).contains(target),
        Effect::FadeIn(Fade::Over(seconds))
        | Effect::FadeOut(Fade::Over(seconds))
        | Effect::SilenceBefore(seconds)
        | Effect::SilenceAfter(seconds) => (0.0..=3600.0).contains(seconds),
    }
}

fuzz_target!(|text: &str| {
    let said = effects(text).unwrap_or_default();
    assert!(said.iter().all(is_possible), "{said:?}");
    let typed = named::NAMES
        .iter()
        .filter_map(|name| Some((*name, named::read(name, text)?)));
    for (name, value) in named::values(&said).into_iter().chain(typed) {
        assert_eq!(named::read(name, &value).as_ref(), Some(&value), "{name}");
        let mut alone = Vec::new();
        assert_eq!(named::set(&mut alone, name, &value), Some(()), "{name}");
        assert!(alone.iter().all(is_possible), "{alone:?}");
    }
});
