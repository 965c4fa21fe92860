//! Words for channels: one side on both, left and right exchanged, mono, stereo.

use std::sync::LazyLock;

use patchbay_values::effects::{Channels, Effect};
use regex::Regex;

use super::{pattern, take};

/// Left and right change places.
static SWAPPED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:swap|switch|exchang|flip|revers|invert)\w*\b[^.;]{0,30}?\b(?:left and right|right and left|left/right|l/r|left with right|(?:audio |sound |stereo |two )*channels|sides)\b|\b(?:left and right|channels|sides)\b[^.;]{0,24}?\b(?:swap\w*|switched|reversed|exchanged|mixed up|(?:the )?wrong way(?: \w+)?|the other way(?: \w+)?)",
    )
});
/// One side is heard on both.
static ONE_SIDE: LazyLock<Regex> = LazyLock::new(|| {
    let heard = r"\b(?:only|just|keep|use|take|copy|put|double|duplicate|spread)\s+(?:(?:only|just|the|its|my|sound|audio|of|on|from|in)\s+)*(left|right)\b";
    let on_both = r"\b(left|right)(?:[- ](?:hand|audio|sound|stereo))?(?:\s+(?:channel|side|ear|track|speaker|microphone|mic))?\s+(?:only|alone|(?:on|to|in|into|over|for|through)\s+(?:both|all|the other))\b";
    let comes_from = r"\b(?:only|just)\b[^.;]{0,30}?\b(?:on|in|from|of|through|to)\s+(?:the\s+|my\s+|its\s+|one\s+)?(left|right)\b";
    let mono_of = r"\bmono\b[^.;]{0,20}\b(left|right)\b";
    pattern(&format!("{heard}|{on_both}|{comes_from}|{mono_of}"))
});
/// One side is not heard, so that the other one is to be on both.
static DEAD_SIDE: LazyLock<Regex> = LazyLock::new(|| {
    let channel =
        r"(?:[- ]hand)?(?:\s+(?:audio|sound|stereo))?(?:\s+(?:channel|side|ear|track|speaker))?";
    pattern(&format!(
        r"\b(left|right){channel}\s+(?:is|are|was|has|stays)\s+(?:dead|silent|empty|missing|broken|gone|no \w+|nothing)\b|\b(?:no sound|no audio|nothing|silence)\s+(?:on|in|from|out of)\s+(?:the\s+|my\s+|its\s+)?(left|right){channel}"
    ))
});
static MONO: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b(?:mono(?:phonic|aural)?|(?:1|single)[- ]channel)\b"));
static STEREO: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\b(?:make|turn|convert|bring|get|give|mix|fold|change|down-?mix)\w*\b[^.;]{0,40}?\bstereo\b|\b(?:[57][.,]1|surround|multi-?channel)\b[^.;]{0,40}\bstereo\b",
    )
});

/// One side on both, or both exchanged. Looked for early: “reverse the channels” plays nothing
/// backwards.
pub(super) fn sides(text: &mut String, effects: &mut Vec<Effect>) {
    if !take(&SWAPPED, text).is_empty() {
        effects.push(Effect::Channels(Channels::Swapped));
        return;
    }
    let dead = side(&take(&DEAD_SIDE, text)).map(|side| match side {
        Channels::Left => Channels::Right,
        _ => Channels::Left,
    });
    let heard = side(&take(&ONE_SIDE, text));
    effects.extend(heard.or(dead).map(Effect::Channels));
}

/// Mono and stereo, where no side was said.
pub(super) fn number(text: &mut String, effects: &mut Vec<Effect>) {
    let is_said = |effect: &Effect| matches!(effect, Effect::Channels(_) | Effect::Width(_));
    if effects.iter().any(is_said) {
        return;
    }
    if !take(&MONO, text).is_empty() {
        effects.push(Effect::Channels(Channels::Mono));
    } else if !take(&STEREO, text).is_empty() {
        effects.push(Effect::Channels(Channels::Stereo));
    }
}

/// The side that was found first.
fn side(found: &[Vec<String>]) -> Option<Channels> {
    let side = found
        .first()?
        .iter()
        .skip(1)
        .find(|group| !group.is_empty())?;
    Channels::read(side)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::effects::effects;

    #[test]
    fn sides_are_told_from_each_other() {
        use Channels::{Left, Mono, Right, Stereo, Swapped};
        for (sentence, channels) in [
            ("swap left and right", Swapped),
            ("left and right are mixed up in interview.mp4", Swapped),
            ("reverse the stereo channels", Swapped),
            ("only the left channel", Left),
            ("put the right channel on both sides", Right),
            ("copy the left channel to the right", Left),
            ("the sound only comes out of the right speaker", Right),
            ("the left ear is silent, fix that", Right),
            ("there is nothing on the right channel", Left),
            ("make it mono from the right channel", Right),
            ("make it mono", Mono),
            ("mix the 5.1 sound down to stereo", Stereo),
            ("turn the surround sound into stereo", Stereo),
        ] {
            let asked = effects(sentence).unwrap_or_else(|error| panic!("{sentence}: {error}"));
            assert_eq!(asked, [Effect::Channels(channels)], "{sentence}");
        }
    }

    #[test]
    fn what_is_wide_or_backwards_is_no_channel() {
        for sentence in [
            "make the stereo image wider",
            "play it backwards",
            "turn mono to stereo",
            "keep what is left of it after 0:05",
        ] {
            let asked = effects(sentence).unwrap_or_default();
            let has = asked
                .iter()
                .any(|effect| matches!(effect, Effect::Channels(_)));
            assert!(!has, "{sentence}: {asked:?}");
        }
    }

    proptest! {
        #![proptest_config(crate::testing::cases())]

        #[test]
        fn channels_are_said_once(text in "(left|right|only|both|channel|swap|mono|stereo|on|the|is|silent|and| |[.,;]){0,24}") {
            let asked = effects(&text).unwrap_or_default();
            let count = asked.iter().filter(|effect| matches!(effect, Effect::Channels(_))).count();
            prop_assert!(count <= 1, "{asked:?}");
        }
    }
}
