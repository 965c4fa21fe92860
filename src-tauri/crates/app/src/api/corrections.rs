//! How a person said that requests were meant.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// How the words of a request were meant, where they had been planned otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Correction {
    /// Its id.
    pub id: String,
    /// The request's words.
    pub words: String,
    /// What people read for the tools that were meant, in order of work.
    pub tools: Vec<String>,
    /// When it was kept.
    pub created_at: u64,
}

/// The corrections that are kept, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CorrectionList {
    /// The corrections.
    pub corrections: Vec<Correction>,
}

/// A correction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CorrectionId {
    /// Its id.
    pub correction: String,
}
