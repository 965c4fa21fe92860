//! Parts of videos, encoded anew: their frames and their audio.

use patchbay_domain::MediaFile;
use patchbay_media::MediaError;
use patchbay_media::video::{
    AudioReader, AudioTrack, Container, CutAudio, CutFrames, FrameReader, FrameSource, Likeness,
    OutputFormat, Retimed, Span, TrackLabel, VideoInput, VideoStream, Watch, chapters,
    chapters::within, write_video_as,
};

/// Start of the first part, in seconds, after which the video is not decoded from its start.
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

/// Likeness to a video: what it says of itself, its chapters as far as they lie in the spans.
///
/// # Errors
/// The video cannot be read.
pub(crate) fn like<'a>(video: &'a MediaFile, spans: &[Span]) -> Result<Likeness<'a>, MediaError> {
    let chapters = chapters(&video.path, &video.name)?;
    Ok(Likeness {
        file: (&video.path, &video.name),
        chapters: Some(within(&chapters, spans)),
    })
}

/// Writes the frames of the spans encoded anew, with their audio.
pub(crate) fn encode(
    video: &MediaFile,
    spans: &[Span],
    (form, output): (&OutputFormat, &MediaFile),
    watch: &Watch,
) -> Result<(), MediaError> {
    let mut frames = frames(video, spans)?;
    let mut steady;
    // An AVI counts frames and knows no times.
    let frames: &mut dyn FrameSource = if form.container == Container::Avi {
        let rate = FrameReader::open(&video.path, &video.name, u32::MAX)?.constant_rate();
        steady = Retimed::new(frames, 1.0, rate);
        &mut steady
    } else {
        &mut frames
    };
    let input = VideoInput {
        video: VideoStream::Frames(frames),
        audio_tracks: audio_tracks(video, spans)?,
    };
    let to = (&*output.path, &*output.name);
    write_video_as(to, input, form, Some(like(video, spans)?), watch).map(drop)
}
