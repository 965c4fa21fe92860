//! Whether a request as it was read is what was meant: act, ask, or decline. A logistic regression on how sure the reading is and
//! on what it leaves over, fitted on voices that trained nothing else (`models/reader/training/judge.py`).

use patchbay_domain::{Act, ParsedRequest, Segment, Span};
use patchbay_lattice::{Value, lattice};
use serde::Deserialize;

use crate::read::{Read, Sure, SureWish};

/// Number of features that a judge goes by.
pub const FEATURES: usize = 12;
/// Minimum of a share before its logarithm is taken.
const LEAST: f32 = 0.01;

/// A fitted judge.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Judge {
    /// A weight for each feature.
    pub weights: [f32; FEATURES],
    /// Bias, the same for all requests.
    pub bias: f32,
    /// Probability from which a reading is acted on.
    pub act: f32,
    /// Probability from which it is asked back; below it is declined.
    pub ask: f32,
}

/// Verdict on a reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It is planned and run.
    Act,
    /// It is shown as a question.
    Ask,
    /// A sentence says what cannot be done.
    Decline,
}

impl Judge {
    /// The probability that a reading is what was meant.
    pub fn probability(&self, features: &[f32; FEATURES]) -> f32 {
        let products = self
            .weights
            .iter()
            .zip(features)
            .map(|(weight, feature)| weight * feature);
        1.0 / (1.0 + (-(self.bias + products.sum::<f32>())).exp())
    }

    /// Returns the verdict on a reading.
    pub fn verdict(&self, features: &[f32; FEATURES]) -> Verdict {
        match self.probability(features) {
            sure if sure >= self.act => Verdict::Act,
            sure if sure >= self.ask => Verdict::Ask,
            _ => Verdict::Decline,
        }
    }
}

/// Returns the features of a reading of a text that a judge goes by.
pub fn features(text: &str, read: &Read) -> [f32; FEATURES] {
    let Sure {
        asks,
        count,
        impossible,
        wishes,
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
        unclaimed(text, &read.parsed).len() as f32,
    ]
}

/// Values in the words of wishes that no parameter was set to.
pub fn unclaimed(text: &str, parsed: &ParsedRequest) -> Vec<Span> {
    let slots = parsed.calls.iter().flat_map(|call| &call.slots);
    let claimed = slots.filter_map(|slot| slot.span).collect();
    said(text, &parsed.segments, claimed)
}

/// Values in the words of wishes: those that can only be meant as values, such as `200 KB` and `16:9`. `claimed`: words that are
/// left out.
pub(crate) fn said(text: &str, segments: &[Segment], claimed: Vec<Span>) -> Vec<Span> {
    let touches = |one: Span, other: Span| one.from < other.to && other.from < one.to;
    let is_wished = |span: Span| {
        segments.iter().any(|segment| {
            touches(segment.span, span)
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
            && !claimed
                .iter()
                .chain(&left)
                .any(|other| touches(*other, span))
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
        let all = parsed(&[(11, 21)], Act::Wish, text.len());
        let words: Vec<&str> = unclaimed(text, &all)
            .iter()
            .filter_map(|span| span.of(text))
            .collect();
        assert_eq!(words.len(), 1, "{words:?}");
        assert!(words[0].contains("200 KB"), "{words:?}");
        let aside = parsed(&[(11, 21)], Act::Aside, text.len());
        assert!(
            unclaimed(text, &aside).is_empty(),
            "an aside asks for nothing"
        );
    }

    #[test]
    fn a_surer_reading_is_acted_on() {
        let judge = Judge {
            weights: [1.0; FEATURES],
            bias: 1.0,
            act: 0.6,
            ask: 0.3,
        };
        let verdict = |first: f32| {
            judge.verdict(&std::array::from_fn(
                |place| if place == 0 { first } else { 0.0 },
            ))
        };
        assert_eq!(
            [verdict(0.0), verdict(-1.0), verdict(-4.0)],
            [Verdict::Act, Verdict::Ask, Verdict::Decline]
        );
    }
}
