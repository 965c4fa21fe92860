//! `text_translation`: a text in another language.

use super::shared::writing::{Local, Remote, Task, as_text};
use crate::Registered;

static TASK: Task = Task {
    tool: "text_translation",
    instruction: "Translate what the person gives you into the language that they ask for; where they ask for none, into English. Keep names, numbers and line breaks. Answer with the translation alone.",
    longest: 1_500,
    schema: None,
    result: as_text,
};
inventory::submit!(Registered(&Local(&TASK)));
inventory::submit!(Registered(&Remote(&TASK)));
