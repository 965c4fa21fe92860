//! The answer to a request in the person's own language, by a chat model.

use patchbay_inference::chat::{Chat, ChatRequest, End, Message, Role, Sampling};
use patchbay_inference::{InferenceError, Watch};

use crate::rewording::keeps_what_is_said;

/// The most tokens of an answer.
const LONGEST: usize = 500;

const TASK: &str = "You are given what a person asked of a program that edits pictures, sound and video, and the report of \
    what was done. Write the report again as a short, friendly answer in the language of the person's request. Keep \
    every fact, number, file name and quoted text of the report to the letter, and say plainly what was not done. \
    Add nothing. Answer with the text alone.";

/// The report of what was done, `report`, as an answer in the language of `instruction`; none where
/// what the model wrote loses or adds a number, a quoted text or a file. `names`: the files there are.
///
/// # Errors
/// The person stopped it, or the model gave no answer.
pub fn answered(
    chat: &dyn Chat,
    instruction: &str,
    report: &str,
    names: &[&str],
    watch: Watch<'_>,
) -> Result<Option<String>, InferenceError> {
    let asked = format!("The person asked:\n{instruction}\n\nReport:\n{report}");
    let messages = [
        Message::new(Role::System, TASK),
        Message::new(Role::User, asked),
    ];
    let request = ChatRequest {
        messages: &messages,
        sampling: Sampling::GREEDY,
        longest: LONGEST,
        schema: None,
    };
    let answer = chat.answer(&request, &mut |_| {}, watch)?;
    let text = answer.text.trim();
    let counts =
        answer.end == End::Whole && !text.is_empty() && keeps_what_is_said(report, text, names);
    Ok(counts.then(|| text.to_owned()))
}
