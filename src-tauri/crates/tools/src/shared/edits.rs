//! Edits that the planner read of words.

use crate::{Inputs, ToolError};

/// The edits of an input, read by `read`; its default where there are neither edits nor words. None where there are
/// words that were not read as edits.
///
/// # Errors
/// The input is no list of edits.
pub(crate) fn given<T: Default>(
    inputs: &Inputs,
    name: &str,
    read: fn(&str) -> Option<T>,
) -> Result<Option<T>, ToolError> {
    match inputs.set(name) {
        Some(text) if text.is_empty() => Ok(Some(T::default())),
        Some(text) => read(&text).map(Some).ok_or_else(|| {
            ToolError::Input(format!(
                "“{name}” cannot be “{text}”: it has to be a list of edits."
            ))
        }),
        None => {
            let words = inputs.text("text").unwrap_or_default();
            Ok(words.trim().is_empty().then(T::default))
        }
    }
}
