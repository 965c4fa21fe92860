//! Words for loudness: fades, louder and softer, loudness to reach, compression.

use std::sync::LazyLock;

use patchbay_values::effects::limits::{FADES, GAINS, LOUDNESSES, RATIOS, THRESHOLDS};
use patchbay_values::effects::{Compressor, Effect, Fade};
use regex::Regex;

use super::{SECONDS, number, pattern, seconds, strength, take, within};

/// What "normalise" without a figure means, in LUFS.
const USUAL_LOUDNESS: f64 = -14.0;

static FADE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?:(?:a|an|the)?\s*(?:(?:first|last|final)\s+)?(?:{SECONDS}\s*(?:long\s*)?)(?:of\s+(?:it|this|(?:the|my|our|its)\s+\w+)\s+)?(?:(?:should|can|to)\s+)?)?\bfad(?:e|es|ed|ing)[\s-]*(?:(?:it|this|(?:the|my|our|its) \w+)\s+)?(in\s*(?:and|&|\+|/)\s*(?:fade\s*)?out|out\s*(?:and|&)\s*in|in|out|away|at both ends)?(?:\s+(?:of\s+)?(?:it|this|(?:the|my|our|its) \w+))?(?:\s*\b(?:from|to)\s+(?:black|white))?(?:\s*(?:over|for|of|within|during|at|in|by|lasting|with)?\s*(?:the\s*)?(?:(?:first|last|final|beginning|start|end)\s*)*(?:of\s*)?(?:{SECONDS})?)?"
    ))
});
/// One second, as it is said without its number: “the last second”.
static A_SECOND: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b(first|last|final) second\b"));
static DECIBELS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?:(?:\b(louder|quieter|softer|up|down|lower|raise|reduce|boost|increase|decrease|attenuate|dip|duck|turn(?: it)? (?:up|down))\b)[^.;]{0,30}?)?([+-]?)\s*(\d+(?:[.,]\d+)?)\s*db\b(?:\s*(louder|quieter|softer|up|down|lower))?",
    )
});
/// What is too soft or too loud.
static TOO: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b(?:much |way |far )?too (quiet|soft|faint|loud)\b"));
/// A limit of -1 dB for peaks, which every result keeps.
static PEAK: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"\b(?:true[- ])?peaks?\b[^.;\d]{0,40}-\s*(?:1(?:[.,]0)?|0?[.,]\d+|0)\s*db(?:tp|fs)?\b")
});
static LUFS: LazyLock<Regex> = LazyLock::new(|| pattern(r"-?\s*\b(\d{1,2}(?:[.,]\d+)?)\s*lufs\b"));
static NORMALISE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\bnormali[sz]\w*|\beven out\b|\blevel out\b|\b(?:standard|even|usual|same|equal) (?:loudness|volume|level)\b|\bequally loud\b|\bmatch their (?:loudness|volumes?|levels?)\b|\bas loud as each other\b|\bloudness[- ]match\w*",
    )
});
static PERCENT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:volume|loudness)\b[^.;]{0,20}?(\d{1,3})\s*(?:%|percent)|(\d{1,3})\s*(?:%|percent)\s*(?:of\s*(?:the\s*)?)?(?:volume|as loud|loudness)",
    )
});
static LOUDER_PERCENT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(\d{1,3})\s*(?:%|percent)\s*(louder|quieter|softer)|(louder|quieter|softer) by (\d{1,3})\s*(?:%|percent)",
    )
});
static HALF: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b(half|twice|double|1/2) (?:as loud|the (?:volume|loudness))"));
static LOUDER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:(a (?:bit|little)|slightly|somewhat|much|a lot|way|far)\s+)?(louder|quieter|softer|turn(?: it| the \w+)? (?:up|down)|turn(?: it)? \w+ (?:up|down)|amplif(?:y|ied)|boost(?:ed)?|less loud|more quiet|(?:lower|raise|increase|decrease|reduce) the (?:volume|level|gain|loudness))\b",
    )
});
static COMPRESS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?:\b(a bit(?: of)?|a little|slightly|gentl[ey]|light(?:ly)?|subtl[ey]|strong(?:ly)?|heav(?:y|ily)|hard|much|a lot(?: of)?)\s+)?\b(?:compress(?:ed|ion|or|ing)?\b|(?:even|level|smooth) out (?:the|its) dynamics\b|(?:reduce|lower|tame|shrink|less) (?:the |its )?dynamic(?:s| range)?\b|punchier\b)(?:\s+(?:it|the (?:sound|voice|audio|dynamics)))?(?:\s+(a bit|a little|slightly|gently|lightly|strongly|heavily|hard|a lot)\b)?",
    )
});
static RATIO: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\bratio (?:of )?(\d+(?:[.,]\d+)?)(?:\s*(?::|to)\s*1\b)?|(\d+(?:[.,]\d+)?)\s*(?::|to)\s*1\b(?:\s*ratio)?",
    )
});
static THRESHOLD: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\bthreshold (?:of |at |to )?-?\s*(\d+(?:[.,]\d+)?)\s*db(?:fs)?\b|-\s*(\d+(?:[.,]\d+)?)\s*db(?:fs)? threshold\b",
    )
});

/// Fades at the ends.
pub(super) fn fades(text: &mut String, effects: &mut Vec<Effect>) {
    *text = A_SECOND.replace_all(text, "$1 1 second").into_owned();
    for found in take(&FADE, text) {
        let given = seconds(&found[1], &found[2]).or_else(|| seconds(&found[4], &found[5]));
        let fade = given.map_or(Fade::Usual, |seconds| Fade::Over(within(seconds, FADES)));
        let (way, about) = (found[3].as_str(), found[0].as_str());
        let at_start = ["first", "beginning", "start", "from black", "from white"]
            .iter()
            .any(|word| about.contains(word));
        if way.starts_with("in")
            || way.contains("both")
            || way.ends_with("in")
            || (way.is_empty() && at_start)
        {
            effects.push(Effect::FadeIn(fade));
        }
        if way.contains("out")
            || way.contains("away")
            || way.contains("both")
            || (way.is_empty() && !at_start)
        {
            effects.push(Effect::FadeOut(fade));
        }
    }
}

/// Compression, with its ratio and threshold where they are given.
pub(super) fn compression(text: &mut String, effects: &mut Vec<Effect>) {
    let Some(found) = take(&COMPRESS, text).into_iter().next() else {
        return;
    };
    let first = |found: Vec<Vec<String>>| {
        found.first().map(|groups| {
            number(if groups[1].is_empty() {
                &groups[2]
            } else {
                &groups[1]
            })
        })
    };
    let threshold =
        first(take(&THRESHOLD, text)).map(|decibels| (-decibels).clamp(THRESHOLDS.0, THRESHOLDS.1));
    let ratio = first(take(&RATIO, text)).unwrap_or_else(|| {
        1.0 + (Compressor::USUAL_RATIO - 1.0)
            * strength(if found[1].is_empty() {
                &found[2]
            } else {
                &found[1]
            })
    });
    effects.push(Effect::Compress(Compressor {
        ratio: ratio.clamp(RATIOS.0, RATIOS.1),
        threshold,
    }));
}

/// A loudness to reach, or louder and softer.
pub(super) fn loudness(text: &mut String, effects: &mut Vec<Effect>) {
    take(&PEAK, text);
    let targets: Vec<f64> = take(&LUFS, text)
        .iter()
        .map(|found| within(-number(&found[1]), LOUDNESSES))
        .collect();
    let is_normalised = !take(&NORMALISE, text).is_empty();
    if let Some(target) = targets
        .last()
        .copied()
        .or(is_normalised.then_some(USUAL_LOUDNESS))
    {
        effects.push(Effect::Normalise(target));
    }
    effects.extend(gain(text).map(Effect::Gain));
}

fn gain(text: &mut String) -> Option<f64> {
    let down = |word: &str| {
        [
            "quiet",
            "soft",
            "down",
            "lower",
            "reduce",
            "decrease",
            "attenuate",
            "less",
            "dip",
            "duck",
        ]
        .iter()
        .any(|d| word.contains(d))
    };
    let decibels = |factor: f64| 20.0 * factor.log10();
    if let Some(found) = take(&DECIBELS, text).first() {
        let negative = found[2] == "-" || down(&found[1]) || down(&found[4]);
        let decibels = number(&found[3]);
        return Some(within(if negative { -decibels } else { decibels }, GAINS));
    }
    if let Some(found) = take(&LOUDER_PERCENT, text).first() {
        let (amount, way) = if found[1].is_empty() {
            (&found[4], &found[3])
        } else {
            (&found[1], &found[2])
        };
        let share = number(amount) / 100.0;
        return Some(decibels(if down(way) {
            (1.0 - share).max(0.01)
        } else {
            1.0 + share
        }));
    }
    if let Some(found) = take(&PERCENT, text).first() {
        let percent = number(if found[1].is_empty() {
            &found[2]
        } else {
            &found[1]
        })
        .clamp(0.1, 1_000.0);
        return Some(decibels(percent / 100.0));
    }
    // Half and double as loud are 10 dB (S. S. Stevens, "The measurement of loudness", 1955).
    if let Some(found) = take(&HALF, text).first() {
        return Some(if found[1] == "half" || found[1] == "1/2" {
            -10.0
        } else {
            10.0
        });
    }
    let too = take(&TOO, text);
    let found = take(&LOUDER, text);
    let Some(found) = found.first() else {
        let amount = 6.0 * strength(&too.first()?[0]);
        return Some(if too.first()?[1] == "loud" {
            -amount
        } else {
            amount
        });
    };
    let amount = 6.0 * strength(&found[1]);
    Some(if down(&found[2]) { -amount } else { amount })
}
