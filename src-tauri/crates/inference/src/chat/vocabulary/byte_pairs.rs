//! Byte-pair encoding of bytes (Radford et al. 2019, section 2.2), as GPT-2, Llama 3, Qwen and
//! `SmolLM` have it.

use candle_core::{Result, bail};
use serde_json::{Value, json};

use super::metadata::Metadata;

/// How texts are split before pairs are joined, by the names of `tokenizer.ggml.pre`: each pattern
/// splits what those before it left. From the tokenizers that the models were published with.
const SPLITS: [(&[&str], &[&str]); 6] = [
    (&["default", "gpt-2", "gpt2", "olmo"], &[GPT_2]),
    (
        &["smollm", "codeshell", "starcoder", "refact"],
        &[r"\p{N}", GPT_2],
    ),
    (
        &[
            "llama-bpe",
            "llama3",
            "llama-v3",
            "smaug-bpe",
            "dbrx",
            "falcon3",
            "smollm3",
        ],
        &[
            r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
        ],
    ),
    (
        &["qwen2", "deepseek-r1-qwen", "stablelm2"],
        &[
            r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
        ],
    ),
    (
        &["tekken"],
        &[
            r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+",
        ],
    ),
    (
        &["gpt-4o", "llama4"],
        &[
            r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+",
        ],
    ),
];

const GPT_2: &str = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+";

/// The tokenizer in the hub's format, without added tokens.
pub(super) fn tokenizer(metadata: &Metadata<'_>) -> Result<Value> {
    let name = metadata.word("pre").unwrap_or("default");
    let Some((_, patterns)) = SPLITS.iter().find(|(names, _)| names.contains(&name)) else {
        bail!("it splits texts in the way “{name}” (tokenizer.ggml.pre), which is not known here");
    };
    let mut steps: Vec<Value> = (patterns.iter())
        .map(|pattern| {
            json!({"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": false})
        })
        .collect();
    steps.push(json!({"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": false, "use_regex": false}));
    let merges = metadata.words("merges")?;
    let pairs: Option<Vec<_>> = merges.iter().map(|merge| merge.split_once(' ')).collect();
    let Some(pairs) = pairs else {
        bail!("tokenizer.ggml.merges has an entry that is no pair");
    };
    Ok(json!({
        "version": "1.0",
        "normalizer": (name == "qwen2").then(|| json!({"type": "NFC"})),
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": steps},
        "post_processor": null,
        "decoder": {"type": "ByteLevel", "add_prefix_space": true, "trim_offsets": true, "use_regex": true},
        "model": {
            "type": "BPE", "vocab": metadata.ids(), "merges": pairs, "byte_fallback": false,
            "ignore_merges": patterns[0].contains("{1,3}"),
        },
    }))
}
