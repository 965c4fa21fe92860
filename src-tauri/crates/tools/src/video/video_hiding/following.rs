//! A box that follows what lies in it.

use patchbay_domain::{BoundingBox, MediaFile, Resource};
use patchbay_media::video::{FrameReader, FrameSource, probe};
use patchbay_tool_api::watching::watched;
use patchbay_values::regions::PixelBox;
use patchbay_values::times::{Part, clock};
use patchbay_vision::following::{Ending, FOLLOWED_SIDE, Path, Place};
use patchbay_vision::hiding::Hiding;

use crate::video::shared::hiding::{range, write};
use crate::video::shared::lost;
use crate::{Context, ToolError};

/// The share of the work that following is.
const FOLLOWING: f64 = 0.5;

/// Hides what lies in a box of a video, which is `width` pixels wide, where its first part begins,
/// and wherever it goes from there.
pub(super) fn follow(
    video: &MediaFile,
    (place, width): (PixelBox, u32),
    hiding: Hiding,
    parts: Option<&[Part]>,
    context: &Context,
) -> Result<Resource, ToolError> {
    let facts = probe(&video.path, &video.name)?;
    let mut small = FrameReader::open(&video.path, &video.name, FOLLOWED_SIDE)?;
    let found = small.format().width;
    let bounds = BoundingBox {
        x: place.left as f32,
        y: place.top as f32,
        width: place.width as f32,
        height: place.height as f32,
    };
    let begins = Place::of(bounds, f64::from(found) / f64::from(width.max(1)));
    let path = watched(context, (0.0, FOLLOWING), |watch| {
        Path::of(&mut small, begins, range(parts), watch)
    })?;
    let path = path.ok_or_else(|| {
        ToolError::Refused(format!(
            "There is nothing in the box {place} that could be followed: it is too small, or all of it is \
             of one colour. Draw it around the thing, or leave following out."
        ))
    })?;
    drop(small);
    let places = path.places.into_iter().map(Vec::from_iter);
    let output = context.output("hidden", Some(&video.name), "mp4");
    let places = (places.collect(), found);
    write(video, hiding, places, parts, (&output, FOLLOWING), context)?;
    if let Some((seconds, ending)) = path.ending {
        context.progress.say(ended(seconds, ending));
    }
    lost::say(video, &facts, &output, context)?;
    Ok(Resource::Video(output))
}

/// Sentence for a thing that is not there until the end.
fn ended(seconds: f64, ending: Ending) -> String {
    let at = clock(seconds);
    match ending {
        Ending::Left => {
            format!("What was followed left the picture at {at}; from there on nothing is hidden.")
        }
        Ending::Lost => format!(
            "What was followed was not found any more at {at}; from there on nothing is hidden. If it is \
             still seen, hide it once more from {at} on, with a box around it as it is there."
        ),
    }
}
