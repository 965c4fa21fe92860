//! Finds the effects that a sentence asks for.
//!
//! Each part looks for its own words, with their amounts, and blanks them out, so that no word is read twice:
//! - [`levels`]: fades, louder and softer, loudness, compression
//! - [`tempo`]: pitch, tempo, tape speed, reversal
//! - [`tones`]: the equaliser
//! - [`rooms`]: echo, reverb, stereo width

mod levels;
mod rooms;
mod tempo;
mod tones;

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::Effect;
use crate::ToolError;
use patchbay_phrases::times::{TimesError, digits, kept_parts};

/// A length of time, as two groups: the number and the unit.
const SECONDS: &str = r"(\d+(?:[.,]\d+)?)\s*-?\s*(ms|milliseconds?|s|secs?|seconds?)\b";
/// Only so many characters of a text are looked at.
const LONGEST: usize = 1_000;

static TRIM: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:trim|cut|keep|crop|clip|remove|delete|drop|only|shorten|snip|chop|take|skip|extract|from|first|last|until)\b",
    )
});
/// A file's name stands for the sound.
static FILE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\S+\.(?:wav|mp3|ogg|oga|opus|flac|m4a|aac|aiff?|wma|mp4|mov|mkv|webm)\b"));
static MINUS: LazyLock<Regex> = LazyLock::new(|| pattern(r"[−–]\s*(\d)"));

/// The effects that a sentence asks for on a sound of `length` seconds, in the order in which they are to be done. An
/// error that says what can be asked for where there are none.
pub(in crate::audio) fn effects(text: &str, length: f64) -> Result<Vec<Effect>, ToolError> {
    let lower = digits(&text.chars().take(LONGEST).collect::<String>().to_lowercase());
    let mut rest = FILE.replace_all(&MINUS.replace_all(&lower, "-$1"), "it").into_owned();
    let mut effects = Vec::new();
    levels::fades(&mut rest, length, &mut effects);
    levels::compression(&mut rest, &mut effects);
    tempo::found(&mut rest, length, &mut effects)?;
    tones::found(&mut rest, &mut effects);
    rooms::found(&mut rest, &mut effects);
    levels::loudness(&mut rest, &mut effects);
    if TRIM.is_match(&rest) {
        match kept_parts(&rest, length, "sound") {
            Ok(parts) => effects.push(Effect::Trim(parts)),
            // Without a time, words such as "only" ask for nothing.
            Err(TimesError::Missing { .. }) if !effects.is_empty() => {}
            Err(error) => return Err(ToolError::Refused(error.to_string())),
        }
    }
    if effects.is_empty() {
        return Err(ToolError::Refused(format!(
            "“{}” names no effect that is known here. Ask to fade in or out, to make it louder or quieter (by some dB), \
             faster, slower, higher or deeper (by percent or semitones), wider or mono, to give it more or less bass or \
             treble, to compress, normalise or reverse it, to trim it to times, or for an echo or a reverb.",
            text.trim().chars().take(80).collect::<String>()
        )));
    }
    effects.sort_by_key(Effect::place);
    Ok(effects)
}

fn pattern(expression: &str) -> Regex {
    Regex::new(expression).expect("the expression is well formed")
}

/// Every match of a pattern as its groups (empty where a group is missing), blanked out of the text.
fn take(pattern: &Regex, text: &mut String) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let group =
        |captures: &Captures<'_>, index| captures.get(index).map_or("", |m: regex::Match<'_>| m.as_str()).to_owned();
    let blanked = pattern.replace_all(text, |captures: &Captures<'_>| {
        found.push((0..captures.len()).map(|index| group(captures, index)).collect());
        " ; ".to_owned()
    });
    *text = blanked.into_owned();
    found
}

/// How strongly something is asked for: half for "a bit", double for "much", 1 otherwise.
fn strength(words: &str) -> f64 {
    let has = |wanted: &[&str]| wanted.iter().any(|word| words.contains(word));
    if has(&["bit", "little", "slight", "somewhat", "gentl", "light", "subtl", "touch"]) {
        0.5
    } else if has(&["much", "lot", "way", "far", "strong", "heav", "massiv", "really", "very", "extrem", "hard"]) {
        2.0
    } else {
        1.0
    }
}

fn seconds(number_text: &str, unit: &str) -> Option<f64> {
    (!number_text.is_empty()).then(|| number(number_text) * if unit.starts_with('m') { 0.001 } else { 1.0 })
}

fn number(text: &str) -> f64 {
    text.replace(',', ".").parse().unwrap_or(0.0)
}

#[cfg(test)]
mod tests;
