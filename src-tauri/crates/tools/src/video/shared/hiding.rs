//! Places in videos that are hidden, wherever they are in each frame.

use patchbay_domain::MediaFile;
use patchbay_media::video::{AudioTrack, FrameReader, VideoInput, VideoStream, write_video};
use patchbay_phrases::times::Part;
use patchbay_tool_api::watching::watched;
use patchbay_vision::following::Place;
use patchbay_vision::hiding::{HiddenFrames, Hiding};

use crate::{Context, ToolError};

/// When the first of some parts of a video begins and the last one ends, in seconds; all of it,
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
/// What reading and writing say; nothing is left half-written.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::inputs;
    use patchbay_domain::Resource;

    #[test]
    fn who_names_a_colour_wants_it_covered() {
        let text = |value: &str| Resource::Text(value.to_owned());
        let red = inputs([("color", text("#c81e0a"))]);
        assert_eq!(hiding(&red), Hiding::Covered([200, 30, 10]));
        assert_eq!(hiding(&inputs([])), Hiding::Blurred);
        let covered = inputs([("how", text("covered"))]);
        assert_eq!(hiding(&covered), Hiding::Covered([0; 3]));
        let blocks = inputs([("how", text("pixelated")), ("color", text("#ffffff"))]);
        assert_eq!(hiding(&blocks), Hiding::Pixelated);
    }
}
