//! A tokenizer from a GGUF file's metadata, and the tokens that end an answer.

mod byte_pairs;
mod metadata;
mod sentence_pieces;

use candle_core::quantized::gguf_file::Content;
use candle_core::{Result, bail};
use serde_json::{Value, json};
use tokenizers::Tokenizer;

use self::metadata::Metadata;

/// Names of special tokens that end an answer, beside those that a file names.
const ENDS: [&str; 7] = [
    "<|im_end|>",
    "<|eot_id|>",
    "<|end|>",
    "<end_of_turn>",
    "<|endoftext|>",
    "<|end_of_text|>",
    "</s>",
];

/// The tokens of a model.
pub(super) struct Vocabulary {
    tokenizer: Tokenizer,
    json: Value,
    /// Tokens that people's words never stand for, as text.
    special: Vec<String>,
    begin: String,
    end: String,
    stops: Vec<u32>,
}

impl Vocabulary {
    /// Reads the fields `tokenizer.ggml.*`. An error names what is missing or unknown.
    pub(super) fn read(content: &Content) -> Result<Self> {
        let metadata = Metadata::new(content)?;
        let mut json = match metadata.word("model")? {
            "gpt2" => byte_pairs::tokenizer(&metadata)?,
            "llama" => sentence_pieces::tokenizer(&metadata)?,
            other => bail!("its tokenizer is of the kind “{other}”, which is not known here"),
        };
        json["added_tokens"] = added(&metadata);
        let bytes = serde_json::to_vec(&json).map_err(candle_core::Error::wrap)?;
        let tokenizer = Tokenizer::from_bytes(&bytes).map_err(candle_core::Error::wrap)?;
        let special: Vec<String> = (metadata.tokens.iter().enumerate())
            .filter(|(id, token)| metadata.is_control(*id) && !token.is_empty())
            .map(|(_, token)| token.clone())
            .collect();
        let text = |field: &str| {
            let token = metadata
                .id(field)
                .and_then(|id| metadata.tokens.get(id as usize));
            token.cloned().unwrap_or_default()
        };
        Ok(Self {
            begin: text("bos_token_id"),
            end: text("eos_token_id"),
            stops: stops(&metadata)?,
            tokenizer,
            json,
            special,
        })
    }

    pub(super) fn tokenizer(&self) -> &Tokenizer {
        &self.tokenizer
    }

    /// The tokenizer in the hub's format.
    pub(super) fn json(&self) -> &Value {
        &self.json
    }

    /// Whether its tokens are pieces of bytes, wherever they stand.
    pub(super) fn is_of_bytes(&self) -> bool {
        self.json["decoder"]["type"] == "ByteLevel"
    }

    /// The text of the token that begins a text; empty where there is none.
    pub(super) fn begin(&self) -> &str {
        &self.begin
    }

    /// The text of the token that ends a text.
    pub(super) fn end(&self) -> &str {
        &self.end
    }

    /// The tokens that end an answer; there is one at least.
    pub(super) fn stops(&self) -> &[u32] {
        &self.stops
    }

    /// The tokens of a prompt in which special tokens stand as text.
    pub(super) fn encode(&self, prompt: &str) -> Result<Vec<u32>> {
        let encoded = self.tokenizer.encode_fast(prompt, false);
        Ok(encoded
            .map_err(candle_core::Error::wrap)?
            .get_ids()
            .to_vec())
    }

    /// A text without what would be read as a special token: whoever writes it cannot speak as
    /// somebody else.
    pub(super) fn plain(&self, text: &str) -> String {
        let mut plain = text.to_owned();
        // What is left may be another one: “<|im_<|im_end|>start|>”.
        while let Some(token) = self.special.iter().find(|token| plain.contains(*token)) {
            plain = plain.replace(token, "");
        }
        plain
    }
}

fn added(metadata: &Metadata<'_>) -> Value {
    let tokens = metadata.tokens.iter().enumerate();
    let added = tokens.filter(|(id, _)| metadata.is_control(*id) || metadata.is_user_defined(*id));
    let entries = added.map(|(id, token)| {
        json!({
            "id": id, "content": token, "special": metadata.is_control(id),
            "single_word": false, "lstrip": false, "rstrip": false, "normalized": false,
        })
    });
    entries.collect()
}

fn stops(metadata: &Metadata<'_>) -> Result<Vec<u32>> {
    let fields = ["eos_token_id", "eot_token_id", "eom_token_id"];
    let mut stops: Vec<u32> = fields
        .iter()
        .filter_map(|field| metadata.id(field))
        .collect();
    for (id, token) in metadata.tokens.iter().enumerate() {
        let Ok(number) = u32::try_from(id) else { break };
        if metadata.is_control(id) && ENDS.contains(&token.as_str()) && !stops.contains(&number) {
            stops.push(number);
        }
    }
    stops.retain(|id| (*id as usize) < metadata.tokens.len());
    if stops.is_empty() {
        bail!("it names no token that ends an answer (tokenizer.ggml.eos_token_id)");
    }
    Ok(stops)
}
