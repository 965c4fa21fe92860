//! The `tokenizer.json` of a CLIP model that comes with the files of older tokenizers only: its
//! tokens, and which of them are joined (byte pair encoding, Sennrich et al. 2016). How texts are
//! cut before that is the same for all CLIP models (Radford et al. 2021, section 2.4).

use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use crate::InferenceError;

/// The ids of all tokens.
pub(super) const IDS: &str = "vocab.json";
/// The pairs that are joined, the first to be joined first, one on each line.
const PAIRS: &str = "merges.txt";
/// Which tokens stand for a text's start and end, for nothing, and for what is not known.
const SPECIAL: &str = "special_tokens_map.json";

const START: &str = "<|startoftext|>";
const END: &str = "<|endoftext|>";

/// Pattern of the pieces that a text is cut into; each is a word to the byte pair encoding.
const PIECES: &str =
    r"<\|startoftext\|>|<\|endoftext\|>|'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+";

/// Returns the content that `tokenizer.json` would have, from a folder with `vocab.json`,
/// `merges.txt` and perhaps `special_tokens_map.json`.
pub(super) fn description(folder: &Path) -> Result<Vec<u8>, InferenceError> {
    let ids: Map<String, Value> = json_of(folder.join(IDS))?;
    let pairs = text_of(&folder.join(PAIRS))?;
    let pairs: Vec<&str> = pairs
        .lines()
        .filter(|line| !line.starts_with("#version") && !line.trim().is_empty())
        .collect();
    let path = folder.join(SPECIAL);
    let named = if path.exists() {
        json_of(path)?
    } else {
        Map::new()
    };
    let special = |role: &str, usual: &str| Special::new(named.get(role), usual);
    let (start, end, unknown) = (
        special("bos_token", START),
        special("eos_token", END),
        special("unk_token", END),
    );
    let fills_up = special("pad_token", END);
    let mut added: Vec<Value> = Vec::new();
    for token in [&start, &end, &unknown, &fills_up] {
        let token = token.described(&ids).ok_or_else(|| InferenceError::File {
            path: folder.join(IDS),
            reason: format!(
                "it has no token “{}”, which {SPECIAL} names or CLIP has",
                token.content
            ),
        })?;
        if !added
            .iter()
            .any(|known| known["content"] == token["content"])
        {
            added.push(token);
        }
    }
    let described = json!({
        "version": "1.0",
        "added_tokens": added,
        "normalizer": { "type": "Sequence", "normalizers": [
            { "type": "NFC" },
            { "type": "Replace", "pattern": { "Regex": r"\s+" }, "content": " " },
            { "type": "Lowercase" },
        ] },
        "pre_tokenizer": { "type": "Sequence", "pretokenizers": [
            { "type": "Split", "pattern": { "Regex": PIECES }, "behavior": "Removed", "invert": true },
            { "type": "ByteLevel", "add_prefix_space": false, "trim_offsets": true, "use_regex": true },
        ] },
        "post_processor": {
            "type": "RobertaProcessing",
            "sep": [end.content, ids.get(&end.content)],
            "cls": [start.content, ids.get(&start.content)],
            "trim_offsets": false,
            "add_prefix_space": false,
        },
        "model": {
            "type": "BPE",
            "unk_token": unknown.content,
            "continuing_subword_prefix": "",
            "end_of_word_suffix": "</w>",
            "fuse_unk": false,
            "vocab": ids,
            "merges": pairs,
        },
    });
    Ok(described.to_string().into_bytes())
}

/// A token with a meaning of its own, which is looked for in a text before it is cut.
struct Special {
    content: String,
    /// Other fields that the file has about it, if it has more than its letters.
    flags: Map<String, Value>,
}

impl Special {
    fn new(named: Option<&Value>, usual: &str) -> Self {
        let flags = named
            .and_then(Value::as_object)
            .cloned()
            .unwrap_or_default();
        let content = flags
            .get("content")
            .or(named)
            .and_then(Value::as_str)
            .unwrap_or(usual);
        Self {
            content: content.to_owned(),
            flags,
        }
    }

    /// As an entry of `added_tokens`; none where the token has no id.
    fn described(&self, ids: &Map<String, Value>) -> Option<Value> {
        let flag = |name: &str| {
            self.flags
                .get(name)
                .and_then(Value::as_bool)
                .unwrap_or(false)
        };
        Some(json!({
            "id": ids.get(&self.content)?,
            "content": self.content,
            "single_word": flag("single_word"),
            "lstrip": flag("lstrip"),
            "rstrip": flag("rstrip"),
            "normalized": flag("normalized"),
            "special": true,
        }))
    }
}

fn text_of(path: &Path) -> Result<String, InferenceError> {
    let wrong = |reason: String| InferenceError::File {
        path: path.to_owned(),
        reason,
    };
    std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))
}

fn json_of(path: PathBuf) -> Result<Map<String, Value>, InferenceError> {
    serde_json::from_str(&text_of(&path)?).map_err(|error| InferenceError::File {
        path,
        reason: error.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::super::TextTokenizer;
    use super::{IDS, PAIRS, SPECIAL};

    const TOKENS: &str = r#"{ "a": 0, "a</w>": 1, "b</w>": 2, "ab</w>": 3, "<|startoftext|>": 4, "<|endoftext|>": 5 }"#;

    #[test]
    fn a_file_that_is_missing_or_does_not_fit_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let open = || TextTokenizer::open(folder.path(), 8);
        let refused = || open().err().unwrap().to_string();
        assert!(refused().contains("tokenizer.json"));
        std::fs::write(folder.path().join(IDS), TOKENS).unwrap();
        assert!(refused().contains(PAIRS));
        std::fs::write(folder.path().join(PAIRS), "#version: 0.2\na b</w>\n").unwrap();
        assert_eq!(
            open().unwrap().ids(&["AB a", ""]).unwrap(),
            [vec![4, 3, 1, 5], vec![4, 5]]
        );
        std::fs::write(folder.path().join(SPECIAL), r#"{ "pad_token": "!" }"#).unwrap();
        assert!(
            refused().contains(IDS) && refused().contains("“!”"),
            "{}",
            refused()
        );
        std::fs::write(folder.path().join(SPECIAL), "[]").unwrap();
        assert!(refused().contains(SPECIAL));
        std::fs::remove_file(folder.path().join(SPECIAL)).unwrap();
        std::fs::write(folder.path().join(PAIRS), "a c\n").unwrap();
        assert!(refused().contains(IDS), "{}", refused());
    }
}
