//! Effects as values of parameters: `gain` 6, `fade_out` 3, `parts` 0:02 to 0:05.

mod bands;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use super::effect::{Band, Channels, Compressor, Effect, Fade, Rate, Shape};
use super::limits::{
    BAND_GAINS, ECHOES, FADES, FREQUENCIES, GAINS, LOUDNESSES, PITCHES, RATIOS, REVERBS, SILENCES,
    TEMPI, THRESHOLDS, WIDTHS,
};
use crate::numbers::rounded;
use crate::speeds::factor;
use crate::times::{TimeRanges, duration};

/// The parameters that effects are values of.
pub const NAMES: [&str; 23] = [
    "parts",
    "reverse",
    "pitch",
    "speed",
    "tape_speed",
    "gain",
    "loudness",
    "bass",
    "treble",
    "high_pass",
    "low_pass",
    "band_frequency",
    "band_gain",
    "compression",
    "threshold",
    "width",
    "channels",
    "echo",
    "reverb",
    "fade_in",
    "fade_out",
    "silence_before",
    "silence_after",
];

/// The values that effects have, by the names of their parameters. One that they give twice is left
/// out.
pub fn values(effects: &[Effect]) -> BTreeMap<&'static str, String> {
    let mut found: BTreeMap<&'static str, Option<String>> = BTreeMap::new();
    for (name, value) in effects.iter().flat_map(named) {
        found
            .entry(name)
            .and_modify(|twice| *twice = None)
            .or_insert(value);
    }
    found
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)))
        .collect()
}

/// A value in the one way of writing it; none where the parameter of that name cannot be that.
pub fn read(name: &str, text: &str) -> Option<String> {
    value_of(&made(name, text)?, name)
}

/// Gives the effect that the parameter `name` is of another value; adds it where there is none, and
/// takes it out where the value is empty. None where it cannot be that.
#[must_use]
pub fn set(effects: &mut Vec<Effect>, name: &str, value: &str) -> Option<()> {
    let made = if value.trim().is_empty() {
        None
    } else {
        Some(made(name, value)?)
    };
    let written = made.as_ref().and_then(|made| value_of(made, name));
    if written.is_some() && written.as_ref() == values(effects).get(name) {
        // A value that is there already stays as exact as it is.
        return Some(());
    }
    if let Some(shape) = bands::shape_of(name) {
        let made = made.map(|made| match made {
            Effect::Equalise(bands) => bands,
            _ => Vec::new(),
        });
        bands::set(effects, name, shape, made);
    } else {
        let place = effects
            .iter()
            .position(|effect| named(effect).iter().any(|(other, _)| *other == name));
        let before = place.map(|place| effects[place].clone());
        effects.retain(|effect| named(effect).iter().all(|(other, _)| *other != name));
        effects.extend(with_the_rest(made, before, name));
    }
    effects.sort_by_key(Effect::place);
    Some(())
}

/// Returns an effect that was made of the value of `name` alone, with the other values of the one
/// before.
fn with_the_rest(made: Option<Effect>, before: Option<Effect>, name: &str) -> Option<Effect> {
    let Some(Effect::Compress(before)) = before else {
        return made;
    };
    let made = match made {
        Some(Effect::Compress(made)) => Some(made),
        _ => None,
    };
    let compressor = if name == "threshold" {
        // Where the value was taken away, the threshold fits the audio again.
        Compressor {
            threshold: made.and_then(|made| made.threshold),
            ..before
        }
    } else {
        Compressor {
            ratio: made?.ratio,
            ..before
        }
    };
    Some(Effect::Compress(compressor))
}

/// The parameters that an effect is of, each with its value where there is a way of writing it.
pub(super) fn named(effect: &Effect) -> Vec<(&'static str, Option<String>)> {
    let one = |name: &'static str, value: String| vec![(name, Some(value))];
    let rate = |name: &'static str, rate: Rate| match rate {
        Rate::Times(factor) => one(name, rounded(factor, 4)),
        Rate::Lasting(_) => vec![(name, None)],
    };
    let fade = |fade: Fade| match fade {
        Fade::Usual => rounded(Fade::USUAL, 3),
        Fade::Over(seconds) => rounded(seconds, 3),
    };
    match effect {
        Effect::Trim(ranges) => one("parts", ranges.to_string()),
        Effect::Reverse => one("reverse", "backwards".to_owned()),
        Effect::Pitch(semitones) => one("pitch", rounded(*semitones, 2)),
        Effect::Tempo(tempo) => rate("speed", *tempo),
        Effect::Speed(speed) => rate("tape_speed", *speed),
        Effect::Equalise(bands) => bands::values_of(bands).unwrap_or_default(),
        Effect::Compress(Compressor { ratio, threshold }) => vec![
            ("compression", Some(rounded(*ratio, 2))),
            ("threshold", threshold.map(|decibels| rounded(decibels, 2))),
        ],
        Effect::Width(width) => one("width", rounded(width * 100.0, 2)),
        Effect::Channels(channels) => one("channels", channels.name().to_owned()),
        Effect::Echo(seconds) => one("echo", rounded(*seconds, 3)),
        Effect::Reverb(seconds) => one("reverb", rounded(*seconds, 3)),
        Effect::Gain(decibels) => one("gain", rounded(*decibels, 2)),
        Effect::Normalise(target) => one("loudness", rounded(*target, 2)),
        Effect::FadeIn(length) => one("fade_in", fade(*length)),
        Effect::FadeOut(length) => one("fade_out", fade(*length)),
        Effect::SilenceBefore(seconds) => one("silence_before", rounded(*seconds, 3)),
        Effect::SilenceAfter(seconds) => one("silence_after", rounded(*seconds, 3)),
    }
}

fn value_of(effect: &Effect, name: &str) -> Option<String> {
    named(effect)
        .into_iter()
        .find(|(other, _)| *other == name)?
        .1
}

/// The effect of a value.
pub(super) fn made(name: &str, value: &str) -> Option<Effect> {
    let value = value.trim().to_lowercase().replace('−', "-");
    let within =
        |number: f64, (least, most): (f64, f64)| (least..=most).contains(&number).then_some(number);
    let number = |units: &[&str], limits: (f64, f64)| {
        let bare = units
            .iter()
            .find_map(|unit| value.strip_suffix(unit))
            .unwrap_or(&value)
            .trim_end();
        within(bare.parse().ok()?, limits)
    };
    let seconds = |limits| number(&[], limits).or_else(|| within(duration(&value)?, limits));
    let hertz = || match value.strip_suffix("khz") {
        Some(kilo) => within(kilo.trim_end().parse::<f64>().ok()? * 1_000.0, FREQUENCIES),
        None => number(&["hz"], FREQUENCIES),
    };
    let passing = |shape, frequency| Effect::Equalise(Band::steep(shape, frequency).to_vec());
    let rate = || Some(Rate::Times(within(factor(&value)?, TEMPI)?));
    Some(match name {
        "parts" => Effect::Trim(TimeRanges::read(&value)?),
        "reverse" => (value == "backwards").then_some(Effect::Reverse)?,
        "pitch" => Effect::Pitch(number(&["semitones", "semitone"], PITCHES)?),
        "speed" => Effect::Tempo(rate()?),
        "tape_speed" => Effect::Speed(rate()?),
        "gain" => Effect::Gain(number(&["db"], GAINS)?),
        "loudness" => Effect::Normalise(number(&["lufs"], LOUDNESSES)?),
        "bass" => Effect::Equalise(vec![Band::bass(number(&["db"], BAND_GAINS)?)]),
        "treble" => Effect::Equalise(vec![Band::treble(number(&["db"], BAND_GAINS)?)]),
        "high_pass" => passing(Shape::HighPass, hertz()?),
        "low_pass" => passing(Shape::LowPass, hertz()?),
        "band_frequency" => Effect::Equalise(vec![Band::new(Shape::Peak, hertz()?, 0.0)]),
        "band_gain" => {
            let gain = number(&["db"], BAND_GAINS)?;
            Effect::Equalise(vec![Band::new(Shape::Peak, Band::MIDDLE, gain)])
        }
        "compression" => Effect::Compress(Compressor {
            ratio: number(&[":1"], RATIOS)?,
            threshold: None,
        }),
        "threshold" => Effect::Compress(Compressor {
            ratio: Compressor::USUAL_RATIO,
            threshold: Some(number(&["db"], THRESHOLDS)?),
        }),
        "width" => Effect::Width(number(&["%"], (WIDTHS.0 * 100.0, WIDTHS.1 * 100.0))? / 100.0),
        "channels" => Effect::Channels(Channels::read(&value)?),
        "echo" => Effect::Echo(seconds(ECHOES)?),
        "reverb" => Effect::Reverb(seconds(REVERBS)?),
        "fade_in" => Effect::FadeIn(Fade::Over(seconds(FADES)?)),
        "fade_out" => Effect::FadeOut(Fade::Over(seconds(FADES)?)),
        "silence_before" => Effect::SilenceBefore(seconds(SILENCES)?),
        "silence_after" => Effect::SilenceAfter(seconds(SILENCES)?),
        _ => return None,
    })
}
