//! Texts as token ids and back, by the `tokenizer.json` that lies beside a model, or by the older
//! files that say the same.

use std::path::Path;

use tokenizers::{Tokenizer, TruncationParams};

use super::vocabulary;
use crate::InferenceError;

/// A tokenizer that cuts texts to what a model reads.
pub struct TextTokenizer(Tokenizer);

impl TextTokenizer {
    /// Reads a model's folder: `tokenizer.json`, or where there is none `vocab.json`, `merges.txt`
    /// and, where it is there, `special_tokens_map.json`. `longest`: the most tokens of a text, its
    /// start and end among them; at least 3.
    pub fn open(folder: &Path, longest: usize) -> Result<Self, InferenceError> {
        let path = folder.join("tokenizer.json");
        let is_whole = path.exists() || !folder.join(vocabulary::IDS).exists();
        let (path, read) = if is_whole {
            let read = Tokenizer::from_file(&path);
            (path, read)
        } else {
            (
                folder.join(vocabulary::IDS),
                Tokenizer::from_bytes(vocabulary::description(folder)?),
            )
        };
        let wrong = |reason: String| InferenceError::File {
            path: path.clone(),
            reason,
        };
        let mut tokenizer = read.map_err(|error| wrong(error.to_string()))?;
        if longest < 3 {
            return Err(wrong(format!(
                "the model reads {longest} tokens, which is too few"
            )));
        }
        let cut = TruncationParams {
            max_length: longest,
            ..TruncationParams::default()
        };
        tokenizer
            .with_truncation(Some(cut))
            .map_err(|error| wrong(error.to_string()))?;
        tokenizer.with_padding(None);
        Ok(Self(tokenizer))
    }

    /// The token ids of each text, with its start and end.
    pub fn ids(&self, texts: &[impl AsRef<str> + Sync]) -> Result<Vec<Vec<u32>>, InferenceError> {
        let coded = |text: &str| {
            self.0
                .encode(text, true)
                .map_err(|error| InferenceError::Text(error.to_string()))
        };
        texts
            .iter()
            .map(|text| Ok(coded(text.as_ref())?.get_ids().to_vec()))
            .collect()
    }

    /// The text of token ids, without those that are marks rather than words, and without ids that
    /// the tokenizer lacks.
    pub fn text(&self, ids: &[u32]) -> Result<String, InferenceError> {
        Ok(self.raw_text(ids)?.trim().to_owned())
    }

    /// The same with the spaces around it.
    pub(in crate::networks) fn raw_text(&self, ids: &[u32]) -> Result<String, InferenceError> {
        self.0
            .decode(ids, true)
            .map_err(|error| InferenceError::Text(error.to_string()))
    }
}
