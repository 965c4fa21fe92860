//! Finds the effects that a sentence asks for.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::Effect;
use crate::ToolError;
use crate::times::{digits, kept_parts};

/// A fade without a given length, in seconds; a short sound fades for a quarter of its length.
const USUAL_FADE: f64 = 2.0;
/// What "normalise" without a figure means, in LUFS.
const USUAL_LOUDNESS: f64 = -14.0;

const SECONDS: &str = r"(\d+(?:[.,]\d+)?)\s*-?\s*(ms|milliseconds?|s|secs?|seconds?)\b";

static FADE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?:(?:a|an|the)?\s*(?:{SECONDS}\s*(?:long\s*)?))?\bfad(?:e|es|ed|ing)[\s-]*(?:(?:it|the sound|the music|the audio|this)\s+)?(in\s*(?:and|&|\+|/)\s*(?:fade\s*)?out|out\s*(?:and|&)\s*in|in|out|away|at both ends)?(?:\s*(?:over|for|of|within|during|at|in|by|lasting|with)?\s*(?:the\s*)?(?:(?:first|last|final|beginning|start|end)\s*)*(?:of\s*)?(?:{SECONDS})?)?"
    ))
});
static DECIBELS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?:(?:\b(louder|quieter|softer|up|down|lower|raise|reduce|boost|increase|decrease|attenuate|turn(?: it)? (?:up|down))\b)[^.;]{0,30}?)?([+\-−–]?)\s*(\d+(?:[.,]\d+)?)\s*db\b(?:\s*(louder|quieter|softer|up|down|lower))?",
    )
});
static LUFS: LazyLock<Regex> = LazyLock::new(|| pattern(r"[-−–]\s*(\d{1,2}(?:[.,]\d+)?)\s*lufs\b"));
static NORMALISE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\bnormali[sz]\w*|\beven out\b|\blevel out\b|\b(?:standard|even|usual) loudness\b"));
static PERCENT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:volume|loudness)\b[^.;]{0,20}?(\d{1,3})\s*(?:%|percent)|(\d{1,3})\s*(?:%|percent)\s*(?:of\s*(?:the\s*)?)?(?:volume|as loud|loudness)",
    )
});
static HALF: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b(half|twice|double|1/2) (?:as loud|the (?:volume|loudness))"));
static LOUDER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:(a (?:bit|little)|slightly|somewhat|much|a lot|way|far)\s+)?(louder|quieter|softer|turn(?: it| the \w+)? (?:up|down)|turn(?: it)? \w+ (?:up|down)|amplif(?:y|ied)|boost(?:ed)?|less loud|more quiet|(?:lower|raise|increase|decrease|reduce) the (?:volume|level|gain|loudness))\b",
    )
});
static REVERSE: LazyLock<Regex> = LazyLock::new(|| pattern(r"\brevers\w*|\bbackwards?\b"));
static ECHO: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"\b(?:echo(?:es|ing|ed)?|delay(?:ed)?|slapback)\b(?:\s*(?:of|at|every|with)?\s*(?:a\s*)?(?:delay\s*of\s*)?{SECONDS})?"
    ))
});
static REVERB: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"\b(reverb(?:eration|erant)?|(?:large |big |concert )?hall|cathedral|church|cave|(?:small )?room|bathroom|plate)\b(?:\s*(?:of|with)?\s*{SECONDS})?"
    ))
});
static TRIM: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:trim|cut|keep|crop|clip|remove|delete|drop|only|shorten|snip|chop|take|skip|extract|from|first|last|until)\b",
    )
});

fn pattern(expression: &str) -> Regex {
    Regex::new(expression).expect("the expression is well formed")
}

/// The effects that a sentence asks for on a sound of `length` seconds: trimming first, fades and loudness last. An error
/// that says what can be asked for where there are none.
pub(in crate::audio) fn effects(text: &str, length: f64) -> Result<Vec<Effect>, ToolError> {
    let mut rest = digits(&text.chars().take(1_000).collect::<String>().to_lowercase());
    let mut ends = Vec::new();
    let mut middle = Vec::new();
    for found in take(&FADE, &mut rest) {
        fade(&found, length, &mut ends);
    }
    for found in take(&LUFS, &mut rest) {
        middle.push(Effect::Normalise(-number(&found[1]).clamp(5.0, 40.0)));
    }
    let normalised = !take(&NORMALISE, &mut rest).is_empty();
    if normalised && middle.is_empty() {
        middle.push(Effect::Normalise(USUAL_LOUDNESS));
    }
    middle.extend(gain(&mut rest).map(Effect::Gain));
    if !take(&REVERSE, &mut rest).is_empty() {
        middle.insert(0, Effect::Reverse);
    }
    for found in take(&ECHO, &mut rest).into_iter().take(1) {
        middle.insert(0, Effect::Echo(seconds(&found[1], &found[2]).unwrap_or(0.35).clamp(0.02, 5.0)));
    }
    for found in take(&REVERB, &mut rest).into_iter().take(1) {
        let usual = match found[1].as_str() {
            "cathedral" | "church" | "cave" => 4.5,
            room if room.contains("hall") => 2.6,
            room if room.contains("room") => 0.8,
            _ => 1.8,
        };
        middle.insert(0, Effect::Reverb(seconds(&found[2], &found[3]).unwrap_or(usual).clamp(0.1, 12.0)));
    }
    let mut effects = Vec::new();
    let others = !ends.is_empty() || !middle.is_empty();
    if TRIM.is_match(&rest) {
        match kept_parts(&rest, length, "sound") {
            Ok(parts) => effects.push(Effect::Trim(parts)),
            // Without a time, words such as "only" ask for nothing.
            Err(crate::times::TimesError::Missing { .. }) if others => {}
            Err(error) => return Err(ToolError::Input(error.to_string())),
        }
    }
    effects.append(&mut middle);
    effects.append(&mut ends);
    if effects.is_empty() {
        return Err(ToolError::Input(format!(
            "“{}” names no effect that is known here. Ask to fade in or out, to make it louder or quieter (by some dB), to \
             trim it to times, to normalise or reverse it, or for an echo or a reverb.",
            text.trim().chars().take(80).collect::<String>()
        )));
    }
    Ok(effects)
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

fn fade(found: &[String], length: f64, effects: &mut Vec<Effect>) {
    let given = seconds(&found[1], &found[2]).or_else(|| seconds(&found[4], &found[5]));
    let time = given.unwrap_or(USUAL_FADE.min(length / 4.0)).clamp(0.0, length);
    let way = found[3].as_str();
    let about = found[0].as_str();
    let at_start = about.contains("first") || about.contains("beginning") || about.contains("start");
    let into = way.starts_with("in") || way.contains("both") || way.ends_with("in") || (way.is_empty() && at_start);
    let out = way.contains("out") || way.contains("away") || way.contains("both") || (way.is_empty() && !at_start);
    if into {
        effects.push(Effect::FadeIn(time));
    }
    if out {
        effects.push(Effect::FadeOut(time));
    }
}

fn gain(text: &mut String) -> Option<f64> {
    let down = |word: &str| {
        ["quiet", "soft", "down", "lower", "reduce", "decrease", "attenuate", "less"].iter().any(|d| word.contains(d))
    };
    if let Some(found) = take(&DECIBELS, text).first() {
        let negative = found[2].starts_with(['-', '−', '–']) || down(&found[1]) || down(&found[4]);
        let decibels = number(&found[3]).min(60.0);
        return Some(if negative { -decibels } else { decibels });
    }
    if let Some(found) = take(&PERCENT, text).first() {
        let percent = number(if found[1].is_empty() { &found[2] } else { &found[1] }).clamp(0.1, 1_000.0);
        return Some(20.0 * (percent / 100.0).log10());
    }
    // Half and double as loud are 10 dB (S. S. Stevens, "The measurement of loudness", 1955).
    if let Some(found) = take(&HALF, text).first() {
        return Some(if found[1] == "half" || found[1] == "1/2" { -10.0 } else { 10.0 });
    }
    let found = take(&LOUDER, text);
    let found = found.first()?;
    let amount = match found[1].as_str() {
        "" => 6.0,
        little if little.starts_with("a bit") || little.starts_with("a little") || little.starts_with('s') => 3.0,
        _ => 12.0,
    };
    Some(if down(&found[2]) { -amount } else { amount })
}

fn seconds(number_text: &str, unit: &str) -> Option<f64> {
    (!number_text.is_empty()).then(|| number(number_text) * if unit.starts_with('m') { 0.001 } else { 1.0 })
}

fn number(text: &str) -> f64 {
    text.replace(',', ".").parse().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::times::Part;

    fn asked(text: &str) -> Vec<Effect> {
        effects(text, 20.0).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn fades_are_found() {
        assert_eq!(asked("fade out"), [Effect::FadeOut(2.0)]);
        assert_eq!(
            asked("fade voice.wav out over 3 seconds".replace("voice.wav ", "").as_str()),
            [Effect::FadeOut(3.0)]
        );
        assert_eq!(asked("fade in over 1.5 s and fade out over 4 s"), [Effect::FadeIn(1.5), Effect::FadeOut(4.0)]);
        assert_eq!(asked("fade it in and out"), [Effect::FadeIn(2.0), Effect::FadeOut(2.0)]);
        assert_eq!(asked("a 3 second fade-out"), [Effect::FadeOut(3.0)]);
        assert_eq!(asked("fade the last five seconds"), [Effect::FadeOut(5.0)]);
        assert_eq!(asked("fade in for 500 ms"), [Effect::FadeIn(0.5)]);
        assert_eq!(effects("fade out", 2.0), Ok(vec![Effect::FadeOut(0.5)]));
    }

    #[test]
    fn loudness_is_found() {
        assert_eq!(asked("make it louder"), [Effect::Gain(6.0)]);
        assert_eq!(asked("a bit quieter please"), [Effect::Gain(-3.0)]);
        assert_eq!(asked("half as loud"), [Effect::Gain(-10.0)]);
        assert_eq!(asked("raise it by 4.5 dB"), [Effect::Gain(4.5)]);
        assert_eq!(asked("-6 dB"), [Effect::Gain(-6.0)]);
        assert_eq!(asked("reduce the volume by 3 dB"), [Effect::Gain(-3.0)]);
        assert_eq!(asked("turn it down"), [Effect::Gain(-6.0)]);
        assert_eq!(asked("normalize it"), [Effect::Normalise(-14.0)]);
        assert_eq!(asked("normalise to -16 LUFS"), [Effect::Normalise(-16.0)]);
        let [Effect::Gain(half)] = asked("set the volume to 50%")[..] else { panic!("a gain") };
        assert!((half + 6.02).abs() < 0.01);
    }

    #[test]
    fn several_in_a_sentence() {
        assert_eq!(
            asked("trim it from 0:02 to 0:05, make it louder and fade out over 1 second"),
            [Effect::Trim(vec![Part { start: 2.0, end: 5.0 }]), Effect::Gain(6.0), Effect::FadeOut(1.0)]
        );
        assert_eq!(asked("play it backwards with a church reverb"), [Effect::Reverb(4.5), Effect::Reverse]);
        assert_eq!(asked("add an echo every 0.5 seconds"), [Effect::Echo(0.5)]);
        assert_eq!(asked("keep the first 4 seconds"), [Effect::Trim(vec![Part { start: 0.0, end: 4.0 }])]);
    }

    #[test]
    fn what_is_unknown_is_answered_with_what_is_known() {
        let said = effects("make it sound like a robot", 20.0).expect_err("there are no robots").to_string();
        assert!(said.contains("robot") && said.contains("fade") && said.contains("echo"), "{said}");
        assert!(effects("cut from 0:30 to 0:40", 20.0).is_err());
    }
}
