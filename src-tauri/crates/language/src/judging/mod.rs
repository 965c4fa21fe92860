//! Which of two a request likelier means: the plan of the decomposer by examples, or the trained reader's likeliest reading;
//! and whether either is sure enough to be done without asking.
//!
//! - [`features()`]: how sure the reading is, what the plan comes to, and how far both agree
//! - [`likeness()`]: how alike the words of two requests are
//!
//! The probabilities that each is right are logistic regressions, fitted on voices that trained nothing else
//! (`models/reader/training/judge.py`).

mod features;
mod likeness;

use std::sync::LazyLock;

use patchbay_domain::{Plan, Request};
use patchbay_planner::is_whole;
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
    /// Probability from which the reading is done without asking in its place.
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
    /// Returns the verdict on a request; `can` says whether the plan and the reading can be done at all.
    pub fn verdict(&self, features: &[f32; FEATURES], can: (bool, bool)) -> Verdict {
        let probability = |of: &Regression, can| {
            if can { of.probability(features) } else { 0.0 }
        };
        let plan = probability(&self.plan, can.0);
        let reading = probability(&self.reading, can.1);
        if reading >= self.take && reading > plan {
            Verdict::Reading
        } else if plan >= self.act && plan >= reading {
            Verdict::Plan
        } else {
            Verdict::Ask
        }
    }
}

/// Whether a reading may be done without asking in the place of a plan: nothing ran before, and the plan leaves something
/// out. Where the plan does all of a first request it is right too often for that, and of changes of what ran the judge knows
/// too little.
pub fn may_be_taken(request: &Request, plan: &Plan) -> bool {
    request.steps.is_empty() && !is_whole(plan)
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
        assert!(0.0 < JUDGE.act && JUDGE.act <= JUDGE.take && JUDGE.take < 1.0);
    }

    #[test]
    fn what_is_surer_is_done_where_it_is_sure_enough() {
        let by = |place: usize| Regression {
            weights: (0..FEATURES).map(|one| f32::from(one == place)).collect(),
            bias: 0.0,
        };
        let judge = Judge {
            plan: by(0),
            reading: by(1),
            act: 0.6,
            take: 0.8,
        };
        let verdict = |plan: f32, reading: f32, can| {
            let mut features = [0.0; FEATURES];
            (features[0], features[1]) = (plan, reading);
            judge.verdict(&features, can)
        };
        assert_eq!(verdict(3.0, 1.0, (true, true)), Verdict::Plan);
        assert_eq!(verdict(1.0, 3.0, (true, true)), Verdict::Reading);
        assert_eq!(verdict(0.1, 0.1, (true, true)), Verdict::Ask);
        assert_eq!(verdict(0.5, 1.0, (true, true)), Verdict::Ask);
        assert_eq!(verdict(3.0, 1.0, (false, true)), Verdict::Reading);
        assert_eq!(verdict(1.0, 3.0, (true, false)), Verdict::Plan);
        assert_eq!(verdict(3.0, 3.0, (false, false)), Verdict::Ask);
    }
}
