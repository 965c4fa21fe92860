//! Another reading of a request: a chat model says it again in the words of the tools. The embedded
//! planner plans what it says as it plans a person's words, so that nothing is done that its
//! coverage does not find in them; and a person sees the words before anything runs.
//!
//! - `kept`: whether another wording keeps the numbers, names and quoted words of a request

mod kept;

use patchbay_domain::Tool;
use patchbay_inference::chat::{Chat, ChatRequest, End, Message, Role, Sampling};
use patchbay_inference::{InferenceError, Watch};
use serde::Deserialize;
use serde_json::{Value, json};

pub use kept::keeps_what_is_said;

/// The most tokens of an answer.
const LONGEST: usize = 220;
/// The most steps of a request.
const MOST_STEPS: usize = 6;
/// The most characters of a step.
const STEP: usize = 160;

const TASK: &str = "A person asks a program that edits pictures, sound and video for something. Say it again as plain \
    commands that the program understands, one for each thing to do, in English and in the order in which they are done. \
    Begin each command with a verb. Keep every number, unit, file name and quoted text as it is. Add nothing that is \
    not asked for, and leave nothing out. The program can do only what is listed. Where what is asked for is not \
    among that, answer with an empty list. Answer as JSON: {\"commands\": [\"…\"]}.";

#[derive(Deserialize)]
struct Written {
    commands: Vec<String>,
}

/// What a chat model makes of a request that was not understood whole: the request in other words;
/// none where it finds none, or where its words lose or add a number, a file name or a quoted text.
/// `names`: the files at hand. `tools`: those that the program may need for it.
///
/// # Errors
/// The person stopped it, or the model gave no answer.
pub fn reword(
    chat: &dyn Chat,
    instruction: &str,
    names: &[&str],
    tools: &[&Tool],
    watch: Watch<'_>,
) -> Result<Option<String>, InferenceError> {
    let list: Vec<String> = tools
        .iter()
        .map(|tool| match tool.examples.first() {
            Some(example) => format!("- {} (such as: {example})", tool.title()),
            None => format!("- {}", tool.title()),
        })
        .collect();
    let system = format!("{TASK}\n\nThe program can:\n{}", list.join("\n"));
    let files = match names {
        [] => String::new(),
        names => format!("\n\nFiles: {}", names.join(", ")),
    };
    let messages = [
        Message::new(Role::System, system),
        Message::new(Role::User, format!("{}{files}", instruction.trim())),
    ];
    let schema = schema();
    let request = ChatRequest {
        messages: &messages,
        sampling: Sampling::GREEDY,
        longest: LONGEST,
        schema: Some(&schema),
    };
    let answer = chat.answer(&request, &mut |_| {}, watch)?;
    if answer.end != End::Whole {
        return Ok(None);
    }
    let Ok(Written { commands }) = serde_json::from_str(&answer.text) else {
        return Ok(None);
    };
    let commands: Vec<&str> = commands
        .iter()
        .map(|command| command.trim().trim_end_matches('.'))
        .filter(|command| !command.is_empty())
        .collect();
    let reworded = commands.join(", then ");
    let is_same = reworded.eq_ignore_ascii_case(instruction.trim().trim_end_matches('.'));
    let is_usable =
        !reworded.is_empty() && !is_same && keeps_what_is_said(instruction, &reworded, names);
    Ok(is_usable.then_some(reworded))
}

fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {"commands": {
            "type": "array",
            "items": {"type": "string", "minLength": 1, "maxLength": STEP},
            "maxItems": MOST_STEPS,
        }},
        "required": ["commands"],
        "additionalProperties": false,
    })
}

#[cfg(test)]
mod tests {
    use patchbay_inference::chat::Answer;

    use super::*;

    /// A model that always answers the same.
    struct Says(&'static str, End);

    impl Chat for Says {
        fn name(&self) -> String {
            "a model".to_owned()
        }

        fn answer(
            &self,
            _: &ChatRequest<'_>,
            _: &mut dyn FnMut(&str),
            _: Watch<'_>,
        ) -> Result<Answer, InferenceError> {
            Ok(Answer {
                text: self.0.to_owned(),
                end: self.1,
                prompt_tokens: 0,
                kept_tokens: 0,
                tokens: 0,
            })
        }
    }

    fn said(words: &'static str, end: End) -> Option<String> {
        let asked = "lop off the first 10 seconds of trip.mp4 and give it a 'Hello' line";
        reword(
            &Says(words, end),
            asked,
            &["trip.mp4"],
            &[],
            Watch::nobody(),
        )
        .unwrap()
    }

    #[test]
    fn only_words_that_keep_what_was_said_are_another_reading() {
        let good =
            r#"{"commands": ["cut the first 10 seconds off trip.mp4.", "write 'Hello' on it"]}"#;
        assert_eq!(
            said(good, End::Whole).as_deref(),
            Some("cut the first 10 seconds off trip.mp4, then write 'Hello' on it")
        );
        for bad in [
            r#"{"commands": ["cut the first 12 seconds off trip.mp4", "write 'Hello' on it"]}"#,
            r#"{"commands": ["cut the first 10 seconds off trip.mp4"]}"#,
            r#"{"commands": ["cut the first 10 seconds off other.mp4", "write 'Hello' on it"]}"#,
            r#"{"commands": []}"#,
            "I cannot do that",
        ] {
            assert_eq!(said(bad, End::Whole), None, "{bad}");
        }
        assert_eq!(said(good, End::Length), None, "it was cut off");
    }
}
