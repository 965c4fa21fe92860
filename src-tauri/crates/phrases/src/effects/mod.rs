//! What a sentence asks to be done to an audio clip: from a sentence to effects.
//!
//! Each part looks for its own words, with their amounts, and blanks them out, so that no
//! word is read twice:
//! - [`levels`]: fades, louder and softer, loudness, compression
//! - [`channels`]: left, right, mono, stereo
//! - [`tempo`]: pitch, tempo, tape speed, reversal
//! - [`tones`]: the equaliser
//! - [`rooms`]: echo, reverb, stereo width
//! - [`silence`]: silence before and behind

mod channels;
mod levels;
mod rooms;
mod silence;
mod tempo;
#[cfg(test)]
mod tests;
mod tones;

use std::sync::LazyLock;

use patchbay_values::effects::Effect;
use regex::{Captures, Regex};
use thiserror::Error;

use crate::times::{digits, said_ranges};

/// A length of time, as two groups: the number and the unit.
const SECONDS: &str = r"(\d+(?:[.,]\d+)?)\s*-?\s*(ms|milliseconds?|s|secs?|seconds?)\b";
/// Only so many characters of a text are looked at.
const LONGEST: usize = 1_000;

static TRIM: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:trim|cut|keep|crop|clip|remove|delete|drop|only|shorten|snip|chop|take|skip|extract|from|first|last|until)\b",
    )
});
/// A file's name stands for the audio.
static FILE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"\S+\.(?:wav|mp3|ogg|oga|opus|flac|m4a|aac|aiff?|wma|mp4|mov|mkv|webm)\b")
});
/// What is not to happen: “without making the voice deeper”.
static UNWISHED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\bwithout\s+(?:making|changing|getting|sounding|becoming|altering|turning)\b[^,.;]*|\b(?:doesn['’]?t|does not|don['’]?t|do not|won['’]?t|shouldn['’]?t|should not) (?:sound|get|become|change|turn into)\b[^,.;]*",
    )
});
static MINUS: LazyLock<Regex> = LazyLock::new(|| pattern(r"[−–]\s*(\d)"));

/// Why a sentence is not done.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
pub enum Misread {
    /// It names no effect.
    #[error(
        "“{0}” names no effect that is known here. Ask to fade in or out, to make it louder or quieter (by some dB), faster, \
         slower, higher or deeper (by percent or semitones), wider or mono, to give it more or less bass or treble, to \
         compress, normalise or reverse it, to trim it to times, for an echo or a reverb, or for \
         2 seconds of silence at the start or the end."
    )]
    Unknown(String),
    /// It asks for a cut and for nothing else, and gives no times for it.
    #[error(
        "“{0}” does not say which part of the sound to keep. Give times, such as “from 0:02 to 0:05”, “the first 10 seconds” or \
         “remove 0:10-0:20”."
    )]
    Untimed(String),
    /// It asks for another pitch or tempo of a part.
    #[error(
        "Pitch and tempo are changed for the whole sound. Cut the part out first, and change that."
    )]
    Part,
}

/// The effects that a sentence asks for, in the order in which they are to be done.
///
/// # Errors
/// It asks for none, or for what cannot be done.
pub fn effects(text: &str) -> Result<Vec<Effect>, Misread> {
    let lower = digits(
        &text
            .chars()
            .take(LONGEST)
            .collect::<String>()
            .to_lowercase(),
    );
    let signed = MINUS.replace_all(&lower, "-$1");
    let wished = UNWISHED.replace_all(&signed, "");
    let mut rest = FILE.replace_all(&wished, "it").into_owned();
    let mut effects = Vec::new();
    silence::found(&mut rest, &mut effects);
    levels::fades(&mut rest, &mut effects);
    levels::compression(&mut rest, &mut effects);
    channels::sides(&mut rest, &mut effects);
    tempo::found(&mut rest, &mut effects)?;
    tones::found(&mut rest, &mut effects);
    rooms::found(&mut rest, &mut effects);
    channels::number(&mut rest, &mut effects);
    levels::loudness(&mut rest, &mut effects);
    if TRIM.is_match(&rest) {
        match said_ranges(&rest) {
            Some(ranges) => effects.push(Effect::Trim(ranges)),
            None if effects.is_empty() => return Err(Misread::Untimed(rest)),
            // Without a time, words such as "only" ask for nothing.
            None => {}
        }
    }
    if effects.is_empty() {
        return Err(Misread::Unknown(text.trim().chars().take(80).collect()));
    }
    effects.sort_by_key(Effect::place);
    Ok(effects)
}

fn pattern(expression: &str) -> Regex {
    Regex::new(expression).expect("the expression is well formed")
}

/// Every match of a pattern as its groups (empty where a group is missing), blanked out of the
/// text.
fn take(pattern: &Regex, text: &mut String) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let group = |captures: &Captures<'_>, index| {
        captures
            .get(index)
            .map_or("", |m: regex::Match<'_>| m.as_str())
            .to_owned()
    };
    let blanked = pattern.replace_all(text, |captures: &Captures<'_>| {
        found.push(
            (0..captures.len())
                .map(|index| group(captures, index))
                .collect(),
        );
        " ; ".to_owned()
    });
    *text = blanked.into_owned();
    found
}

/// How strongly something is asked for: half for "a bit", double for "much", 1 otherwise.
fn strength(words: &str) -> f64 {
    let has = |wanted: &[&str]| wanted.iter().any(|word| words.contains(word));
    if has(&[
        "bit", "little", "slight", "somewhat", "gentl", "light", "subtl", "touch",
    ]) {
        0.5
    } else if has(&[
        "much", "lot", "way", "far", "strong", "heav", "massiv", "really", "very", "extrem", "hard",
    ]) {
        2.0
    } else {
        1.0
    }
}

/// A number within limits.
fn within(number: f64, (least, most): (f64, f64)) -> f64 {
    number.clamp(least, most)
}

fn seconds(number_text: &str, unit: &str) -> Option<f64> {
    (!number_text.is_empty())
        .then(|| number(number_text) * if unit.starts_with('m') { 0.001 } else { 1.0 })
}

/// A number in digits; it counts no more than a million.
fn number(text: &str) -> f64 {
    text.replace(',', ".")
        .parse()
        .map_or(0.0, |number: f64| number.min(1e6))
}
