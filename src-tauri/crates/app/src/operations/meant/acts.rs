//! What a reading says and does beside calls of tools.

use patchbay_domain::{Act, ParsedRequest, Segment};
use patchbay_lattice::{Candidate, Value, lattice};

use crate::api::Talk;

/// What is said in a request that wishes for nothing; else none.
pub(super) fn talk_of(parsed: &ParsedRequest) -> Option<Talk> {
    let is_said = |segment: &Segment| {
        matches!(
            segment.act,
            Act::Question | Act::Courtesy | Act::Aside | Act::Told
        )
    };
    let asks = |segment: &Segment| segment.act == Act::Question;
    let is_talk = parsed.calls.is_empty()
        && parsed.cannot.is_empty()
        && !parsed.segments.is_empty()
        && parsed.segments.iter().all(is_said);
    is_talk.then(|| {
        if parsed.segments.iter().any(asks) {
            Talk::Question
        } else {
            Talk::Remark
        }
    })
}

/// Whether words ask for something themselves, and answer nothing that was asked.
pub(in crate::operations) fn asks_anew(parsed: &ParsedRequest) -> bool {
    let mut acts = parsed.segments.iter().map(|segment| segment.act);
    let answers = acts
        .clone()
        .any(|act| matches!(act, Act::Answer | Act::Choice));
    let asks = |act| {
        matches!(
            act,
            Act::Wish | Act::Impossible | Act::Amendment | Act::Undo
        )
    };
    !answers && acts.any(asks)
}

/// The place, from 1 or from -1 counted from the end, that words choose of several things that are offered; none where they ask for
/// something themselves, say another value, or name no place or several.
pub(super) fn choice_of(parsed: &ParsedRequest, words: &str) -> Option<i32> {
    let asks = |segment: &Segment| {
        matches!(
            segment.act,
            Act::Wish | Act::Impossible | Act::Undo | Act::Question
        )
    };
    if parsed.segments.iter().any(asks) {
        return None;
    }
    let values = lattice(words);
    let place = |one: &Candidate| match one.value {
        Value::Ordinal(place) => Some(place),
        _ => None,
    };
    // “One” is a number too, and with that a size; “last” is a moment.
    let is_word_of_number = |one: &Candidate| {
        let own = one.span().of(words).unwrap_or_default();
        let is_number = |other: &Candidate| {
            matches!(other.value, Value::Number(_) | Value::Moment(_)) && other.span() == one.span()
        };
        !own.contains(|letter: char| letter.is_ascii_digit()) && values.iter().any(is_number)
    };
    let is_other = |one: &Candidate| {
        let is_of_place =
            |other: &Candidate| place(other).is_some() && one.span().touches(other.span());
        !is_word_of_number(one) && !values.iter().any(is_of_place)
    };
    let mut places = values.iter().filter_map(place);
    let chosen = places.next()?;
    let is_only = places.all(|other| other == chosen) && !values.iter().any(is_other);
    is_only.then_some(chosen)
}

/// Whether words take something back, and do nothing else.
pub(super) fn is_undo(parsed: &ParsedRequest) -> bool {
    let acts = parsed.segments.iter().map(|segment| segment.act);
    let mut meant = acts
        .filter(|act| !matches!(act, Act::Courtesy | Act::Aside))
        .peekable();
    meant.peek().is_some() && meant.all(|act| act == Act::Undo)
}
