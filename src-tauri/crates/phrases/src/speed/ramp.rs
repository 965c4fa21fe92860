//! Speeds that change gradually, from words: “ramp from 1x to 4x”, “gradually slow down to half
//! speed”.

use std::sync::LazyLock;

use patchbay_values::speeds::MOST;
use regex::Regex;

use super::{normalised, part, pattern};

/// Words that say that a speed changes little by little.
static GRADUAL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\bramp(?:s|ed|ing)?\b|\bgradual|\bprogressive|\blittle by little\b|\bbit by bit\b|\bfaster and faster\b|\bslower and slower\b|\beas(?:e|es|ing) (?:in|out|from|to|into|up|down)\b",
    )
});
/// Two speeds of which one follows the other.
static CHANGES: LazyLock<[Regex; 2]> = LazyLock::new(|| {
    [
        format!(r"\bfrom (?:about )?{SPEED} (?:down |up |back )?(?:in)?to (?:about )?{SPEED}"),
        format!(r"\b(?:start|begin)(?:s|ning|ing)? (?:at|with|in|on) {SPEED}.{{1,40}}\b(?:end|finish)(?:s|es|ing)? (?:at|with|in|on|up at) {SPEED}"),
    ]
    .map(|words| pattern(&words))
});
static ONE: LazyLock<Regex> = LazyLock::new(|| pattern(SPEED));

/// A speed, as a multiple, a share or by its name.
const SPEED: &str = r"\b(?:(?:\d+(?:\.\d+)?) ?(?:x\b|times\b|%)|x ?\d+(?:\.\d+)?\b|(?:normal|regular|ordinary|original|full|half|double|triple|quarter)(?: the)?(?: speed)?\b|real[ -]?time\b|(?:super )?slow[ -]?mo(?:tion)?\b|twice(?: the speed| as fast)?\b)";

/// The speeds with which a part begins and ends, where a sentence says that it changes gradually
/// and where to; it begins at its own speed where nothing else is said.
pub fn ramp(text: &str) -> Option<(f64, f64)> {
    let said = normalised(text);
    // “The second half” is no speed.
    let said = part::split(&said).map_or(said, |(_, rest)| rest);
    let changes = CHANGES.iter().any(|words| words.is_match(&said));
    if !changes && !GRADUAL.is_match(&said) {
        return None;
    }
    let speeds: Vec<f64> = ONE
        .find_iter(&said)
        .map(|found| factor(found.as_str()))
        .collect::<Option<_>>()?;
    let (from, to) = match speeds[..] {
        [to] => (1.0, to),
        [from, to] => (from, to),
        _ => return None,
    };
    let is_speed = |speed: f64| speed > 0.0 && speed <= MOST;
    ((from - to).abs() > 1e-6 && is_speed(from) && is_speed(to)).then_some((from, to))
}

/// A speed that [`SPEED`] finds.
fn factor(said: &str) -> Option<f64> {
    let number: String = said
        .chars()
        .filter(|letter| letter.is_ascii_digit() || *letter == '.')
        .collect();
    if !number.is_empty() {
        let number: f64 = number.parse().ok()?;
        return Some(if said.ends_with('%') {
            number / 100.0
        } else {
            number
        });
    }
    Some(match said.get(..4)? {
        "half" | "slow" => 0.5,
        "doub" | "twic" => 2.0,
        "trip" => 3.0,
        "quar" | "supe" => 0.25,
        _ => 1.0,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn both_speeds_are_found_and_one_speed_is_no_ramp() {
        for (sentence, expected) in [
            ("ramp the speed from 1x to 4x", Some((1.0, 4.0))),
            ("speed ramp talk.mp4 from 100% to 300 %", Some((1.0, 3.0))),
            ("gradually slow it down to half speed", Some((1.0, 0.5))),
            ("let it get faster and faster up to 8x", Some((1.0, 8.0))),
            (
                "from 2x down to 0.5x between 0:03 and 0:06",
                Some((2.0, 0.5)),
            ),
            ("ease from slow motion into real time", Some((0.5, 1.0))),
            ("start at normal speed and end at 0.25x", Some((1.0, 0.25))),
            ("from half speed to twice as fast", Some((0.5, 2.0))),
            ("ramp the second half from 1x to 3x", Some((1.0, 3.0))),
            ("smooth 0.25x slow motion", None),
            ("accelerate to 2x", None),
            ("twice as fast", None),
            ("play 0:10 to 0:20 at 2x", None),
            ("ramp it", None),
            ("gradually", None),
            ("ramp from 2x to 2x", None),
            ("ramp from 1x to 2x to 3x", None),
            ("ramp to 0x", None),
        ] {
            assert_eq!(ramp(sentence), expected, "{sentence}");
        }
    }

    proptest! {
        #![proptest_config(crate::testing::cases())]

        #[test]
        fn speeds_are_never_none(text in "(ramp |gradually |from |to )?([0-9.x% ]{0,8}(x|times|half speed|slow motion)? ?(to |down )?){0,3}") {
            if let Some((from, to)) = ramp(&text) {
                prop_assert!(from > 0.0 && to > 0.0 && (from - to).abs() > 0.0);
            }
        }
    }
}
