//! Words for silence that is put before a sound or behind it.

use std::sync::LazyLock;

use patchbay_values::effects::Effect;
use patchbay_values::effects::limits::SILENCES;
use regex::Regex;

use super::{SECONDS, pattern, seconds, take, within};

static SILENCE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"\b(?:with\s+)?{SECONDS}\s*(?:of\s*)?(?:silence|silent lead[- ]?in|quiet|dead air)\s*(?:put |placed |added |inserted )?(?:(in front|before|first|(?:at|to|on|in) (?:the |its )?(?:start|beginning|front|head|very start|very beginning))|(after|behind|afterwards|last|(?:at|to|on) (?:the |its )?(?:end|back|tail|very end)))\b(?:\s+of\s+(?:it|this|(?:the|my|our) \w+))?"
    ))
});

/// Silence before and behind.
pub(super) fn found(text: &mut String, effects: &mut Vec<Effect>) {
    for found in take(&SILENCE, text) {
        let Some(length) = seconds(&found[1], &found[2]) else {
            continue;
        };
        let length = within(length, SILENCES);
        effects.push(if found[3].is_empty() {
            Effect::SilenceAfter(length)
        } else {
            Effect::SilenceBefore(length)
        });
    }
}
