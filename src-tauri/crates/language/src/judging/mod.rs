//! Which of two a request likelier means: the plan of the decomposer by examples, or the trained reader's likeliest reading;
//! and whether either is sure enough to be done without asking.
//!
//! - [`judged()`]: how sure the reading is, what the plan comes to, and how far both agree
//! - `left_over`: words that values are read from, and those that are left
//! - [`sets_alike()`]: whether new work and a change of a step come to the same
//! - [`likeness()`]: how alike the words of two requests are
//!
//! The probabilities that each is right are logistic regressions, fitted on requests of voices that trained nothing else
//! (`models/reader/training/judge.py`): of plans and of readings, of first requests and of those that follow steps.

mod alike;
mod features;
mod left_over;
mod likeness;

use std::sync::LazyLock;

use serde::Deserialize;

pub use self::alike::sets_alike;
use self::features::FEATURES;
pub use self::features::{Judged, judged};
pub use self::likeness::likeness;

/// The judges that ship with the program.
pub static JUDGES: LazyLock<Judges> = LazyLock::new(|| {
    let fitted = include_str!("../../../../../models/reader/judge.json");
    serde_json::from_str(fitted).expect("fitted judges")
});

/// A judge of requests before which nothing ran, and one of those that follow steps that ran.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Judges {
    first: Judge,
    following: Judge,
}

impl Judges {
    /// Returns the verdict on a request, which does or does not follow steps that ran.
    pub fn verdict(&self, follows: bool, judged: &Judged, can: Can) -> Verdict {
        let judge = if follows {
            &self.following
        } else {
            &self.first
        };
        judge.verdict(judged, can)
    }
}

/// What can be done of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Can {
    /// Whether the plan does something.
    pub plan: bool,
    /// Whether nothing is missing here for the plan.
    pub runs: bool,
    /// Whether the reading does something else, all that is asked for.
    pub read: bool,
}

/// A fitted judge of one kind of requests.
#[derive(Debug, Clone, PartialEq, Deserialize)]
struct Judge {
    plan: Regression,
    reading: Regression,
    /// Probability from which the plan is done without asking.
    act: f32,
    /// The same where the reading is likelier.
    rival: f32,
    /// Probability from which the reading is done without asking.
    take: f32,
    /// The same where the plan does all of the request.
    take_over: f32,
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
    Ask {
        /// Whether the reading is likelier than the plan.
        reading_leads: bool,
    },
}

impl Judge {
    /// Returns the verdict on a request. A plan for which something is missing is done where nothing else can be.
    fn verdict(&self, judged: &Judged, can: Can) -> Verdict {
        let probability = |of: &Regression, can| {
            if can {
                of.probability(&judged.features)
            } else {
                0.0
            }
        };
        let take = if judged.is_whole && can.runs {
            self.take_over
        } else {
            self.take
        };
        let plan = probability(&self.plan, can.plan);
        let reading = probability(&self.reading, can.read);
        if !can.runs && can.read {
            let is_sure = reading >= take && reading > plan;
            return if is_sure {
                Verdict::Reading
            } else {
                Verdict::Ask {
                    reading_leads: true,
                }
            };
        }
        let least = if reading > plan { self.rival } else { self.act };
        if reading >= take && reading > plan {
            Verdict::Reading
        } else if plan >= least {
            Verdict::Plan
        } else {
            Verdict::Ask {
                reading_leads: reading > plan,
            }
        }
    }
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
    fn the_shipped_judges_have_a_weight_for_each_feature() {
        let Judges { first, following } = &*JUDGES;
        let fitted = [
            &first.plan,
            &first.reading,
            &following.plan,
            &following.reading,
        ];
        for one in fitted {
            assert_eq!(one.weights.len(), FEATURES);
        }
        for judge in [first, following] {
            let in_order = [
                0.0,
                judge.act,
                judge.rival,
                judge.take,
                judge.take_over,
                1.0,
            ];
            assert!(in_order.is_sorted(), "{in_order:?}");
        }
    }

    /// A regression that goes by one feature alone.
    fn by(place: usize) -> Regression {
        Regression {
            weights: (0..FEATURES)
                .map(|one| f32::from(u8::from(one == place)))
                .collect(),
            bias: 0.0,
        }
    }

    fn asked(reading_leads: bool) -> Verdict {
        Verdict::Ask { reading_leads }
    }

    #[test]
    fn what_is_likely_enough_is_done() {
        let judge = Judge {
            plan: by(0),
            reading: by(1),
            act: 0.3,
            rival: 0.6,
            take: 0.8,
            take_over: 0.99,
        };
        let verdict = |plan: f32, reading: f32, can, is_whole| {
            let mut features = [0.0; FEATURES];
            (features[0], features[1]) = (plan, reading);
            judge.verdict(&Judged { features, is_whole }, can)
        };
        let can = |plan, read| Can {
            plan,
            runs: true,
            read,
        };
        let both = can(true, true);
        assert_eq!(verdict(0.0, -1.0, both, false), Verdict::Plan);
        assert_eq!(verdict(0.0, 1.0, both, false), asked(true));
        assert_eq!(verdict(1.0, 1.2, both, false), Verdict::Plan);
        assert_eq!(verdict(1.0, 3.0, both, false), Verdict::Reading);
        assert_eq!(verdict(0.0, 3.0, both, true), asked(true));
        assert_eq!(verdict(0.0, 6.0, both, true), Verdict::Reading);
        assert_eq!(verdict(0.0, 3.0, can(true, false), false), Verdict::Plan);
        assert_eq!(verdict(3.0, 3.0, can(false, true), false), Verdict::Reading);
        assert_eq!(verdict(-3.0, -3.0, both, false), asked(false));
        let missing = Can {
            runs: false,
            ..both
        };
        assert_eq!(verdict(1.0, 1.2, missing, true), asked(true));
        assert_eq!(verdict(1.0, 3.0, missing, true), Verdict::Reading);
        assert_eq!(verdict(1.2, 1.0, missing, false), asked(true));
        let alone = Can {
            read: false,
            ..missing
        };
        assert_eq!(verdict(1.2, 1.0, alone, false), Verdict::Plan);
        assert_eq!(verdict(3.0, 3.0, can(false, false), false), asked(false));
    }
}
