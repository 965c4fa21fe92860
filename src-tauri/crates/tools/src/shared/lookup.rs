//! The table of colours that a tool is given as a text, and how much of it is wanted.

use patchbay_vision::color_lookup::{ColorLookup, NoTable};

use crate::{Inputs, ToolError};

/// The table in the argument `lut`, and the value of `strength` from 0 to 1: all of it, where none
/// is set.
///
/// # Errors
/// The text is no table, or the value no number.
pub(crate) fn table(inputs: &Inputs) -> Result<(ColorLookup, f32), ToolError> {
    let table = ColorLookup::read(&inputs.text("lut")?).map_err(|NoTable(reason)| {
        ToolError::Input(format!(
            "The text is no table of colours (LUT): {reason}. Give a .cube or .3dl file."
        ))
    })?;
    let percent = inputs.number("strength")?.unwrap_or(100.0) as f32;
    Ok((table, percent.clamp(0.0, 100.0) / 100.0))
}
