//! How fast a video is to play, or a part of it, from words.

mod part;
mod ramp;

use std::sync::LazyLock;

use patchbay_values::speeds::{Beyond, MOST, Rate, Speed};
use patchbay_values::times::TimeRanges;
use regex::Regex;
use thiserror::Error;

pub use self::ramp::ramp;
use crate::times::{digits, names_a_part, wanted_length};

/// What "faster" and "slower" mean without an amount.
const SOME: f64 = 1.5;
/// "A bit faster".
const LITTLE: f64 = 1.25;
/// "Much faster".
const MUCH: f64 = 4.0;
const SLOW_MOTION: f64 = 0.5;
const SUPER_SLOW_MOTION: f64 = 0.25;

/// Why a sentence says no speed that a video can have.
#[derive(Debug, Error, Clone, PartialEq)]
pub enum SpeedError {
    /// More than one speed is meant, or a length for a part of the video.
    #[error(
        "A part of a video gets one speed, as a multiple. Say for example “from 0:02 to 0:05 twice as fast” or “the last 3 \
         seconds in slow motion”."
    )]
    Part,
    /// No speed is in it.
    #[error(
        "“{0}” does not say how fast the video is to play. Say “twice as fast”, “half speed”, “150 %”, “slow motion” or a \
         length, such as “to 30 seconds”."
    )]
    Unsaid(String),
    /// Out of range.
    #[error(transparent)]
    Beyond(#[from] Beyond),
}

/// What a sentence says of a video's speed, or of that of the part that [`within`] finds in it.
///
/// # Errors
/// It says none, or more than one.
pub fn speed(text: &str) -> Result<Speed, SpeedError> {
    let said = normalised(text);
    let (is_part, said) = match part::split(&said) {
        Some((within, _)) if within.ranges.is_empty() => return Err(SpeedError::Part),
        Some((_, rest)) => (true, rest),
        None => (false, said),
    };
    let counts = MULTIPLE.find_iter(&said).count() + PERCENT.find_iter(&said).count();
    let is_mixed = is_part && (counts > 1 || ORDINARY.is_match(&said));
    if names_a_part(&said) || is_mixed {
        return Err(SpeedError::Part);
    }
    let lapse = TIME_LAPSE_WORDS.is_match(&said);
    let length = wanted_length(&said);
    if is_part && length.is_some() {
        return Err(SpeedError::Part);
    }
    let rate = length
        .map(Rate::Lasting)
        .or_else(|| amount(&said).map(Rate::Times))
        .or_else(|| lapse.then_some(Rate::TimeLapse))
        .or_else(|| manner(&said).map(Rate::Times))
        .ok_or_else(|| SpeedError::Unsaid(text.trim().chars().take(80).collect()))?;
    Ok(Speed {
        rate,
        silent: lapse || SILENT_WORDS.is_match(&said),
    })
}

/// The parts of a video that a sentence makes faster or slower; none where it means the whole.
pub fn within(text: &str) -> Option<TimeRanges> {
    let (ranges, _) = part::split(&normalised(text))?;
    (!ranges.ranges.is_empty()).then_some(ranges)
}

/// A sentence in lower case, its numbers as digits and its signs as words.
fn normalised(text: &str) -> String {
    let said = digits(&text.chars().take(1000).collect::<String>().to_lowercase())
        .replace('×', "x")
        .replace("percent", "%")
        .replace(['½'], " half ")
        .replace(['¼'], " quarter ");
    LASTS.replace_all(&said, "$1 lasting").into_owned()
}

/// The factor that words say which say nothing else: `half speed`; none where they say none.
pub(crate) fn worded(words: &str) -> Option<f64> {
    match speed(words).ok()?.rate {
        Rate::Times(factor) => Some(factor),
        Rate::Lasting(_) | Rate::TimeLapse => None,
    }
}

static TIME_LAPSE_WORDS: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b(?:time|hyper)[\s-]?laps"));
/// What is left as it is, beside a part that is not.
static ORDINARY: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b(?:normal|normally|ordinary|original|regular|real time)\b"));
/// "Last" as a verb: "make it last 2 minutes", not "the last 2 minutes".
static LASTS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(it|this|video|clip|film|movie|footage|recording|whole|all|to|should|must|will|would|can|only|\S+\.\w{2,4})\s+last\b",
    )
});
static SILENT_WORDS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"\b(?:without|no|remove the|drop the|mute the) (?:sound|audio)\b|\bmuted?\b|\bsilent")
});
static SLOWER: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\bslow|\bslomo|\blonger\b|\bas long\b|\b(?:length|duration)\b"));
static FASTER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\bfaste|\bquick|\bspeed(?:s|ed|ing)?\b.{0,40}\bup\b|\bsped\b|\baccelerat|\bshorte|\brapid",
    )
});
static PERCENT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?:\b(by|to|at)\s+(?:about\s+)?)?(\d+(?:\.\d+)?)\s*%\s*(faster|quicker|slower|longer|shorter)?",
    )
});
static MULTIPLE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(\d+(?:\.\d+)?)\s*-?(?:x\b|times\b|fold\b)|\bx\s?(\d+(?:\.\d+)?)\b|\bfactor\s+(?:of\s+)?(\d+(?:\.\d+)?)|\b(?:speed|rate|tempo)\s*(?:of|to|at|=|:)?\s*(\d+(?:\.\d+)?)\b",
    )
});
/// Behind a number of times: it plays that often.
static AGAIN: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^\s*(?:over\b|in a row\b|again\b|one after\b|back to back\b)"));
static SHARE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:(\d)[\s/-]*)?(halfs?|halves|halved?|thirds?|quarters?|fifths?|tenths?)\b|\b(\d+)\s?/\s?(\d+)\b|\b(twice|doubled?|doubling|tripled?|tripling|thrice|quadrupled?)\b",
    )
});

fn pattern(words: &str) -> Regex {
    Regex::new(words).expect("a pattern of this file is valid")
}

/// A pace that is given by a number or its word.
fn amount(said: &str) -> Option<f64> {
    let number = |text: &str| text.parse::<f64>().ok().map(|number| number.min(MOST));
    let slower = SLOWER.is_match(said) && !FASTER.is_match(said);
    // "Twice" makes it faster, "twice as slow" and "twice as long" slower; "half as fast" is slower
    // already.
    let turned = |factor: f64| {
        if slower && factor > 1.0 {
            1.0 / factor
        } else {
            factor
        }
    };
    if let Some(found) = PERCENT.captures(said) {
        let share = number(&found[2])? / 100.0;
        let way = found.get(1).map_or("", |word| word.as_str());
        let compared = found.get(3).is_some()
            || way == "by"
            || (way.is_empty() && (slower || share < 1.0) && moves(said));
        let shorter = found.get(3).is_some_and(|word| word.as_str() == "shorter");
        return Some(match (compared, slower) {
            (false, _) => share,
            (true, false) if shorter && share < 1.0 => 1.0 / (1.0 - share),
            (true, true) if share < 1.0 => 1.0 - share,
            (true, true) => 1.0 / (1.0 + share),
            (true, false) => 1.0 + share,
        });
    }
    let repeats = |found: &regex::Captures| {
        let behind = found.get(0).map_or("", |all| &said[all.end()..]);
        AGAIN.is_match(behind)
    };
    if let Some(found) = MULTIPLE.captures(said).filter(|found| !repeats(found)) {
        return number(found.iter().skip(1).flatten().next()?.as_str()).map(turned);
    }
    let found = SHARE.captures(said)?;
    let lengthened = ["as long", "length", "duration", "the time"]
        .iter()
        .any(|words| said.contains(words));
    let factor = match (found.get(2), found.get(3), found.get(5)) {
        (Some(part), ..) => {
            let parts = match &part.as_str()[..2] {
                "ha" => 2.0,
                "th" => 3.0,
                "qu" => 4.0,
                "fi" => 5.0,
                _ => 10.0,
            };
            found
                .get(1)
                .and_then(|count| number(count.as_str()))
                .unwrap_or(1.0)
                / parts
        }
        (_, Some(above), _) => {
            number(above.as_str())? / number(&found[4]).filter(|below| *below > 0.0)?
        }
        (.., Some(word)) if word.as_str().starts_with('q') => 4.0,
        (.., Some(word)) if word.as_str().starts_with("tr") || word.as_str() == "thrice" => 3.0,
        _ => 2.0,
    };
    Some(if lengthened {
        1.0 / factor.max(1.0 / MOST)
    } else {
        turned(factor)
    })
}

/// Whether a sentence asks for a change of speed, and does not name a speed.
fn moves(said: &str) -> bool {
    SLOWER.is_match(said) || FASTER.is_match(said)
}

/// A pace that is given by its manner.
fn manner(said: &str) -> Option<f64> {
    let has = |words: &[&str]| words.iter().any(|word| said.contains(word));
    if has(&[
        "slow motion",
        "slow-motion",
        "slowmo",
        "slow mo",
        "slow-mo",
        "slomo",
    ]) {
        let very = has(&["super", "ultra", "extreme", "very slow"]);
        return Some(if very { SUPER_SLOW_MOTION } else { SLOW_MOTION });
    }
    let faster =
        FASTER.is_match(said) || has(&["fast motion", "fast forward", "fast-forward", " fast"]);
    let strength = if has(&["a bit", "a little", "slightly", "somewhat"]) {
        LITTLE
    } else if has(&["much", "a lot", "way ", "far ", "very", "super", "really"]) {
        MUCH
    } else {
        SOME
    };
    match (faster, SLOWER.is_match(said)) {
        // “Speed up or slow down so that …” names no speed.
        (true, true) if said.contains("down") => None,
        (true, _) => Some(strength),
        (false, true) => Some(1.0 / strength),
        (false, false) => None,
    }
}

#[cfg(test)]
mod tests;
