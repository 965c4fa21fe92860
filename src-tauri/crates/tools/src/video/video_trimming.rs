//! Cuts a film to the times that a sentence gives, exact to the picture, its sound in step.

use patchbay_domain::Resource;
use patchbay_media::video::{
    CutFrames, CutSound, Film, FilmPicture, FrameReader, SoundReader, SoundSource, Span, probe, write_film,
};

use super::watching::watched;
use crate::times::kept_parts;
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
        let parts = kept_parts(&text, facts.seconds, "video").map_err(|error| ToolError::Input(error.to_string()))?;
        let spans: Vec<Span> = parts.iter().map(|part| Span { start: part.start, end: part.end }).collect();
        let first = spans.first().map_or(0.0, |span| span.start);
        let mut frames = FrameReader::open(&video.path, &video.name, u32::MAX)?;
        let mut sound = match facts.audio {
            Some(_) => Some(SoundReader::open(&video.path, &video.name)?),
            None => None,
        };
        if first > WORTH_SEEKING {
            frames.seek(first)?;
            if let Some(sound) = sound.as_mut() {
                sound.seek(first - RUN_IN)?;
            }
        }
        let mut frames = CutFrames::new(frames, &spans);
        let mut sound = sound.map(|sound| CutSound::new(sound, &spans));
        let output = context.output("trimmed", Some(&video.name), "mp4");
        watched(context, (0.0, 1.0), |watch| {
            let sound = sound.as_mut().map(|sound| sound as &mut dyn SoundSource);
            let film = Film { picture: FilmPicture::Frames(&mut frames), sound };
            write_film(&output.path, &output.name, film, watch)
        })?;
        Ok(Resource::Video(output))
    }
}
