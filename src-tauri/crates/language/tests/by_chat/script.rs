//! Chat models that follow a script.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use patchbay_inference::chat::{Answer, Chat, ChatRequest, End};
use patchbay_inference::{InferenceError, Watch};
use serde_json::Value;

/// What a scripted model says.
pub(super) enum Said {
    Whole(String),
    CutOff(String),
    Fails(InferenceError),
}

/// What a scripted model makes of a question and the schema of its answer.
pub(super) type Script = fn(&str, &Value) -> Said;

/// A model that follows a script.
pub(super) struct Scripted {
    script: Script,
    pub(super) asked: AtomicUsize,
}

impl Chat for Scripted {
    fn name(&self) -> String {
        "a scripted model".to_owned()
    }

    fn answer(
        &self,
        request: &ChatRequest<'_>,
        _: &mut dyn FnMut(&str),
        watch: Watch<'_>,
    ) -> Result<Answer, InferenceError> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        watch.at(0, 1)?;
        let question = &request.messages.last().expect("a question").content;
        let schema = request.schema.expect("a schema");
        let (text, end) = match (self.script)(question, schema) {
            Said::Whole(text) => (text, End::Whole),
            Said::CutOff(text) => (text, End::Length),
            Said::Fails(error) => return Err(error),
        };
        Ok(Answer {
            text,
            end,
            prompt_tokens: 0,
            kept_tokens: 0,
            tokens: 0,
        })
    }
}

pub(super) fn scripted(script: Script) -> Arc<Scripted> {
    Arc::new(Scripted {
        script,
        asked: AtomicUsize::new(0),
    })
}

pub(super) fn whole(text: impl Into<String>) -> Said {
    Said::Whole(text.into())
}

/// The first choice of everything that a schema leaves open, lists as short as they may be.
pub(super) fn first_choice(schema: &Value, shortest: bool) -> Value {
    if let Some(choices) = schema["enum"].as_array() {
        return choices[0].clone();
    }
    if let Some(properties) = schema["properties"].as_object() {
        let filled = |(name, of): (&String, &Value)| (name.clone(), first_choice(of, shortest));
        return Value::Object(properties.iter().map(filled).collect());
    }
    let bound = if shortest { "minItems" } else { "maxItems" };
    let count = schema[bound].as_u64().unwrap_or(0);
    Value::Array(
        (0..count)
            .map(|_| first_choice(&schema["items"], shortest))
            .collect(),
    )
}

/// Scripts of models that are of no use.
pub(super) const USELESS: [(&str, Script); 8] = [
    ("talks", |_, _| whole("I would gladly help you with that!")),
    ("says nothing", |_, _| whole("")),
    ("is cut off", |_, _| {
        Said::CutOff(r#"{"tasks": []}"#.to_owned())
    }),
    ("answers another question", |_, _| {
        whole(r#"{"answer": [1, 2]}"#)
    }),
    ("fails", |_, _| {
        Said::Fails(InferenceError::Remote("The server is gone.".to_owned()))
    }),
    ("is stopped", |_, _| Said::Fails(InferenceError::Cancelled)),
    ("knows other tools", |_, schema| {
        whole(changed(schema, "tool", "make_everything_better"))
    }),
    ("knows other files", |_, schema| {
        let other = changed(schema, "with", "secret.png");
        whole(other.replace("\"use\":", "\"use\":\"secret.png\",\"was\":"))
    }),
];

/// An answer to a schema in which every property of that name has another value.
fn changed(schema: &Value, name: &str, to: &str) -> String {
    fn change(value: &mut Value, name: &str, to: &str) {
        match value {
            Value::Array(items) => {
                for item in items {
                    change(item, name, to);
                }
            }
            Value::Object(properties) => {
                for (key, value) in properties.iter_mut() {
                    if key == name {
                        *value = match value {
                            Value::Array(_) => Value::Array(vec![to.into()]),
                            _ => to.into(),
                        };
                    } else {
                        change(value, name, to);
                    }
                }
            }
            _ => {}
        }
    }
    let mut answer = first_choice(schema, false);
    change(&mut answer, name, to);
    answer.to_string()
}
