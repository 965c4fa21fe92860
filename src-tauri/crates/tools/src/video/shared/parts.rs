//! Parts of videos, encoded anew: their frames and their audio.

use patchbay_domain::MediaFile;
use patchbay_media::MediaError;
use patchbay_media::video::{
    AudioReader, AudioTrack, CutAudio, CutFrames, FrameReader, Span, TrackLabel, VideoInput,
    VideoStream, Watch, write_video,
};

/// Where the first part begins later than this many seconds, the video is not decoded from its
/// start.
const WORTH_SEEKING: f64 = 3.0;
/// Seconds that audio is decoded before it is wanted: decoders need a moment to settle, and files
/// keep audio and frames of one moment apart.
const RUN_IN: f64 = 2.0;

/// The frames of a video within spans.
pub(crate) fn frames(
    video: &MediaFile,
    spans: &[Span],
) -> Result<CutFrames<FrameReader>, MediaError> {
    let mut frames = FrameReader::open(&video.path, &video.name, u32::MAX)?;
    let first = spans.first().map_or(0.0, |span| span.start);
    if first > WORTH_SEEKING {
        frames.seek(first)?;
    }
    Ok(CutFrames::new(frames, spans))
}

/// A video's audio tracks within spans.
pub(crate) fn audio(
    video: &MediaFile,
    spans: &[Span],
) -> Result<Vec<(TrackLabel, CutAudio<AudioReader>)>, MediaError> {
    let first = spans.first().map_or(0.0, |span| span.start);
    let readers = AudioReader::open_all(&video.path, &video.name)?.into_iter();
    let cut = readers.map(|(label, mut reader)| {
        if first > WORTH_SEEKING {
            reader.seek(first - RUN_IN)?;
        }
        Ok((label, CutAudio::new(reader, spans)))
    });
    cut.collect()
}

/// The same as tracks to be written.
pub(crate) fn audio_tracks(
    video: &MediaFile,
    spans: &[Span],
) -> Result<Vec<AudioTrack<'static>>, MediaError> {
    let tracks = audio(video, spans)?.into_iter();
    Ok(tracks
        .map(|(label, audio)| AudioTrack::new(label, audio))
        .collect())
}

/// Writes the frames of the spans encoded anew, with their audio.
pub(crate) fn encode(
    video: &MediaFile,
    spans: &[Span],
    output: &MediaFile,
    watch: &Watch,
) -> Result<(), MediaError> {
    let mut frames = frames(video, spans)?;
    let input = VideoInput {
        video: VideoStream::Frames(&mut frames),
        audio_tracks: audio_tracks(video, spans)?,
    };
    write_video(&output.path, &output.name, input, watch).map(drop)
}
