//! The fields `tokenizer.ggml.*` of a GGUF file.

use candle_core::quantized::gguf_file::{Content, Value};
use candle_core::{Result, bail};
use serde_json::{Map, Value as Json};

/// Kinds of tokens, as `tokenizer.ggml.token_type` numbers them.
const UNKNOWN: i64 = 2;
const CONTROL: i64 = 3;
const USER_DEFINED: i64 = 4;

/// Metadata of a file's tokens.
pub(super) struct Metadata<'a> {
    content: &'a Content,
    /// Each token's text, by its number.
    pub(super) tokens: Vec<String>,
    kinds: Vec<i64>,
}

impl<'a> Metadata<'a> {
    pub(super) fn new(content: &'a Content) -> Result<Self> {
        let mut metadata = Self {
            content,
            tokens: Vec::new(),
            kinds: Vec::new(),
        };
        metadata.tokens = metadata.words("tokens")?;
        if metadata.get("token_type").is_some() {
            metadata.kinds = metadata.list("token_type", integer)?;
        }
        Ok(metadata)
    }

    /// The number of each token, by its text.
    pub(super) fn ids(&self) -> Map<String, Json> {
        let tokens = self.tokens.iter().enumerate();
        tokens
            .map(|(id, token)| (token.clone(), id.into()))
            .collect()
    }

    fn get(&self, field: &str) -> Option<&'a Value> {
        let name = format!("tokenizer.ggml.{field}");
        self.content.metadata.get(&name)
    }

    fn list<T>(&self, field: &str, of: impl Fn(&Value) -> Option<T>) -> Result<Vec<T>> {
        let Some(Value::Array(list)) = self.get(field) else {
            bail!("tokenizer.ggml.{field} is missing");
        };
        match list.iter().map(of).collect() {
            Some(list) => Ok(list),
            None => bail!("tokenizer.ggml.{field} has another type than it has to have"),
        }
    }

    pub(super) fn words(&self, field: &str) -> Result<Vec<String>> {
        self.list(field, |value| match value {
            Value::String(word) => Some(word.clone()),
            _ => None,
        })
    }

    pub(super) fn numbers(&self, field: &str) -> Result<Vec<f32>> {
        self.list(field, |value| value.to_f32().ok())
    }

    pub(super) fn word(&self, field: &str) -> Result<&'a str> {
        match self.get(field) {
            Some(Value::String(word)) => Ok(word),
            _ => bail!("tokenizer.ggml.{field} is missing"),
        }
    }

    pub(super) fn flag(&self, field: &str) -> Option<bool> {
        self.get(field)?.to_bool().ok()
    }

    pub(super) fn id(&self, field: &str) -> Option<u32> {
        u32::try_from(integer(self.get(field)?)?).ok()
    }

    /// Whether a token is never part of what people say.
    pub(super) fn is_control(&self, id: usize) -> bool {
        matches!(self.kinds.get(id), Some(&(UNKNOWN | CONTROL)))
    }

    /// Whether a token is kept whole wherever its text stands.
    pub(super) fn is_user_defined(&self, id: usize) -> bool {
        self.kinds.get(id) == Some(&USER_DEFINED)
    }
}

fn integer(value: &Value) -> Option<i64> {
    match value {
        Value::I32(number) => Some(i64::from(*number)),
        Value::I64(number) => Some(*number),
        other => other
            .to_u64()
            .ok()
            .and_then(|number| i64::try_from(number).ok()),
    }
}
