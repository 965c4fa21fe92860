//! Words for space: echo, reverb, stereo width.

use std::sync::LazyLock;

use patchbay_values::effects::Effect;
use patchbay_values::effects::limits::{ECHOES, REVERBS, WIDTHS};
use regex::Regex;

use super::{SECONDS, number, pattern, seconds, strength, take, within};

/// How much wider or narrower an audio clip becomes without a figure.
const WIDER: f64 = 0.5;

static ECHO: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"\b(?:echo(?:es|ing|ed)?|delay(?:ed)?|slapback)\b(?:\s*(?:of|at|every|with)?\s*(?:a\s*)?(?:delay\s*of\s*)?{SECONDS})?"
    ))
});
static REVERB: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"\b(reverb(?:eration|erant|ed)?|(?:large |big |concert )?hall|cathedral|church|cave|(?:small )?room|bathroom|plate)\b(?:\s*(?:of|with)?\s*{SECONDS})?"
    ))
});
static TO_STEREO: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\bmono (?:in)?to stereo\b|\bpseudo[- ]?stereo\b"));
static WIDTH: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:stereo )?(?:width|image|field)\b[^.,;]{0,20}?(\d{1,3})\s*(?:%|percent)|(\d{1,3})\s*(?:%|percent) (?:stereo )?width\b",
    )
});
static WIDER_STEREO: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?:(\d{1,3})\s*(?:%|percent)\s*)?(?:\b(a (?:bit|little)|slightly|somewhat|much|a lot|way|far|really)\s+)?\b(wider|widen(?:ed|ing)?|narrower|narrow(?:ed|ing)?)\b(?:\s+(?:the )?(?:stereo(?: \w+)?|it|sound|image))?(?:\s*(?:by|to)?\s*(\d{1,3})\s*(?:%|percent))?",
    )
});

/// Echo, reverb and width.
pub(super) fn found(text: &mut String, effects: &mut Vec<Effect>) {
    if let Some(found) = take(&ECHO, text).first() {
        effects.push(Effect::Echo(within(
            seconds(&found[1], &found[2]).unwrap_or(0.35),
            ECHOES,
        )));
    }
    if let Some(found) = take(&REVERB, text).first() {
        let usual = match found[1].as_str() {
            "cathedral" | "church" | "cave" => 4.5,
            room if room.contains("hall") => 2.6,
            room if room.contains("room") => 0.8,
            _ => 1.8,
        };
        effects.push(Effect::Reverb(within(
            seconds(&found[2], &found[3]).unwrap_or(usual),
            REVERBS,
        )));
    }
    effects.extend(width(text));
}

fn width(text: &mut String) -> Option<Effect> {
    let share = |amount: &str| number(amount).min(400.0) / 100.0;
    if let Some(found) = take(&WIDER_STEREO, text).first() {
        let given = [&found[1], &found[4]]
            .into_iter()
            .find(|amount| !amount.is_empty());
        let more = given.map_or(WIDER * strength(&found[2]), |amount| share(amount));
        return Some(Effect::Width(within(
            if found[3].starts_with("wide") {
                1.0 + more
            } else {
                1.0 - more
            },
            WIDTHS,
        )));
    }
    if let Some(found) = take(&WIDTH, text).first() {
        return Some(Effect::Width(share(if found[1].is_empty() {
            &found[2]
        } else {
            &found[1]
        })));
    }
    (!take(&TO_STEREO, text).is_empty()).then_some(Effect::Width(1.0 + WIDER))
}
