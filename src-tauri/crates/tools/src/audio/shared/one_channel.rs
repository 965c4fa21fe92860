//! Two channels that become one.

use patchbay_domain::MediaFile;
use patchbay_media::video::{AudioEncoding, Chain, has_opposite_sides};
use patchbay_tool_api::watching::watched;

use crate::{Context, ToolError};

/// Filters for an audio track on its way into another file: where two channels become one and are
/// the same turned over, as behind a cable that is soldered the wrong way round, the right one is
/// turned back, which is told. `range`: where in the step's progress listening lies.
///
/// # Errors
/// The audio cannot be read, or a stop.
pub(crate) fn into_one(
    (source, track): (&MediaFile, usize),
    encoding: AudioEncoding,
    range: (f64, f64),
    context: &Context,
) -> Result<Chain, ToolError> {
    if encoding.channels != Some(1) {
        return Ok(Chain::default());
    }
    let is_opposite = watched(context, range, |watch| {
        has_opposite_sides((&source.path, &source.name), track, watch)
    })?;
    if !is_opposite {
        return Ok(Chain::default());
    }
    context.progress.say(turned(&source.name));
    Ok(Chain::in_phase())
}

/// Sentence for a file whose right side was turned over.
pub(crate) fn turned(name: &str) -> String {
    format!(
        "The sides of “{name}” are of opposite polarity and would cancel each other out, so the right one was turned over."
    )
}
