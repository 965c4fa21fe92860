//! `question_answering`: an answer to a question, or what an instruction asks to be written.

use super::shared::writing::{Local, Remote, Task, as_text};
use crate::Registered;

static TASK: Task = Task {
    tool: "question_answering",
    instruction: "Answer what the person asks, briefly and in their language. Where you do not know it, say so instead of guessing.",
    longest: 700,
    schema: None,
    result: as_text,
};
inventory::submit!(Registered(&Local(&TASK)));
inventory::submit!(Registered(&Remote(&TASK)));
