//! Videos through libav's filters, on their own.

use patchbay_domain::{MediaFile, Resource};
pub(crate) use patchbay_tool_api::filtering::Filters;
use patchbay_tool_api::watching::watched;

use crate::{Context, ToolError, VideoStreams};

/// Writes a video through filters: an MP4 named after what was done, such as `cropped`.
///
/// # Errors
/// What reading, filtering and writing say; nothing is left half-written.
pub(crate) fn filtered(
    video: &MediaFile,
    filters: &Filters,
    purpose: &str,
    context: &Context,
) -> Result<Resource, ToolError> {
    let video = VideoStreams::open(video)?;
    let filtered = watched(context, (0.0, 1.0), |watch| video.filtered(filters, watch))?;
    filtered.write(&[purpose.to_owned()], None, context)
}
