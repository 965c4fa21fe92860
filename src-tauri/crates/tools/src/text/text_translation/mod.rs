//! `text_translation`: a text in another language.

use patchbay_domain::Resource;

use super::shared::writing::{Local, Remote, Task};
use crate::{Registered, ToolError};

static TASK: Task = Task {
    tool: "text_translation",
    instruction: "Translate what the person gives you into the language that they ask for; where they ask for none, into English. Keep names, numbers and line breaks. Answer with the translation alone.",
    longest: 1_500,
    schema: None,
    result: translated,
};
inventory::submit!(Registered(&Local(&TASK)));
inventory::submit!(Registered(&Remote(&TASK)));

/// From this many words on a text is another one in another language; fewer may be names.
const SENTENCE: usize = 4;

/// A translation. A text that came back as it was is none.
fn translated(written: &str, text: &str) -> Result<Resource, ToolError> {
    let words = || text.split_whitespace();
    if written.split_whitespace().eq(words()) && words().count() >= SENTENCE {
        return Err(ToolError::Nothing(
            "The language model gave the text back as it was, so nothing is translated. Say the language, \
             or choose a larger model."
                .to_owned(),
        ));
    }
    Ok(Resource::Text(written.to_owned()))
}
