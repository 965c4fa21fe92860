//! Which of two a request likelier means: the plan of the decomposer by examples, or the trained reader's likeliest reading;
//! and whether either is sure enough to be done without asking.
//!
//! - [`features()`]: how sure the reading is, what the plan comes to, and how far both agree
//! - [`likeness()`]: how alike the words of two requests are
//!
//! The probabilities that each is right are logistic regressions, fitted on first requests of voices that trained nothing else
//! (`models/reader/training/judge.py`). Of requests that follow others the decomposer is right too seldom for that: they are
//! asked about where the likeliest reading changes a step that ran.

mod features;
mod likeness;

use std::sync::LazyLock;

use patchbay_domain::{Act, ParsedRequest, Segment, Span};
use serde::Deserialize;

pub use self::features::{FEATURES, features};
pub use self::likeness::likeness;

/// The judge that ships with the program.
pub static JUDGE: LazyLock<Judge> = LazyLock::new(|| {
    let fitted = include_str!("../../../../../models/reader/judge.json");
    serde_json::from_str(fitted).expect("a fitted judge")
});

/// A fitted judge.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Judge {
    plan: Regression,
    reading: Regression,
    /// Probability from which the plan is done without asking.
    act: f32,
    /// The same where the reading is likelier.
    rival: f32,
    /// Probability from which the reading is done without asking.
    take: f32,
}

/// A logistic regression.
#[derive(Debug, Clone, PartialEq, Deserialize)]
struct Regression {
    weights: Vec<f32>,
    bias: f32,
}

/// What is done about a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The plan.
    Plan,
    /// The reading.
    Reading,
    /// A person is asked which is meant.
    Ask,
}

impl Judge {
    /// Returns the verdict on a first request; `can` says whether the plan and the reading can be done at all, `may_be_taken`
    /// whether the reading may be done in the place of the plan.
    pub fn verdict(
        &self,
        features: &[f32; FEATURES],
        can: (bool, bool),
        may_be_taken: bool,
    ) -> Verdict {
        let probability = |of: &Regression, can| {
            if can { of.probability(features) } else { 0.0 }
        };
        let plan = probability(&self.plan, can.0);
        let reading = probability(&self.reading, can.1);
        let least = if reading > plan { self.rival } else { self.act };
        if may_be_taken && reading >= self.take && reading > plan {
            Verdict::Reading
        } else if plan >= least {
            Verdict::Plan
        } else {
            Verdict::Ask
        }
    }
}

/// Whether a reading changes or takes back a step that ran, by what its words do, too.
pub fn changes_a_step(parsed: &ParsedRequest) -> bool {
    let says_so = |at: Span| {
        parsed.segments.iter().any(|segment| {
            let Segment { span, act } = *segment;
            let is_change = matches!(act, Act::Amendment | Act::Undo | Act::Correction);
            is_change && span.from < at.to && at.from < span.to
        })
    };
    let mut changed = parsed
        .calls
        .iter()
        .filter(|call| call.amends.or(call.undo).is_some());
    changed.any(|call| call.anchor.is_some_and(says_so))
}

impl Regression {
    fn probability(&self, features: &[f32; FEATURES]) -> f32 {
        let products = self.weights.iter().zip(features);
        let sum: f32 = products.map(|(weight, feature)| weight * feature).sum();
        1.0 / (1.0 + (-(self.bias + sum)).exp())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_judge_has_a_weight_for_each_feature() {
        for one in [&JUDGE.plan, &JUDGE.reading] {
            assert_eq!(one.weights.len(), FEATURES);
        }
        let in_order = [0.0, JUDGE.act, JUDGE.rival, JUDGE.take, 1.0];
        assert!(in_order.is_sorted(), "{in_order:?}");
    }

    #[test]
    fn what_is_likely_enough_is_done() {
        let by = |place: usize| Regression {
            weights: (0..FEATURES)
                .map(|one| f32::from(u8::from(one == place)))
                .collect(),
            bias: 0.0,
        };
        let judge = Judge {
            plan: by(0),
            reading: by(1),
            act: 0.3,
            rival: 0.6,
            take: 0.8,
        };
        let verdict = |plan: f32, reading: f32, can, may_be_taken| {
            let mut features = [0.0; FEATURES];
            (features[0], features[1]) = (plan, reading);
            judge.verdict(&features, can, may_be_taken)
        };
        let both = (true, true);
        assert_eq!(verdict(0.0, -1.0, both, true), Verdict::Plan);
        assert_eq!(verdict(0.0, 1.0, both, true), Verdict::Ask);
        assert_eq!(verdict(1.0, 1.2, both, true), Verdict::Plan);
        assert_eq!(verdict(1.0, 3.0, both, true), Verdict::Reading);
        assert_eq!(verdict(0.0, 3.0, both, false), Verdict::Ask);
        assert_eq!(verdict(0.0, 3.0, (true, false), true), Verdict::Plan);
        assert_eq!(verdict(3.0, 3.0, (false, true), true), Verdict::Reading);
        assert_eq!(verdict(-3.0, -3.0, both, true), Verdict::Ask);
        assert_eq!(verdict(3.0, 3.0, (false, false), true), Verdict::Ask);
    }
}
