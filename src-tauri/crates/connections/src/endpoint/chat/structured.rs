//! Answers that satisfy a schema: asked for, checked, and asked for again with what was wrong.

use patchbay_inference::Watch;
use patchbay_inference::chat::{Answer, ChatRequest, End, Message, Role};
use serde_json::Value;

use super::json_text::json_in;
use super::request::Shape;
use crate::endpoint::{Client, EndpointError, schema};

/// How often a server is asked to correct an answer.
const MOST_REPAIRS: usize = 2;
/// The most bytes of a wrong answer that the server is shown again.
const MOST_SHOWN: usize = 16 << 10;

/// Asks until the answer satisfies `wanted`. `said` hears it whole, once it does.
pub(super) fn answer(
    client: &Client,
    request: &ChatRequest<'_>,
    wanted: &Value,
    said: &mut dyn FnMut(&str),
    watch: Watch<'_>,
) -> Result<Answer, EndpointError> {
    let mut shape = Shape::new();
    let mut messages = request.messages.to_vec();
    let mut repairs = 0;
    loop {
        let answer = client.ask(&mut shape, request, &messages, &mut |_| {}, watch)?;
        let wrong = match checked(&answer, wanted) {
            Ok(json) => {
                said(&json);
                return Ok(Answer {
                    text: json,
                    end: End::Whole,
                    ..answer
                });
            }
            Err(wrong) => wrong,
        };
        if repairs == MOST_REPAIRS {
            let reason =
                format!("{wrong}, also after it was asked {MOST_REPAIRS} times to correct that");
            return Err(client.link.bad(&reason));
        }
        repairs += 1;
        messages.truncate(request.messages.len());
        messages.push(Message::new(Role::Assistant, beginning(&answer.text)));
        messages.push(Message::new(
            Role::User,
            format!("That answer cannot be used: {wrong}. Answer again, with the whole corrected JSON and nothing else."),
        ));
    }
}

/// The JSON of an answer, or what is wrong with it.
fn checked(answer: &Answer, wanted: &Value) -> Result<String, String> {
    let (text, value) = json_in(&answer.text).map_err(|wrong| match answer.end {
        End::Whole => wrong,
        End::Length => format!(
            "it was cut off after {} tokens, so that {wrong}",
            answer.tokens
        ),
    })?;
    schema::check(&value, wanted).map_err(|mismatch| mismatch.to_string())?;
    Ok(text.clone())
}

fn beginning(text: &str) -> &str {
    &text[..text.floor_char_boundary(MOST_SHOWN)]
}
