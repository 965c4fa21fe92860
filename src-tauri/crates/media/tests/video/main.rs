//! Videos read, cut and written, checked with ffprobe and ffmpeg.

mod composition;
mod encoding;
mod refusals;

use std::path::Path;

use patchbay_media::MediaError;
use patchbay_media::video::{
    AudioReader, AudioTrack, FrameReader, VideoInput, VideoStream, Watch, Written, write_video,
};

/// Encodes a video anew, with its audio where it has any.
fn transcode(from: &Path, to: &Path, watch: &Watch) -> Result<Written, MediaError> {
    let mut frames = FrameReader::open(from, "in.mp4", u32::MAX)?;
    let audio = match AudioReader::open(from, "in.mp4") {
        Err(MediaError::NoStream { .. }) => None,
        other => Some(other?),
    };
    let audio_tracks = audio.into_iter().map(AudioTrack::plain).collect();
    write_video(
        to,
        "out.mp4",
        VideoInput {
            video: VideoStream::Frames(&mut frames),
            audio_tracks,
        },
        watch,
    )
}
