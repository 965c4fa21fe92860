//! Writes the vectors of texts by the embedded encoder, for `retrieval --vectors` of
//! `patchbay-connections`.
//!
//! ```sh
//! cargo run --release --example meanings < texts.jsonl > vectors.jsonl
//! ```

use std::io::{BufRead, Write};

use patchbay_language::embedded::ENCODER;
use patchbay_language::encoder::Encoder;
use serde_json::json;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let encoder = Encoder::new(ENCODER)?;
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let text: String = serde_json::from_str(&line?)?;
        let vector = encoder.meaning(&text)?;
        writeln!(out, "{}", json!({"text": text, "vector": vector}))?;
    }
    Ok(())
}
