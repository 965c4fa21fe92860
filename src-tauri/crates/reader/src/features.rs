//! What tells how far a reading is what was meant: how sure it is, and what it leaves over.

use patchbay_domain::{Act, ParsedRequest, Segment, Source, Span};
use patchbay_lattice::{Value, lattice};

use crate::named;
use crate::read::{Asked, Read, Sure, SureWish};

/// Number of features of a reading.
pub const FEATURES: usize = 13;
/// Minimum of a share before its logarithm is taken.
const LEAST: f32 = 0.01;
/// Maximum of a margin: what is this much likelier is sure.
const MOST: f32 = 6.0;

/// Returns the features of a reading, by which it is judged.
pub fn features(read: &Read) -> [f32; FEATURES] {
    let Sure {
        asks,
        count,
        impossible,
        wishes,
        margin,
    } = &read.sure;
    let log = |share: f32| share.max(LEAST).ln();
    let least = |of: fn(&SureWish) -> f32| log(wishes.iter().map(of).fold(1.0, f32::min));
    let all = |of: fn(&SureWish) -> f32| wishes.iter().map(|wish| log(of(wish))).sum::<f32>();
    [
        least(|wish| wish.tool),
        least(|wish| wish.fits),
        least(|wish| wish.slots),
        least(|wish| wish.sources),
        all(|wish| wish.tool),
        all(|wish| wish.slots),
        log(*count),
        *asks,
        *impossible,
        wishes.len() as f32,
        f32::from(wishes.is_empty()),
        read.parsed.unclaimed.len() as f32,
        margin.min(MOST),
    ]
}

/// Values in the words of wishes that no parameter was set to, and no call is given; and names of files that no call works on.
pub(crate) fn unclaimed(asked: &Asked<'_>, parsed: &ParsedRequest) -> Vec<Span> {
    let text = asked.text;
    let slots = parsed.calls.iter().flat_map(|call| &call.slots);
    let claimed = slots.clone().filter_map(|slot| slot.span).collect();
    let words = parsed
        .calls
        .iter()
        .flat_map(|call| &call.sources)
        .filter_map(|source| match source {
            Source::Words(words) => Some(words.as_str()),
            _ => None,
        });
    let values: Vec<String> = slots
        .map(|slot| slot.value.as_str())
        .chain(words)
        .map(str::to_lowercase)
        .collect();
    let mut left = said(text, &parsed.segments, claimed);
    // A value may say words that it was not read from.
    left.retain(|span| {
        let words = span.of(text).unwrap_or_default().trim().to_lowercase();
        !values.iter().any(|value| value.contains(&words))
    });
    left.extend(named::left(asked, parsed));
    left
}

/// Values in the words of wishes: those that can only be meant as values, such as `200 KB` and `16:9`. `claimed`: words that are
/// left out.
pub fn said(text: &str, segments: &[Segment], claimed: Vec<Span>) -> Vec<Span> {
    let is_wished = |span: Span| {
        segments.iter().any(|segment| {
            segment.span.touches(span)
                && matches!(
                    segment.act,
                    Act::Wish | Act::Correction | Act::Amendment | Act::Again | Act::Answer
                )
        })
    };
    let mut left: Vec<Span> = Vec::new();
    for candidate in lattice(text) {
        let is_plain = matches!(
            candidate.value,
            Value::Number(_)
                | Value::Ordinal(_)
                | Value::Quotation(_)
                | Value::Moment(_)
                | Value::Region(_)
                | Value::Share(_)
                | Value::Size(_)
        );
        let span = candidate.span();
        if !is_plain
            && is_wished(span)
            && !claimed.iter().chain(&left).any(|other| other.touches(span))
        {
            left.push(span);
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use patchbay_domain::{ParsedCall, ParsedSlot};

    use super::*;

    fn parsed(slots: &[(usize, usize)], act: Act, length: usize) -> ParsedRequest {
        let slot = |(from, to): &(usize, usize)| ParsedSlot {
            parameter: "to".to_owned(),
            value: "90".to_owned(),
            span: Some(Span {
                from: *from,
                to: *to,
            }),
        };
        ParsedRequest {
            segments: vec![Segment {
                span: Span {
                    from: 0,
                    to: length,
                },
                act,
            }],
            calls: vec![ParsedCall {
                slots: slots.iter().map(slot).collect(),
                ..ParsedCall::default()
            }],
            ..ParsedRequest::default()
        }
    }

    #[test]
    fn a_value_that_nothing_takes_is_left_over() {
        let text = "turn it by 90 degrees and keep it under 200 KB";
        let asked = Asked {
            text,
            files: &[],
            steps: &[],
        };
        let all = parsed(&[(11, 21)], Act::Wish, text.len());
        let words: Vec<&str> = unclaimed(&asked, &all)
            .iter()
            .filter_map(|span| span.of(text))
            .collect();
        assert_eq!(words.len(), 1, "{words:?}");
        assert!(words[0].contains("200 KB"), "{words:?}");
        let aside = parsed(&[(11, 21)], Act::Aside, text.len());
        assert!(
            unclaimed(&asked, &aside).is_empty(),
            "an aside asks for nothing"
        );
    }
}
