//! Words for pitch and tempo. They are read clause by clause: "pitch it up by 3 semitones and slow
//! it down by 10 %" asks for two things.

use std::sync::LazyLock;

use patchbay_values::effects::limits::{PITCHES, TEMPI};
use patchbay_values::effects::{Effect, Rate};
use regex::Regex;

use super::{Misread, SECONDS, number, pattern, seconds, strength, take, within};
use crate::times::said_ranges;

/// Semitones of "higher" without a figure.
const USUAL_PITCH: f64 = 3.0;
/// How much faster "faster" without a figure is.
const USUAL_TEMPO: f64 = 0.25;

static REVERSE: LazyLock<Regex> = LazyLock::new(|| pattern(r"\brevers\w*|\bbackwards?\b"));
/// What is to stay as it is asks for nothing.
static KEPT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:(?:without|not|don't|never) (?:chang|affect|alter|touch)(?:e|es|ing)?|(?:keep|preserv|maintain|leav)(?:e|s|ing)?) (?:its |the )?(?:original |same )?(?:pitch|tempo|speed|length|duration|key)(?: (?:the same|as it is|alone|unchanged|constant))?|\b(?:(?:at|with|in) )?(?:the |its )?(?:same|original|unchanged) (?:pitch|tempo|speed|length|duration|key)\b|\bwithout (?:the |its )?(?:pitch|tempo|speed|key) (?:going|getting|becoming|changing|dropping|rising|shifting)(?: (?:up|down|higher|lower|deeper|faster|slower))?\b",
    )
});
static CLAUSE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?:[^.,;]|\.\S|,\d)+?(?:$|[,;]|\.(?:\s|$)|\s(?:and|then|with|but|plus)\b)")
});
static TAPE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\blike (?:a |an |on )?(?:old )?(?:tape|vinyl|record|turntable|cassette)\b|\b(?:tape|varispeed)\b|\bnightcore\b|\bslowed\b",
    )
});
static PITCH: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:re-?)?pitch(?:ed|ing)?\b|\btranspos\w*|\b(?:half[- ]?(?:tone|step)|semitone|octave|cent)s?\b|\b(?:higher|lower|deeper) (?:key|voice|tone)\b|\bdeeper\b|\bchipmunks?\b|\b(?:monster|giant|demon)\b|\bdeep voice\b|\b(?:raise|lower|change) the key\b",
    )
});
static INTERVAL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"([+-])?\s*\b(\d+(?:[.,]\d+)?|an?|half an?)\s*-?\s*(semitones?|half[- ]?(?:steps?|tones?)|st|cents?|octaves?|(?:whole[- ]?)?(?:tones?|steps?)|fifths?|fourths?|major thirds?|minor thirds?|%|percent)",
    )
});
static TEMPO: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:speed|tempo|faster|slower|quicker|slow|bpm|slow[- ]?mo(?:tion)?|slowed|nightcore|half-?speed|double-?(?:time|speed)|stretch(?:ed)?|squeezed?|as (?:fast|slow))\b",
    )
});
static BEATS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(\d{2,3}(?:[.,]\d+)?)\s*(?:bpm)?\s*(?:to|->|→|-)\s*(\d{2,3}(?:[.,]\d+)?)\s*bpm")
});
static TIMES: LazyLock<Regex> = LazyLock::new(|| pattern(r"(\d+(?:[.,]\d+)?)\s*(?:x\b|×|times\b)"));
static SHARE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(\b(?:to|at|of|speed|tempo|is)\s*)?([+-])?\s*(\d+(?:[.,]\d+)?)\s*(?:%|percent)(\s*(?:of\b|speed\b|tempo\b))?",
    )
});
static LENGTH: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"\bto (?:last |fit |be )?(?:exactly |about |just |around )?(?:{SECONDS}|(\d{{1,3}}):(\d\d)\b|(\d+(?:[.,]\d+)?) ?min(?:ute)?s?\b)"
    ))
});

/// Reversal, pitch, tempo and tape speed.
pub(super) fn found(text: &mut String, effects: &mut Vec<Effect>) -> Result<(), Misread> {
    if !take(&REVERSE, text).is_empty() {
        effects.push(Effect::Reverse);
    }
    take(&KEPT, text);
    let is_tape = TAPE.is_match(text);
    let mut rest = String::new();
    for clause in CLAUSE.find_iter(text) {
        let clause = clause.as_str();
        let asked = if TEMPO.is_match(clause) {
            let rate = rate(clause);
            Some(if is_tape {
                Effect::Speed(rate)
            } else {
                Effect::Tempo(rate)
            })
        } else if PITCH.is_match(clause) {
            Some(Effect::Pitch(within(pitch(clause), PITCHES)))
        } else {
            None
        };
        match asked {
            Some(effect) => {
                // A length to reach and beats in a minute could be taken for times, but are no part
                // of the audio.
                let is_figure = LENGTH.is_match(clause) || BEATS.is_match(clause);
                if !is_figure && said_ranges(clause).is_some() {
                    return Err(Misread::Part);
                }
                effects.push(effect);
                rest.push_str(" ; ");
            }
            None => rest.push_str(clause),
        }
    }
    *text = rest;
    Ok(())
}

/// The semitones that a clause asks for.
fn pitch(clause: &str) -> f64 {
    let has = |words: &[&str]| words.iter().any(|word| clause.contains(word));
    let is_down = has(&[
        "down", "lower", "deep", "drop", "reduc", "decreas", "monster", "giant", "demon",
    ]);
    let Some(found) = INTERVAL.captures(clause) else {
        let usual = if has(&["chipmunk"]) {
            8.0
        } else if has(&["monster", "giant", "demon"]) {
            6.0
        } else {
            USUAL_PITCH
        };
        let semitones = usual * strength(clause);
        return if is_down { -semitones } else { semitones };
    };
    let amount = match &found[2] {
        "a" | "an" => 1.0,
        half if half.starts_with("half") => 0.5,
        digits => number(digits),
    };
    let is_down = found.get(1).map_or(is_down, |sign| sign.as_str() == "-");
    let unit = &found[3];
    let semitones = match unit {
        "%" | "percent" => {
            let share = amount / 100.0;
            return 12.0
                * if is_down {
                    (1.0 - share).max(0.1)
                } else {
                    1.0 + share
                }
                .log2();
        }
        _ if unit.starts_with("cent") => amount / 100.0,
        _ if unit.starts_with("octave") => amount * 12.0,
        _ if unit.starts_with("whole") || unit.starts_with("tone") => amount * 2.0,
        _ if unit.starts_with("fifth") => 7.0,
        _ if unit.starts_with("fourth") => 5.0,
        _ if unit.starts_with("major") => 4.0,
        _ if unit.starts_with("minor") => 3.0,
        _ => amount,
    };
    if is_down { -semitones } else { semitones }
}

/// How fast a clause wants an audio clip.
fn rate(clause: &str) -> Rate {
    if let Some(found) = BEATS.captures(clause) {
        return Rate::Times(within(
            number(&found[2]) / number(&found[1]).max(1.0),
            TEMPI,
        ));
    }
    if let Some(found) = LENGTH.captures(clause) {
        let group = |index: usize| found.get(index).map_or("", |group| group.as_str());
        let wanted = seconds(group(1), group(2)).unwrap_or_else(|| {
            number(group(3)) * 60.0 + number(group(4)) + number(group(5)) * 60.0
        });
        return Rate::Lasting(wanted);
    }
    Rate::Times(within(times(clause), TEMPI))
}

/// How many times as fast a clause wants an audio clip, where it gives neither beats nor a length.
fn times(clause: &str) -> f64 {
    let has = |words: &[&str]| words.iter().any(|word| clause.contains(word));
    let is_slow = has(&["slow", "down", "reduc", "decreas", "lower"]);
    if let Some(found) = SHARE.captures(clause) {
        let share = number(&found[3]) / 100.0;
        let by = has(&[" by ", "faster", "slower", "quicker"]) || found.get(2).is_some();
        let is_slow = found.get(2).map_or(is_slow, |sign| sign.as_str() == "-");
        // "to 80 %" and "80 % of the speed" are what it becomes, "by 20 %" what it changes by.
        let becomes = (found.get(1).is_some() || found.get(4).is_some()) && !by;
        return if becomes {
            share
        } else if is_slow {
            1.0 - share
        } else {
            1.0 + share
        };
    }
    if let Some(found) = TIMES.captures(clause) {
        let times = number(&found[1]).max(0.01);
        return if is_slow && times > 1.0 {
            1.0 / times
        } else {
            times
        };
    }
    if has(&[
        "half speed",
        "half-speed",
        "halfspeed",
        "half the speed",
        "half as fast",
        "half the tempo",
        "half its",
        "twice as slow",
    ]) {
        return 0.5;
    }
    if has(&["twice", "double"]) {
        return if is_slow { 0.5 } else { 2.0 };
    }
    if has(&["slow mo", "slow-mo", "slowmo"]) {
        return 0.5;
    }
    if has(&["slowed"]) {
        return 0.85;
    }
    if is_slow {
        1.0 / (1.0 + USUAL_TEMPO * strength(clause))
    } else {
        1.0 + USUAL_TEMPO * strength(clause)
    }
}
