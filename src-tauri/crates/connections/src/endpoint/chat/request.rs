//! Body that is posted to a server for an answer. Servers differ in what they accept: what one
//! refuses is left out.

use patchbay_inference::chat::{ChatRequest, Message, Role};
use serde_json::{Map, Value, json};

use crate::endpoint::{Endpoint, EndpointError};

/// Parts of a request that a server accepts, as far as is known.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Shape {
    format: Format,
    /// The field for the most tokens: OpenAI's newer models refuse the name that all others know.
    longest: &'static str,
    left_out: Vec<&'static str>,
}

/// How an answer is asked to be JSON.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Format {
    /// It is held to the schema by the server.
    Schema,
    /// It is held to be JSON by the server; the schema stands in the words.
    Json,
    /// The schema stands in the words alone.
    Words,
}

/// Fields that an answer can be had without.
const OPTIONAL: [&str; 5] = ["stream_options", "temperature", "top_p", "top_k", "seed"];
const LONGEST: &str = "max_tokens";
const LONGEST_OF_NEW: &str = "max_completion_tokens";

impl Shape {
    /// Everything, until a server refuses it.
    pub(super) fn new() -> Self {
        Self {
            format: Format::Schema,
            longest: LONGEST,
            left_out: Vec::new(),
        }
    }

    /// Asks for less, by what a server refused; `false` where nothing is left that it may have meant.
    /// Fields that its words name are left out first. Then a schema (`with_schema`) is asked for in
    /// a simpler way after 400, 404, 422 and 501.
    pub(super) fn simplify(&mut self, refused: &EndpointError, with_schema: bool) -> bool {
        let words = match refused {
            EndpointError::Refused {
                status: 400 | 422,
                words,
                ..
            } => words,
            EndpointError::Refused { status: 501, .. } | EndpointError::ModelUnknown { .. } => "",
            _ => return false,
        };
        if self.longest == LONGEST && words.contains(LONGEST_OF_NEW) {
            self.longest = LONGEST_OF_NEW;
            return true;
        }
        let before = self.left_out.len();
        for field in OPTIONAL {
            if words.contains(field) && !self.left_out.contains(&field) {
                self.left_out.push(field);
            }
        }
        if self.left_out.len() > before {
            return true;
        }
        let simpler = match self.format {
            Format::Schema => Format::Json,
            Format::Json | Format::Words => Format::Words,
        };
        let changed = with_schema && simpler != self.format;
        self.format = simpler;
        changed
    }

    /// The body of the request that asks for an answer to `messages`; the rest is as in `request`.
    pub(super) fn body(
        &self,
        endpoint: &Endpoint,
        request: &ChatRequest<'_>,
        messages: &[Message],
    ) -> Value {
        let mut body = Map::new();
        if !endpoint.model.is_empty() {
            body.insert("model".into(), json!(endpoint.model));
        }
        body.insert("messages".into(), self.messages(request, messages));
        body.insert("stream".into(), json!(true));
        body.insert(self.longest.into(), json!(request.longest));
        let sampling = &request.sampling;
        let optional = [
            ("stream_options", Some(json!({"include_usage": true}))),
            ("temperature", Some(json!(sampling.temperature))),
            (
                "top_p",
                (sampling.top_p < 1.0).then(|| json!(sampling.top_p)),
            ),
            (
                "top_k",
                (sampling.top_k != usize::MAX).then(|| json!(sampling.top_k)),
            ),
            // Servers keep it in 31 bits or more.
            ("seed", Some(json!(sampling.seed & 0x7fff_ffff))),
        ];
        for (field, value) in optional {
            if let Some(value) = value.filter(|_| !self.left_out.contains(&field)) {
                body.insert(field.into(), value);
            }
        }
        if let Some(format) = request
            .schema
            .and_then(|schema| self.response_format(schema))
        {
            body.insert("response_format".into(), format);
        }
        Value::Object(body)
    }

    fn response_format(&self, schema: &Value) -> Option<Value> {
        match self.format {
            Format::Schema => Some(json!({
                "type": "json_schema",
                "json_schema": {"name": "answer", "schema": schema, "strict": true},
            })),
            Format::Json => Some(json!({"type": "json_object"})),
            Format::Words => None,
        }
    }

    /// The messages, with the schema at the end of what the system says where the server does not
    /// hold the answer to it.
    fn messages(&self, request: &ChatRequest<'_>, messages: &[Message]) -> Value {
        let Some(schema) = request.schema.filter(|_| self.format != Format::Schema) else {
            return json!(messages);
        };
        let words = format!(
            "Answer with one JSON value that satisfies this JSON Schema, and with nothing else: {schema}"
        );
        let mut messages = messages.to_vec();
        match messages.first_mut() {
            Some(first) if first.role == Role::System => {
                first.content = format!("{}\n\n{words}", first.content);
            }
            _ => messages.insert(0, Message::new(Role::System, words)),
        }
        json!(messages)
    }
}

#[cfg(test)]
mod tests {
    use patchbay_inference::chat::{ChatRequest, Message, Role, Sampling};
    use serde_json::{Value, json};

    use super::Shape;
    use crate::endpoint::{Endpoint, EndpointError, Limits};

    fn refused(status: u16, words: &str) -> EndpointError {
        EndpointError::Refused {
            name: "it".into(),
            status,
            words: words.into(),
        }
    }

    fn body(shape: &Shape, schema: Option<&Value>) -> Value {
        let endpoint = Endpoint {
            id: "it".into(),
            name: "it".into(),
            address: "http://localhost".into(),
            model: "small".into(),
            needs_key: false,
            limits: Limits::default(),
        };
        let messages = [Message::new(Role::User, "Hello")];
        let request = ChatRequest {
            messages: &messages,
            sampling: Sampling {
                temperature: 0.5,
                top_p: 0.9,
                top_k: 40,
                seed: u64::MAX,
            },
            longest: 100,
            schema,
        };
        shape.body(&endpoint, &request, &messages)
    }

    #[test]
    fn what_the_words_of_a_refusal_name_is_left_out_once() {
        let mut shape = Shape::new();
        let all = body(&shape, None);
        assert_eq!(all["max_tokens"], json!(100));
        assert_eq!(all["seed"], json!(0x7fff_ffff));
        assert_eq!(all["stream_options"], json!({"include_usage": true}));
        let newer = refused(
            400,
            "Unsupported: 'max_tokens'. Use 'max_completion_tokens'.",
        );
        assert!(shape.simplify(&newer, false));
        let unknown = refused(422, "Unrecognized argument: top_k, temperature");
        assert!(shape.simplify(&unknown, false));
        assert!(
            !shape.simplify(&unknown, false),
            "nothing more to leave out"
        );
        let fewer = body(&shape, None);
        assert_eq!(fewer["max_completion_tokens"], json!(100));
        for field in ["max_tokens", "top_k", "temperature"] {
            assert!(fewer.get(field).is_none(), "{field}");
        }
        assert_eq!(fewer["top_p"], json!(0.9));
    }

    #[test]
    fn a_schema_is_asked_for_in_simpler_and_simpler_ways() {
        let schema = json!({"type": "object"});
        let mut shape = Shape::new();
        let strict = body(&shape, Some(&schema));
        assert_eq!(strict["response_format"]["json_schema"]["schema"], schema);
        assert_eq!(strict["messages"].as_array().unwrap().len(), 1);
        assert!(shape.simplify(&refused(400, "no response_format"), true));
        let json = body(&shape, Some(&schema));
        assert_eq!(json["response_format"], json!({"type": "json_object"}));
        let words = json["messages"][0]["content"].as_str().unwrap();
        assert!(words.contains(&schema.to_string()), "{words}");
        assert!(shape.simplify(&refused(501, ""), true));
        let plain = body(&shape, Some(&schema));
        assert!(plain.get("response_format").is_none());
        assert_eq!(plain["messages"], json["messages"]);
        assert!(!shape.simplify(&refused(400, ""), true));
        for other in [refused(413, "top_p"), EndpointError::Cancelled] {
            assert!(!Shape::new().simplify(&other, true), "{other}");
        }
    }
}
