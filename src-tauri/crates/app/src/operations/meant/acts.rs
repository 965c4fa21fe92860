//! What a reading says and does beside calls of tools.

use patchbay_domain::{Act, ParsedRequest, Segment};
use patchbay_lattice::{Value, lattice};

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

/// The place, from 1 or from -1 counted from the end, that words choose of several things; none where they do something else, or
/// name none or several.
pub(super) fn choice_of(parsed: &ParsedRequest, words: &str) -> Option<i32> {
    let acts = || parsed.segments.iter().map(|segment| segment.act);
    let is_choice = acts().any(|act| act == Act::Choice)
        && acts().all(|act| matches!(act, Act::Choice | Act::Courtesy | Act::Aside));
    let mut places = lattice(words)
        .into_iter()
        .filter(|_| is_choice)
        .filter_map(|one| match one.value {
            Value::Ordinal(place) => Some(place),
            _ => None,
        });
    let place = places.next()?;
    places.all(|other| other == place).then_some(place)
}

/// Whether words take something back, and do nothing else.
pub(super) fn is_undo(parsed: &ParsedRequest) -> bool {
    let acts = parsed.segments.iter().map(|segment| segment.act);
    let mut meant = acts
        .filter(|act| !matches!(act, Act::Courtesy | Act::Aside))
        .peekable();
    meant.peek().is_some() && meant.all(|act| act == Act::Undo)
}
