//! Cuts a film to times, those that are set or that a sentence gives, exact to the picture, its
//! sound in step. Where the cuts lie at pictures that need no other, the packed pictures are taken
//! over as they are; `ProRes` with an alpha channel into a MOV file, unless the sentence asks for
//! MP4.

use std::path::Path;

use patchbay_domain::{MediaFile, Resource};
use patchbay_media::MediaError;
use patchbay_media::video::{
    AudioReader, AudioTrack, CutAudio, CutFrames, FrameReader, PacketReader, Span, VideoInput,
    VideoStream, Watch, probe, write_joined, write_video,
};
use patchbay_phrases::formats::asked;
use patchbay_phrases::times::{TimeRanges, kept_parts};
use patchbay_tool_api::watching::watched;

use super::shared::lost::{self, Held};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// Where the first part begins later than this many seconds, the film is not decoded from its
/// start.
const WORTH_SEEKING: f64 = 3.0;
/// Seconds that sound is decoded before it is wanted: decoders need a moment to settle, and files
/// keep sound and pictures of one moment apart.
const RUN_IN: f64 = 2.0;

struct VideoTrimming;
inventory::submit!(Registered(&VideoTrimming));

impl Implementation for VideoTrimming {
    fn tool(&self) -> &'static str {
        "video_trimming"
    }

    fn losses(&self, inputs: &Inputs) -> Vec<String> {
        let keeps_alpha = |video: &MediaFile| {
            !wants_mp4(&inputs.text("text").unwrap_or_default())
                && matches!(
                    PacketReader::clear_video(&video.path, &video.name),
                    Ok(Some(_))
                )
        };
        let mut losses = lost::foreseen(inputs, Held::AllSounds);
        if inputs.video("video").is_ok_and(keeps_alpha) {
            losses.clear();
        }
        losses
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let (video, text) = (inputs.video("video")?, inputs.text("text")?);
        let facts = probe(&video.path, &video.name)?;
        let parts = match inputs
            .value("parts")
            .and_then(|parts| TimeRanges::read(&parts))
        {
            Some(ranges) => ranges.kept(facts.seconds, "video"),
            None => kept_parts(&text, facts.seconds, "video"),
        };
        let parts = parts.map_err(|error| ToolError::Refused(error.to_string()))?;
        let spans: Vec<Span> = parts
            .iter()
            .map(|part| Span {
                start: part.start,
                end: part.end,
            })
            .collect();
        let clear = if facts.has_alpha && !wants_mp4(&text) {
            packed(video, &spans, PacketReader::clear_part)?
        } else {
            None
        };
        let output = context.output(
            "trimmed",
            Some(&video.name),
            if clear.is_some() { "mov" } else { "mp4" },
        );
        watched(context, (0.0, 1.0), |watch| {
            let packed = if clear.is_some() {
                clear
            } else {
                packed(video, &spans, PacketReader::part)?
            };
            match packed {
                Some(mut parts) => join(video, &mut parts, &spans, &output, watch),
                None => encode(video, &spans, &output, watch),
            }
        })?;
        lost::say(video, &facts, &output, context)?;
        Ok(Resource::Video(output))
    }
}

/// Whether words ask for an MP4, which holds no alpha channel.
fn wants_mp4(text: &str) -> bool {
    asked(text, &["mp4".to_owned()]).is_some()
}

/// The pictures of all spans as they are packed, where they can be cut so: nothing is lost, and it
/// takes a moment only.
fn packed(
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

fn join(
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

fn encode(
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

/// The film's sounds within the spans.
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
