//! References within a document.

use serde_json::Value;

/// Maximum number of references that may follow one another.
const MOST_REFERENCES: usize = 16;

/// Resolves a value: itself, or the part of the document that its `$ref` leads to. Refused: other
/// documents, which would have to be fetched, and references in a circle.
pub(in crate::open_tools) fn resolved<'a>(
    value: &'a Value,
    document: &'a Value,
) -> Result<&'a Value, String> {
    let mut current = value;
    for _ in 0..MOST_REFERENCES {
        let Some(reference) = current.get("$ref") else {
            return Ok(current);
        };
        let pointer = reference.as_str().and_then(|text| text.strip_prefix('#'));
        let pointer = pointer.ok_or("it refers to another document")?;
        let pointer = decoded(pointer);
        current = document
            .pointer(&pointer)
            .ok_or("it refers to a part of its document that is not there")?;
    }
    Err("its references lead in a circle".to_owned())
}

/// `%20` and the like decoded, as fragments have them.
fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let hex = bytes.get(at + 1..at + 3).filter(|_| bytes[at] == b'%');
        let hex = hex.and_then(|hex| std::str::from_utf8(hex).ok());
        if let Some(byte) = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            decoded.push(byte);
            at += 3;
        } else {
            decoded.push(bytes[at]);
            at += 1;
        }
    }
    String::from_utf8_lossy(&decoded).into_owned()
}
