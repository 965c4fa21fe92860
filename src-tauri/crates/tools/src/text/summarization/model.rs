//! `summarization` by a language model, which says it in its own words.

use crate::Registered;
use crate::text::shared::writing::{Local, Remote, Task, as_text};

static TASK: Task = Task {
    tool: "summarization",
    instruction: "Summarise the person's text in its own language, in at most a quarter of its length and at most \
        seven sentences. Say nothing that the text does not say. Answer with the summary alone.",
    longest: 500,
    schema: None,
    result: as_text,
};
inventory::submit!(Registered(&Local(&TASK)));
inventory::submit!(Registered(&Remote(&TASK)));
