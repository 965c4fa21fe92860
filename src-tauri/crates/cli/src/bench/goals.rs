//! The calls that are wished for, without those on the way to them: a box for a mask, the words of a film for a cut. The search
//! finds these, so that no reader has to name them.

use std::collections::BTreeMap;

use patchbay_domain::{CallReference, ParsedCall, ParsedRequest, ResourceType, Source, Toolbox};

/// A value that another call finds.
const FOUND: &str = "FOUND";
/// Types of results that a person keeps: a call that makes one is wished for, unless it stands on
/// the way to another one with the same words.
const KEPT: [&str; 5] = ["image", "video", "audio", "text", "document"];

/// A request with the calls that are wished for alone. The sources of a dropped call go to the
/// calls that it served.
pub(super) fn goals(request: &ParsedRequest, toolbox: &Toolbox) -> ParsedRequest {
    let (mut all, dropped) = kept(request, toolbox);
    let kept = |number: &usize| !dropped.contains(number);
    let places: BTreeMap<usize, usize> = (0..all.calls.len())
        .filter(kept)
        .enumerate()
        .map(|(place, number)| (number, place))
        .collect();
    let mut wished: Vec<ParsedCall> = places
        .keys()
        .map(|number| all.calls[*number].clone())
        .collect();
    for source in wished.iter_mut().flat_map(|call| &mut call.sources) {
        if let Source::Call(CallReference { turn: None, call }) = source {
            *call = places.get(call).copied().unwrap_or(usize::MAX);
        }
    }
    all.calls = wished;
    all
}

/// A request with each call in its place among all calls, where later turns name it; nothing stands
/// in the place of a dropped one.
pub(super) fn in_place(request: &ParsedRequest, toolbox: &Toolbox) -> ParsedRequest {
    let (mut all, dropped) = kept(request, toolbox);
    for number in dropped {
        all.calls[number] = ParsedCall::default();
    }
    all
}

/// A request whose calls work on what the dropped ones worked on, and the places of these.
fn kept(request: &ParsedRequest, toolbox: &Toolbox) -> (ParsedRequest, Vec<usize>) {
    let mut calls = request.calls.clone();
    let mut dropped = Vec::new();
    for number in 0..calls.len() {
        let takes = |call: &ParsedCall| call.sources.iter().any(|source| is_own(source, number));
        let by_source: Vec<usize> = (number + 1..calls.len())
            .filter(|index| takes(&calls[*index]))
            .collect();
        let by_value = calls
            .iter()
            .any(|call| call.slots.iter().any(|slot| names(&slot.value, number)));
        let begin = anchor(&calls[number]);
        let is_near = by_source
            .iter()
            .all(|index| anchor(&calls[*index]) == begin);
        let is_alone = by_source.is_empty() && !by_value;
        if is_alone || (!by_source.is_empty() && !is_near && makes_kept(&calls[number], toolbox)) {
            continue;
        }
        let given = calls[number].sources.clone();
        for index in by_source {
            let sources = &mut calls[index].sources;
            sources.retain(|source| !is_own(source, number));
            let new: Vec<Source> = given
                .iter()
                .filter(|source| !sources.contains(source))
                .cloned()
                .collect();
            sources.extend(new);
        }
        dropped.push(number);
    }
    for slot in calls.iter_mut().flat_map(|call| &mut call.slots) {
        if dropped.iter().any(|dropped| names(&slot.value, *dropped)) {
            FOUND.clone_into(&mut slot.value);
        }
    }
    let all = ParsedRequest {
        calls,
        ..request.clone()
    };
    (all, dropped)
}

/// Start of a call's wish, in bytes: that of its anchor, or of the first of its values.
fn anchor(call: &ParsedCall) -> Option<usize> {
    let values = call
        .slots
        .iter()
        .filter_map(|slot| slot.span)
        .map(|span| span.from);
    call.anchor
        .map(|anchor| anchor.from)
        .or_else(|| values.min())
}

fn is_own(source: &Source, number: usize) -> bool {
    *source
        == Source::Call(CallReference {
            turn: None,
            call: number,
        })
}

/// Whether a value names a call of this request.
fn names(value: &str, number: usize) -> bool {
    let words = value.split(|letter: char| letter.is_whitespace() || ",;()".contains(letter));
    let reference = CallReference {
        turn: None,
        call: number,
    };
    words
        .filter_map(|word| word.parse().ok())
        .any(|word: CallReference| word == reference)
}

fn makes_kept(call: &ParsedCall, toolbox: &Toolbox) -> bool {
    let tool = call.tool.as_deref().and_then(|name| toolbox.tool(name));
    tool.is_some_and(|tool| {
        KEPT.iter()
            .any(|kept| tool.returns == ResourceType::new(*kept))
    })
}
