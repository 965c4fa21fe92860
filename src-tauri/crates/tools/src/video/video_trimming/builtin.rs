//! Cuts a video as it is packed.

use std::path::Path;

use patchbay_domain::MediaFile;
use patchbay_media::MediaError;
use patchbay_media::video::{PacketReader, Span, VideoInput, VideoStream, Watch, write_joined};

use crate::video::shared::parts::audio_tracks;

/// The frames of all spans as they are packed, where they can be cut so: nothing is lost, and it
/// takes a moment only.
pub(super) fn packed(
    video: &MediaFile,
    spans: &[Span],
    part: fn(&Path, &str, Span) -> Result<Option<PacketReader>, MediaError>,
) -> Result<Option<Vec<PacketReader>>, MediaError> {
    let mut parts = Vec::with_capacity(spans.len());
    for span in spans {
        match part(&video.path, &video.name, *span)? {
            Some(part) => parts.push(part),
            None => return Ok(None),
        }
    }
    Ok(Some(parts))
}

/// Writes the packed frames of the spans one after the other, with their audio.
pub(super) fn join(
    video: &MediaFile,
    parts: &mut [PacketReader],
    spans: &[Span],
    output: &MediaFile,
    watch: &Watch,
) -> Result<(), MediaError> {
    let inputs = parts.iter_mut().zip(spans).map(|(part, span)| {
        let audio_tracks = audio_tracks(video, std::slice::from_ref(span))?;
        Ok(VideoInput {
            video: VideoStream::Packets(part),
            audio_tracks,
        })
    });
    write_joined(
        &output.path,
        &output.name,
        inputs.collect::<Result<_, MediaError>>()?,
        watch,
    )
    .map(drop)
}
