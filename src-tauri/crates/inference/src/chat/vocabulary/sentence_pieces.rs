//! `SentencePiece`'s byte-pair encoding (Kudo and Richardson 2018), as Llama 2, Mistral, Phi-3 and
//! Gemma have it: two pieces are joined where that makes the piece of the highest score.

use std::collections::HashMap;

use candle_core::{Result, bail};
use serde_json::{Value, json};

use super::metadata::Metadata;

/// Character that stands for a space.
const SPACE: &str = "▁";

/// The tokenizer in the hub's format, without added tokens.
pub(super) fn tokenizer(metadata: &Metadata<'_>) -> Result<Value> {
    let scores = metadata.numbers("scores")?;
    if scores.len() != metadata.tokens.len() {
        bail!("tokenizer.ggml.scores has another length than tokenizer.ggml.tokens");
    }
    let has_prefix = metadata.flag("add_space_prefix").unwrap_or(true);
    let replace = json!({"type": "Replace", "pattern": {"String": " "}, "content": SPACE});
    let prepend = json!({"type": "Prepend", "prepend": SPACE});
    let normalizers = if has_prefix {
        vec![prepend, replace]
    } else {
        vec![replace]
    };
    let mut decoders = vec![
        json!({"type": "Replace", "pattern": {"String": SPACE}, "content": " "}),
        json!({"type": "ByteFallback"}),
        json!({"type": "Fuse"}),
    ];
    if has_prefix {
        decoders.push(json!({"type": "Strip", "content": " ", "start": 1, "stop": 0}));
    }
    let unknown = metadata.id("unknown_token_id").unwrap_or(0);
    Ok(json!({
        "version": "1.0",
        "normalizer": {"type": "Sequence", "normalizers": normalizers},
        "pre_tokenizer": null,
        "post_processor": null,
        "decoder": {"type": "Sequence", "decoders": decoders},
        "model": {
            "type": "BPE", "vocab": metadata.ids(), "merges": merges(&metadata.tokens, &scores),
            "unk_token": metadata.tokens.get(unknown as usize), "fuse_unk": true, "byte_fallback": true,
        },
    }))
}

/// All pairs of pieces that make a piece, the one of the highest score first.
fn merges<'a>(tokens: &'a [String], scores: &[f32]) -> Vec<(&'a str, &'a str)> {
    let ids: HashMap<&str, usize> = (tokens.iter().enumerate())
        .map(|(id, token)| (token.as_str(), id))
        .collect();
    let mut merges = Vec::new();
    for (id, token) in tokens.iter().enumerate() {
        let splits = token.char_indices().skip(1);
        for (left, right) in splits.map(|(at, _)| token.split_at(at)) {
            if let (Some(first), Some(second)) = (ids.get(left), ids.get(right)) {
                merges.push((scores[id], (*first, *second), (left, right)));
            }
        }
    }
    merges.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    merges.into_iter().map(|(_, _, pair)| pair).collect()
}
