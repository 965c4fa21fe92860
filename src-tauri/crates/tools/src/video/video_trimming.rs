//! Cuts a film to times, those that are set or that a sentence gives, exact to the picture, its sound in step. Where the cuts lie at pictures
//! that need no other, the packed pictures are taken over as they are.

use patchbay_domain::{MediaFile, Resource};
use patchbay_media::MediaError;
use patchbay_media::video::{
    CutFrames, CutSound, Film, FilmPicture, FrameReader, PacketReader, SoundReader, SoundSource, Span, Watch, probe,
    write_film, write_joined,
};
use patchbay_phrases::times::{TimeRanges, kept_parts};

use super::watching::watched;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// Where the first part begins later than this many seconds, the film is not decoded from its start.
const WORTH_SEEKING: f64 = 3.0;
/// Seconds that sound is decoded before it is wanted: decoders need a moment to settle, and files keep sound and pictures
/// of one moment apart.
const RUN_IN: f64 = 2.0;

struct VideoTrimming;
inventory::submit!(Registered(&VideoTrimming));

impl Implementation for VideoTrimming {
    fn tool(&self) -> &'static str {
        "video_trimming"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let (video, text) = (inputs.video("video")?, inputs.text("text")?);
        let facts = probe(&video.path, &video.name)?;
        let parts = match inputs.value("parts").and_then(|parts| TimeRanges::read(&parts)) {
            Some(ranges) => ranges.kept(facts.seconds, "video"),
            None => kept_parts(&text, facts.seconds, "video"),
        };
        let parts = parts.map_err(|error| ToolError::Refused(error.to_string()))?;
        let spans: Vec<Span> = parts.iter().map(|part| Span { start: part.start, end: part.end }).collect();
        let output = context.output("trimmed", Some(&video.name), "mp4");
        watched(context, (0.0, 1.0), |watch| match packed(video, &spans)? {
            Some(mut parts) => join(video, &mut parts, &spans, facts.audio.is_some(), &output, watch),
            None => encode(video, &spans, facts.audio.is_some(), &output, watch),
        })?;
        Ok(Resource::Video(output))
    }
}

/// The pictures of all spans as they are packed, where they can be cut so: nothing is lost, and it takes a moment only.
fn packed(video: &MediaFile, spans: &[Span]) -> Result<Option<Vec<PacketReader>>, MediaError> {
    let mut parts = Vec::with_capacity(spans.len());
    for span in spans {
        match PacketReader::part(&video.path, &video.name, *span)? {
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
    has_sound: bool,
    output: &MediaFile,
    watch: &Watch,
) -> Result<(), MediaError> {
    let sound = |span: &Span| has_sound.then(|| sound(video, std::slice::from_ref(span))).transpose();
    let mut sounds = spans.iter().map(sound).collect::<Result<Vec<_>, _>>()?;
    let films = parts.iter_mut().zip(&mut sounds).map(|(part, sound)| Film {
        picture: FilmPicture::Packets(part),
        sound: sound.as_mut().map(|sound| sound as &mut dyn SoundSource),
    });
    write_joined(&output.path, &output.name, films.collect(), watch).map(drop)
}

fn encode(
    video: &MediaFile,
    spans: &[Span],
    has_sound: bool,
    output: &MediaFile,
    watch: &Watch,
) -> Result<(), MediaError> {
    let mut frames = FrameReader::open(&video.path, &video.name, u32::MAX)?;
    let first = spans.first().map_or(0.0, |span| span.start);
    if first > WORTH_SEEKING {
        frames.seek(first)?;
    }
    let mut frames = CutFrames::new(frames, spans);
    let mut sound = has_sound.then(|| sound(video, spans)).transpose()?;
    let sound = sound.as_mut().map(|sound| sound as &mut dyn SoundSource);
    let film = Film { picture: FilmPicture::Frames(&mut frames), sound };
    write_film(&output.path, &output.name, film, watch).map(drop)
}

/// The film's sound within the spans.
fn sound(video: &MediaFile, spans: &[Span]) -> Result<CutSound<SoundReader>, MediaError> {
    let mut sound = SoundReader::open(&video.path, &video.name)?;
    let first = spans.first().map_or(0.0, |span| span.start);
    if first > WORTH_SEEKING {
        sound.seek(first - RUN_IN)?;
    }
    Ok(CutSound::new(sound, spans))
}
