//! Numbers that stand for something, each of a type of its own so that none is taken for another.
//! On the wire they are plain numbers.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The position of a tool in the tools of its [`Toolbox`](crate::Toolbox).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ToolIndex(pub usize);

/// The id of a subtask, by which a plan, its runs and their results speak of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SubtaskId(pub usize);

impl fmt::Display for SubtaskId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
