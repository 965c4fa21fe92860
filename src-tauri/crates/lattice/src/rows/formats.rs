//! File formats by their endings.

use patchbay_values::formats::format_of;

use super::Literal;
use crate::token::Token;
use crate::value::Value;

/// File formats by their endings, with a dot before them or not; `3gp` is two tokens.
pub(super) fn literals(tokens: &[Token]) -> Vec<Literal> {
    let mut found = Vec::new();
    for (first, token) in tokens.iter().enumerate() {
        // The ending of a file's name is no wish for it.
        let is_ending = first > 1
            && tokens[first - 1].text == "."
            && token.is_glued
            && tokens[first - 1].is_glued;
        if is_ending {
            continue;
        }
        if let Some(format) = format_of(&token.text) {
            found.push((
                first,
                first + 1,
                Value::Format(format.endings[0]),
                "format.ending",
            ));
        }
        let two = tokens
            .get(first + 1)
            .filter(|next| next.is_glued)
            .map(|next| format!("{}{}", token.text, next.text));
        if let Some(format) = two.as_deref().and_then(format_of) {
            found.push((
                first,
                first + 2,
                Value::Format(format.endings[0]),
                "format.ending",
            ));
        }
    }
    found
}
