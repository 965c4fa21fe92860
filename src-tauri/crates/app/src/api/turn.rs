//! A request with its plan and everything that was run for it.

use patchbay_domain::Plan;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::Run;

/// A request with its plan and everything that was run for it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Turn {
    /// Its id.
    pub id: String,
    /// The conversation's id.
    pub conversation: String,
    /// The request in the person's words.
    pub instruction: String,
    /// The things attached to it, by id, in order.
    pub things: Vec<String>,
    /// What was understood and how it can be done.
    pub plan: Plan,
    /// Its runs, oldest first; each keeps its results.
    pub runs: Vec<Run>,
    /// When it was asked.
    pub created_at: u64,
}
