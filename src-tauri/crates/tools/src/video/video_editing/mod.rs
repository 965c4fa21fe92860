//! Adjusts a video as its frames can be adjusted, all along or on a part of its length. The planner
//! read the adjustments and their order of words; a value of a parameter counts before its own.

mod chain;
mod table;
#[cfg(test)]
mod tests;

use patchbay_domain::MediaFile;
use patchbay_media::video::Watch;
use patchbay_tool_api::filtering::Filters;
use patchbay_values::adjustments::{Adjustment, Adjustments, named};

use self::chain::{changes_size, pieces};
use super::shared::graphs::{in_parts, parts_within};
use crate::shared::edits;
use crate::{Context, Inputs, Registered, ToolError, VideoFilter, VideoStreams};

struct VideoEditing;
inventory::submit!(Registered(&VideoEditing));

/// Changes to name to someone whose words were not understood.
const KNOWN: &str = "brighter, exposure +1, more contrast, warmer, saturation -20 %, black and white, sepia, invert, posterise, \
    blur, sharpen, vignette, pixelate, pencil sketch, rotate 90 degrees, mirror, resize to 1280 wide, crop to 16:9, add a white border; most of \
    it also for a part, such as “from 0:02 to 0:05”";

impl VideoFilter for VideoEditing {
    fn tool(&self) -> &'static str {
        "video_editing"
    }

    fn purpose(&self, _: &Inputs) -> String {
        "edited".to_owned()
    }

    fn apply(
        &self,
        video: VideoStreams,
        inputs: &Inputs,
        context: &Context,
        watch: &Watch,
    ) -> Result<VideoStreams, ToolError> {
        let adjustments = adjustments(inputs)?;
        let parts = parts_within(inputs, &video)?;
        if parts.is_some() && adjustments.iter().any(changes_size) {
            return Err(ToolError::Refused(
                "A video has one size from its start to its end, so it cannot be cropped, resized, framed or turned by \
                 90 degrees for a part of it. Leave the times out, or cut that part out first."
                    .to_owned(),
            ));
        }
        let format = video.format()?;
        let mut tables = Vec::new();
        let chain = pieces(&adjustments, (format.width, format.height), format.matrix())?
            .into_iter()
            .map(|piece| piece.filters(format.matrix(), context, &mut tables))
            .collect::<Result<Vec<String>, ToolError>>()?
            .join(",");
        let filters = Filters::of_frames(in_parts(chain, parts.as_deref()));
        // A graph reads its tables when it is opened.
        let made = video.filtered(&filters, watch);
        remove(&tables)?;
        Ok(made?)
    }

    fn changes_sides(&self, inputs: &Inputs) -> bool {
        adjustments(inputs).is_ok_and(|all| all.iter().any(Adjustment::sets_sides))
    }
}

/// Adjustments to be made, in order.
fn adjustments(inputs: &Inputs) -> Result<Vec<Adjustment>, ToolError> {
    let read = edits::given(inputs, "adjustments", Adjustments::read)?;
    let Some(Adjustments(mut adjustments)) = read else {
        return Err(ToolError::Refused(format!(
            "“{}” is nothing that can be done to a video here. You can ask for: {KNOWN}.",
            inputs.text("text")?.trim()
        )));
    };
    for name in named::NAMES {
        if let Some(value) = inputs.set(name) {
            named::set(&mut adjustments, name, &value).ok_or_else(|| {
                ToolError::Refused(format!(
                    "“{name}” cannot be “{value}” here. Set another value, or none."
                ))
            })?;
        }
    }
    if adjustments.is_empty() {
        return Err(ToolError::Refused(format!(
            "Nothing is left to do to the video. Ask for one of: {KNOWN}."
        )));
    }
    Ok(adjustments)
}

/// Removes tables of colours, which nobody needs any more.
fn remove(tables: &[MediaFile]) -> Result<(), ToolError> {
    for table in tables {
        std::fs::remove_file(&table.path)
            .map_err(|error| ToolError::Failed(format!("{}: {error}", table.name)))?;
    }
    Ok(())
}
