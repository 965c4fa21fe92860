//! Recovery from steps that gave nothing: a router chooses among the recourses that are left
//! (Sum2Act, arXiv 2402.18157, section 3: a router with a state of results and failures).
//!
//! Which recourses there are is no matter of choice: [`same_goal`] lets only those through that
//! reach what was asked for with the same values, and an action that failed is never one again. A
//! router can so prefer, ask less or stop, but never present something else as the answer.
//!
//! - [`failure`]: why an action gave nothing, and the history of that
//! - [`same_goal`]: whether one solution does what another was to do
//! - [`rules`]: the router by rules over typed failures; [`by_chat`]: the one by a chat model

pub(crate) mod by_chat;
pub(crate) mod failure;
pub(crate) mod rules;
pub(crate) mod same_goal;

use std::collections::BTreeMap;

use patchbay_inference::Watch;

pub use by_chat::ByChat;
pub use failure::{FailedAction, FailureReason};
pub use rules::Rules;
pub use same_goal::{Call, calls, calls_of};

/// Maximum number of actions taken in a run to recover from failures (Sum2Act allows 30 steps).
pub(crate) const MOST_RECOVERIES: usize = 30;

/// Something that can be done where a step, or a solution, gave nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recourse {
    /// The same implementation with these settings, by name: none that a person set is changed.
    Settings(BTreeMap<String, String>),
    /// Another implementation of the same tool, by its label.
    Implementation(String),
    /// The subtask's solution of that index: the same goal with the same values.
    Solution(usize),
    /// Nothing: the rest goes on, and it is told what was not reached and why.
    GiveUp,
}

/// Situation that a router decides on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Situation {
    /// Purpose of the step, in the request's words.
    pub task: String,
    /// The action that failed; none if the subtask's solution cannot run on this computer at all.
    pub failed: Option<FailedAction>,
    /// Everything that failed in this run, the newest last.
    pub history: Vec<FailedAction>,
    /// Possible recourses, the likeliest to help first; the last is [`Recourse::GiveUp`].
    pub recourses: Vec<Recourse>,
    /// The same in words.
    pub told: Vec<String>,
}

/// Chooses what is done where something failed.
pub trait Router: Send + Sync {
    /// The place of a recourse of the situation. One that is not there counts as giving up. It may
    /// take its time: what does not depend on it goes on.
    fn choose(&self, situation: &Situation, watch: Watch<'_>) -> usize;
}

/// A decision of a router.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// The index of the step that is done again; none where another solution is taken.
    pub step: Option<usize>,
    /// The recourse that is taken.
    pub recourse: Recourse,
    /// Line about it that people read.
    pub line: String,
}
