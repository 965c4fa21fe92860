//! Roles of texts: which of a request's words a tool gets in them.

use serde::{Deserialize, Serialize};

/// Purpose of a text argument, which tells what of a request to copy into it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TextRole {
    /// Name of a thing: `the brown dog`.
    Object,
    /// Description of what a result is to show, sound like or be made of: `a lake at night`.
    Content,
    /// Change to be made to something: `make it brighter and rotate it`.
    Instruction,
    /// Question about something: `what colour is the car`.
    Question,
}
