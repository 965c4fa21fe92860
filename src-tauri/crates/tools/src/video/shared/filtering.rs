//! Videos through libav's filters.

use patchbay_domain::{MediaFile, Resource};
use patchbay_media::MediaError;
use patchbay_media::video::{
    AudioReader, AudioTrack, FrameReader, FrameSource, GraphAudio, GraphFrames, PacketReader,
    VideoInput, VideoStream, Watch, probe, write_joined, write_video,
};
use patchbay_tool_api::watching::watched;

use super::lost;
use crate::{Context, ToolError};

/// What is done to a video, as graphs of libav's filters (`patchbay_media::video::graph`).
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Filters {
    /// What is done to its frames; none: nothing, and they are taken over as they are packed where
    /// that can be.
    pub(crate) video: Option<String>,
    /// What is done to each of its audio tracks; none: nothing.
    pub(crate) audio: Option<String>,
    /// Whether the result has no audio.
    pub(crate) is_silent: bool,
    /// Frames a second of the result, as a fraction; as the video has, where none is given.
    pub(crate) rate: Option<(i32, i32)>,
    /// How long the result is in seconds, where the filters change its length: then audio is cut,
    /// or filled up with silence, to the length of the frames.
    pub(crate) seconds: Option<f64>,
}

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
    let facts = probe(&video.path, &video.name)?;
    let output = context.output(purpose, Some(&video.name), "mp4");
    watched(context, (0.0, 1.0), |watch| {
        let audio_tracks = audio_tracks(video, filters)?;
        let write = |stream| {
            let input = VideoInput {
                video: stream,
                audio_tracks,
            };
            if filters.seconds.is_some() {
                write_joined(&output.path, &output.name, vec![input], watch)
            } else {
                write_video(&output.path, &output.name, input, watch)
            }
        };
        if filters.video.is_none()
            && let Some(mut packets) = PacketReader::video(&video.path, &video.name)?
        {
            return write(VideoStream::Packets(&mut packets)).map(drop);
        }
        let mut frames = frames(video, filters, watch)?;
        write(VideoStream::Frames(&mut *frames)).map(drop)
    })?;
    lost::say(video, &facts, &output, context)?;
    Ok(Resource::Video(output))
}

/// The frames of a video through its filters.
fn frames(
    video: &MediaFile,
    filters: &Filters,
    watch: &Watch,
) -> Result<Box<dyn FrameSource>, MediaError> {
    let reader = FrameReader::open(&video.path, &video.name, u32::MAX)?;
    let Some(graph) = &filters.video else {
        return Ok(Box::new(reader));
    };
    let seconds = filters.seconds.unwrap_or_else(|| reader.expected_seconds());
    let frames = GraphFrames::open(vec![Box::new(reader)], graph, filters.rate, seconds, watch)?;
    Ok(Box::new(frames))
}

/// The audio tracks of a video through its filters.
fn audio_tracks(
    video: &MediaFile,
    filters: &Filters,
) -> Result<Vec<AudioTrack<'static>>, MediaError> {
    if filters.is_silent {
        return Ok(Vec::new());
    }
    let readers = AudioReader::open_all(&video.path, &video.name)?.into_iter();
    let tracks = readers.map(|(label, reader)| {
        Ok(match &filters.audio {
            Some(graph) => AudioTrack::new(label, GraphAudio::open(vec![Box::new(reader)], graph)?),
            None => AudioTrack::new(label, reader),
        })
    });
    tracks.collect()
}
