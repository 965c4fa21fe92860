//! Reply of a server in a chat, out of a stream or out of one piece of JSON.

use patchbay_inference::chat::{Answer, End};
use serde_json::Value;

/// Reply as far as it came.
#[derive(Debug, Default)]
pub(super) struct Reply {
    text: String,
    /// Number of parts in which the text came.
    parts: usize,
    refusal: String,
    /// Why it ends (`finish_reason`); nothing as long as it has not ended.
    reason: Option<String>,
    prompt_tokens: usize,
    kept_tokens: usize,
    tokens: Option<usize>,
}

/// Why an answer cannot be used.
#[derive(Debug, PartialEq)]
pub(super) enum Unusable {
    /// Its form is wrong.
    Form(String),
    /// The server says so in the answer.
    Error(Value),
    /// The model refuses, in its words.
    Refusal(String),
}

impl Reply {
    /// Takes in one piece of JSON: a chunk of a stream or a whole answer. Returns the text that is
    /// new in it.
    pub(super) fn take(&mut self, json: &Value) -> Result<String, Unusable> {
        if let Some(error) = json.get("error").filter(|error| !error.is_null()) {
            return Err(Unusable::Error(error.clone()));
        }
        self.take_usage(json);
        let Some(choices) = json.get("choices").and_then(Value::as_array) else {
            // Some servers send the usage, or a sign of life, by itself.
            return Ok(String::new());
        };
        // One answer was asked for; the last chunk may have none.
        let Some(choice) = choices.first() else {
            return Ok(String::new());
        };
        if let Some(reason) = choice.get("finish_reason").and_then(Value::as_str) {
            self.reason = Some(reason.to_owned());
        }
        let message = choice.get("delta").or_else(|| choice.get("message"));
        let said = |field| {
            let said = message.and_then(|message| message.get(field));
            said.and_then(Value::as_str).unwrap_or_default()
        };
        self.refusal.push_str(said("refusal"));
        let text = said("content");
        self.parts += usize::from(!text.is_empty());
        self.text.push_str(text);
        Ok(text.to_owned())
    }

    fn take_usage(&mut self, json: &Value) {
        let count = |place: &str| Some(json.pointer(place)?.as_u64()? as usize);
        if let Some(tokens) = count("/usage/prompt_tokens") {
            self.prompt_tokens = tokens;
        }
        if let Some(tokens) = count("/usage/prompt_tokens_details/cached_tokens") {
            self.kept_tokens = tokens;
        }
        if let Some(tokens) = count("/usage/completion_tokens") {
            self.tokens = Some(tokens);
        }
    }

    /// Whether the server said that this is the end.
    pub(super) fn has_ended(&self) -> bool {
        self.reason.is_some()
    }

    /// The bytes of the text so far.
    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    /// The answer, if it is one.
    pub(super) fn finish(self) -> Result<Answer, Unusable> {
        let reason = self.reason.as_deref().unwrap_or_default();
        if !self.refusal.is_empty() {
            return Err(Unusable::Refusal(self.refusal));
        }
        if reason == "content_filter" {
            let words = "the answer was withheld by the server's content filter";
            return Err(Unusable::Refusal(words.to_owned()));
        }
        let end = if reason == "length" {
            End::Length
        } else {
            End::Whole
        };
        if self.text.trim().is_empty() {
            let why = match end {
                End::Length => "it is empty: the longest length was reached before it began",
                End::Whole => "it is empty",
            };
            return Err(Unusable::Form(why.to_owned()));
        }
        Ok(Answer {
            tokens: self.tokens.unwrap_or(self.parts),
            text: self.text,
            end,
            prompt_tokens: self.prompt_tokens,
            kept_tokens: self.kept_tokens,
        })
    }
}

#[cfg(test)]
mod tests {
    use patchbay_inference::chat::End;
    use serde_json::json;

    use super::{Reply, Unusable};

    #[test]
    fn a_stream_and_one_piece_give_the_same_answer() {
        let usage = json!({"prompt_tokens": 9, "completion_tokens": 2,
            "prompt_tokens_details": {"cached_tokens": 4}});
        let mut streamed = Reply::default();
        for chunk in [
            json!({"choices": [{"delta": {"role": "assistant", "content": ""}}]}),
            json!({"choices": [{"delta": {"content": "Hel"}, "finish_reason": null}]}),
            json!({"choices": [{"delta": {"content": "lo"}}]}),
            json!({"choices": [{"delta": {}, "finish_reason": "length"}]}),
            json!({"choices": [], "usage": usage}),
        ] {
            streamed.take(&chunk).unwrap();
        }
        let mut whole = Reply::default();
        let message = json!({"role": "assistant", "content": "Hello", "refusal": null});
        let choice = json!({"message": message, "finish_reason": "length"});
        whole
            .take(&json!({"choices": [choice], "usage": usage}))
            .unwrap();
        let (streamed, whole) = (streamed.finish().unwrap(), whole.finish().unwrap());
        assert_eq!(streamed, whole);
        assert_eq!((whole.text.as_str(), whole.end), ("Hello", End::Length));
        assert_eq!(
            (whole.prompt_tokens, whole.kept_tokens, whole.tokens),
            (9, 4, 2)
        );
    }

    #[test]
    fn refusals_filters_errors_and_nothing_are_no_answers() {
        let finished = |choice| {
            let mut reply = Reply::default();
            reply.take(&json!({"choices": [choice]}))?;
            reply.finish()
        };
        let refusal = finished(json!({"message": {"content": null, "refusal": "I will not."}}));
        assert_eq!(refusal, Err(Unusable::Refusal("I will not.".into())));
        let filtered = json!({"message": {"content": "Half"}, "finish_reason": "content_filter"});
        assert!(matches!(finished(filtered), Err(Unusable::Refusal(_))));
        let empty = json!({"message": {"content": " "}, "finish_reason": "stop"});
        assert_eq!(finished(empty), Err(Unusable::Form("it is empty".into())));
        let error = Reply::default().take(&json!({"error": {"message": "out of memory"}}));
        assert!(matches!(error, Err(Unusable::Error(_))));
    }
}
