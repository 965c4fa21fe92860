//! The values of a connected tool's call as a chat model reads them out of the request. Its answer is
//! constrained to the tool's inputs, and texts have to stand in the request: nothing is made up.

use std::collections::BTreeMap;

use patchbay_domain::{Parameter, ParameterKind, Tool};
use patchbay_inference::chat::{Chat, ChatRequest, End, Message, Role, Sampling};
use patchbay_inference::{InferenceError, Watch};
use patchbay_phrases::values;
use serde_json::{Map, Value, json};

/// The most tokens of an answer.
const LONGEST: usize = 300;
/// The most characters of a value.
const VALUE: usize = 400;

const TASK: &str = "A person asks for something that a tool does. Fill in the tool's inputs from what the person says. \
    Copy names, texts, dates and numbers to the letter as they stand in the request. Leave out every input of which \
    the person says nothing. Answer as JSON.";

/// The values that a request gives a tool's parameters, by their names, as a chat model reads them:
/// those alone that the parameters can take and whose words stand in the request.
///
/// # Errors
/// The person stopped it, or the model gave no answer.
pub fn values_by_chat(
    chat: &dyn Chat,
    instruction: &str,
    tool: &Tool,
    watch: Watch<'_>,
) -> Result<BTreeMap<String, String>, InferenceError> {
    let inputs = tool.parameters.iter().map(|one| {
        let meaning = if one.meaning.is_empty() {
            &one.label
        } else {
            &one.meaning
        };
        let told = format!("- {}: {meaning} {}", one.name, one.question);
        told.trim_end().to_owned()
    });
    let inputs: Vec<String> = inputs.collect();
    let tool_of = format!("{}: {}", tool.title(), tool.description);
    let system = format!(
        "{TASK}\n\nThe tool:\n{tool_of}\n\nIts inputs:\n{}",
        inputs.join("\n")
    );
    let messages = [
        Message::new(Role::System, system),
        Message::new(Role::User, instruction.trim()),
    ];
    let schema = schema(tool);
    let request = ChatRequest {
        messages: &messages,
        sampling: Sampling::GREEDY,
        longest: LONGEST,
        schema: Some(&schema),
    };
    let answer = chat.answer(&request, &mut |_| {}, watch)?;
    if answer.end != End::Whole {
        return Ok(BTreeMap::new());
    }
    let read: Map<String, Value> = serde_json::from_str(&answer.text).unwrap_or_default();
    let said = read.into_iter().filter_map(|(name, value)| {
        let parameter = tool.parameter(&name)?;
        let text = match value {
            Value::String(text) => text,
            Value::Null => return None,
            other => other.to_string(),
        };
        let counts = is_said(parameter, &text, instruction);
        let text = values::read(tool, parameter, &text)
            .ok()
            .filter(|_| counts)?;
        Some((name, text))
    });
    Ok(said.collect())
}

/// Whether a value is one of the request: a text or a number stands in it, another value is one of
/// those that the tool lists.
fn is_said(parameter: &Parameter, text: &str, instruction: &str) -> bool {
    let bare = |text: &str| -> String {
        let kept = text.chars().filter(|letter| letter.is_alphanumeric());
        kept.flat_map(char::to_lowercase).collect()
    };
    match parameter.kind {
        ParameterKind::Choice | ParameterKind::Flag => true,
        _ => {
            let said = bare(text);
            !said.is_empty() && bare(instruction).contains(&said)
        }
    }
}

fn schema(tool: &Tool) -> Value {
    let property = |one: &Parameter| {
        let of = match one.kind {
            _ if !one.choices.is_empty() => json!({"type": "string", "enum": one.choices}),
            ParameterKind::Flag => json!({"type": "boolean"}),
            ParameterKind::Count => json!({"type": "integer"}),
            ParameterKind::Number => json!({"type": "number"}),
            _ => json!({"type": "string", "maxLength": VALUE}),
        };
        (one.name.clone(), of)
    };
    let properties: Map<String, Value> = tool.parameters.iter().map(property).collect();
    json!({"type": "object", "properties": properties, "additionalProperties": false})
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

    fn values(answer: &'static str, end: End) -> Vec<(String, String)> {
        let tool: Tool = serde_json::from_str(
            r#"{"name": "s__t", "domain": "connected", "args": [], "returns": "text", "parameters": [
                {"name": "city", "kind": "text", "label": "City"}, {"name": "days", "kind": "count", "label": "Days", "range": [1, 14]},
                {"name": "units", "kind": "choice", "label": "Units", "choices": ["metric", "imperial"]}]}"#,
        )
        .expect("a tool");
        let words = "will it rain in New York in the next 3 days";
        let read = values_by_chat(&Says(answer, end), words, &tool, Watch::nobody());
        read.unwrap().into_iter().collect()
    }

    #[test]
    fn only_what_is_said_and_can_be_taken_counts() {
        let of = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let good = r#"{"city": "New York", "days": 3, "units": "metric"}"#;
        let all = [
            of("city", "New York"),
            of("days", "3"),
            of("units", "metric"),
        ];
        assert_eq!(values(good, End::Whole), all);
        assert_eq!(values(good, End::Length), [], "it was cut off");
        for bad in [
            r#"{"city": "London", "days": 30, "units": "kelvin", "key": "x"}"#,
            r#"{"city": "", "days": 5}"#,
            r#"{"city": null}"#,
            "[]",
            "sure!",
        ] {
            assert_eq!(values(bad, End::Whole), [], "{bad}");
        }
    }
}
