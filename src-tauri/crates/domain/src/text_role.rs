//! Roles of texts: which of a request's words a tool gets in them.

use serde::{Deserialize, Serialize};

/// What a text argument is for, which tells what of a request to copy into it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TextRole {
    /// Names a thing: `the brown dog`.
    Object,
    /// What a result is to show, sound like or be made of: `a lake at night`.
    Content,
    /// How something is to be changed: `make it brighter and rotate it`.
    Instruction,
    /// What is asked about something: `what colour is the car`.
    Question,
}
