//! `text_to_text_generation`: a text written anew, or carried on, as an instruction says.

use super::shared::writing::{Local, Remote, Task, as_text};
use crate::Registered;

static TASK: Task = Task {
    tool: "text_to_text_generation",
    instruction: "Do with the text what the person asks for, in its language unless they ask for another one. Answer with the finished text alone, without a word about it.",
    longest: 1_500,
    schema: None,
    result: as_text,
};
inventory::submit!(Registered(&Local(&TASK)));
inventory::submit!(Registered(&Remote(&TASK)));
