//! Places in videos that are hidden, wherever they are in each frame.

use patchbay_domain::MediaFile;
use patchbay_media::video::{AudioTrack, FrameReader, VideoInput, VideoStream, write_video};
use patchbay_tool_api::watching::watched;
use patchbay_values::times::Part;
use patchbay_vision::following::Place;
use patchbay_vision::hiding::{HiddenFrames, Hiding};

use crate::{Context, ToolError};

/// Start of the first of some parts of a video and end of the last one, in seconds; all of it,
/// where there are none.
pub(crate) fn range(parts: Option<&[Part]>) -> (f64, f64) {
    let whole = (0.0, f64::INFINITY);
    parts.map_or(whole, |parts| {
        let start = parts.iter().map(|part| part.start).fold(whole.1, f64::min);
        let end = parts.iter().map(|part| part.end).fold(whole.0, f64::max);
        (start, end)
    })
}

/// Writes a video with places hidden, which were found in a copy that is `found` pixels wide; its
/// audio tracks stay.
///
/// # Errors
/// Returns an error if reading or writing fails; nothing is left half-written.
pub(crate) fn write(
    video: &MediaFile,
    hiding: Hiding,
    (places, found): (Vec<Vec<Place>>, u32),
    parts: Option<&[Part]>,
    (output, from): (&MediaFile, f64),
    context: &Context,
) -> Result<(), ToolError> {
    let reader = FrameReader::open(&video.path, &video.name, u32::MAX)?;
    let audio_tracks = AudioTrack::all_of(&video.path, &video.name)?;
    let parts = parts.map(|parts| parts.iter().map(|part| (part.start, part.end)).collect());
    let mut frames = HiddenFrames::new(reader, hiding, (places, found), parts);
    watched(context, (from, 1.0), |watch| {
        let input = VideoInput {
            video: VideoStream::Frames(&mut frames),
            audio_tracks,
        };
        write_video(&output.path, &output.name, input, watch)
    })?;
    Ok(())
}
