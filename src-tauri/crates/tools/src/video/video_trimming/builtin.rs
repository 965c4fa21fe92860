//! Cuts a video: taken over as it is packed, or encoded anew.

use std::path::Path;

use patchbay_domain::MediaFile;
use patchbay_media::MediaError;
use patchbay_media::video::{
    AudioReader, AudioTrack, CutAudio, CutFrames, FrameReader, PacketReader, Span, VideoInput,
    VideoStream, Watch, write_joined, write_video,
};

/// Where the first part begins later than this many seconds, the video is not decoded from its
/// start.
const WORTH_SEEKING: f64 = 3.0;
/// Seconds that sound is decoded before it is wanted: decoders need a moment to settle, and files
/// keep audio and frames of one moment apart.
const RUN_IN: f64 = 2.0;

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

/// Writes the frames of the spans encoded anew, with their audio.
pub(super) fn encode(
    video: &MediaFile,
    spans: &[Span],
    output: &MediaFile,
    watch: &Watch,
) -> Result<(), MediaError> {
    let mut frames = FrameReader::open(&video.path, &video.name, u32::MAX)?;
    let first = spans.first().map_or(0.0, |span| span.start);
    if first > WORTH_SEEKING {
        frames.seek(first)?;
    }
    let mut frames = CutFrames::new(frames, spans);
    let input = VideoInput {
        video: VideoStream::Frames(&mut frames),
        audio_tracks: audio_tracks(video, spans)?,
    };
    write_video(&output.path, &output.name, input, watch).map(drop)
}

/// The video's audio tracks within the spans.
fn audio_tracks(video: &MediaFile, spans: &[Span]) -> Result<Vec<AudioTrack<'static>>, MediaError> {
    let first = spans.first().map_or(0.0, |span| span.start);
    let readers = AudioReader::open_all(&video.path, &video.name)?.into_iter();
    let audio_tracks = readers.map(|(label, mut reader)| {
        if first > WORTH_SEEKING {
            reader.seek(first - RUN_IN)?;
        }
        Ok(AudioTrack::new(label, CutAudio::new(reader, spans)))
    });
    audio_tracks.collect()
}
