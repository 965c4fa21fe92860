//! The JSON in what a model answered: without the thoughts, fences and words around it.

use patchbay_inference::messages::without_thinking;
use serde_json::Value;

/// The part of `text` that is JSON, and what it says; why it is none otherwise.
pub(super) fn json_in(text: &str) -> Result<(String, Value), String> {
    let spoken = without_thinking(text);
    let text = spoken.trim();
    let error = match serde_json::from_str(text) {
        Ok(value) => return Ok((text.to_owned(), value)),
        Err(error) => error,
    };
    match fenced(text) {
        Some(inner) => serde_json::from_str(inner)
            .map(|value| (inner.to_owned(), value))
            .map_err(|error| not_json(&error)),
        None => Err(not_json(&error)),
    }
}

fn not_json(error: &serde_json::Error) -> String {
    format!("it is not valid JSON: {error}")
}

/// Returns the content of the first fence of three backticks, up to the end if it is not closed.
fn fenced(text: &str) -> Option<&str> {
    let (_, after) = text.split_once("```")?;
    let (inner, _) = after.rsplit_once("```").unwrap_or((after, ""));
    let language = inner.len()
        - inner
            .trim_start_matches(|c: char| c.is_alphanumeric())
            .len();
    Some(inner[language..].trim())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::json_in;

    #[test]
    fn json_is_found_in_what_models_put_around_it() {
        for text in [
            r#"{"a": "```"}"#,
            " {\"a\": \"```\"}\n",
            "```json\n{\"a\": \"```\"}\n```",
            "```\n{\"a\": \"```\"}\n```\n",
            "```JSON {\"a\": \"```\"}```",
            "Here it is:\n```json\n{\"a\": \"```\"}\n```\nAnything else?",
            "<think>\nHm, {\"b\"?\n</think>\n\n{\"a\": \"```\"}",
            "<think></think>```json\n{\"a\": \"```\"}\n```",
        ] {
            let (found, value) = json_in(text).unwrap();
            assert_eq!(
                (found.as_str(), value),
                (r#"{"a": "```"}"#, json!({"a": "```"})),
                "{text}"
            );
        }
        for text in [
            "",
            "Hello",
            "{\"a\":",
            "```json\n{\"a\":\n```",
            "<think>{}",
            "{} {}",
        ] {
            let error = json_in(text).unwrap_err();
            assert!(error.starts_with("it is not valid JSON"), "{text}: {error}");
        }
    }
}
