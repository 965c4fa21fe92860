//! Shows words on a video: subtitles at their times, or a text spread over it, burnt in legibly.

mod drawn;
mod letters;
mod look;
mod script;

use std::path::Path;

use patchbay_domain::Resource;
use patchbay_media::video::{
    AudioTrack, FilteredFrames, FrameReader, FrameSource, Retimed, VideoInput, VideoStream,
    draws_subtitles, probe, write_video,
};
use patchbay_phrases::adjustments;
use patchbay_tool_api::watching::watched;

use super::shared::lost::{self, Held};
use crate::shared::subtitles::{Cue, cues};
use crate::{Context, Implementation, Inputs, Registered, ToolError};
use drawn::DrawnFrames;
use look::{Place, Style};
use script::script;

/// Fewer frames a second than this would show words too late.
const SMOOTH: i32 = 12;

struct SubtitleVideo;
inventory::submit!(Registered(&SubtitleVideo));

impl Implementation for SubtitleVideo {
    fn tool(&self) -> &'static str {
        "subtitle_video"
    }

    fn losses(&self, inputs: &Inputs) -> Vec<String> {
        lost::foreseen(inputs, Held::AllAudio)
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let (video, text) = (inputs.video("video")?, inputs.text("text")?);
        let facts = probe(&video.path, &video.name)?;
        let cues = cues(&text, facts.seconds)?;
        let reader = FrameReader::open(&video.path, &video.name, u32::MAX)?;
        let (mut rate, per) = reader.constant_rate();
        while rate < SMOOTH * per {
            rate *= 2;
        }
        let frames = Retimed::new(reader, 1.0, (rate, per));
        let output = context.output("subtitled", Some(&video.name), "mp4");
        let mut frames = burnt_in(frames, cues, style(inputs), &context.folder)?;
        let audio_tracks = AudioTrack::all_of(&video.path, &video.name)?;
        watched(context, (0.0, 1.0), |watch| {
            let input = VideoInput {
                video: VideoStream::Frames(frames.as_mut()),
                audio_tracks,
            };
            write_video(&output.path, &output.name, input, watch)
        })?;
        lost::say(video, &facts, &output, context)?;
        Ok(Resource::Video(output))
    }
}

/// How the words look by the values that were given.
fn style(inputs: &Inputs) -> Style {
    let usual = Style::default();
    let place = match inputs.value("place").as_deref() {
        Some("top") => Place::Top,
        Some("middle") => Place::Middle,
        _ => usual.place,
    };
    let scale = match inputs.value("letters").as_deref() {
        Some("small") => 0.7,
        Some("large") => 1.6,
        Some("huge") => 2.4,
        _ => usual.scale,
    };
    let color = inputs
        .value("color")
        .and_then(|color| adjustments::color(&color))
        .unwrap_or(usual.color);
    Style {
        place,
        scale,
        color,
    }
}

/// Frames with the cues on them: by libass where it is there, which knows every script and all
/// fonts of this computer.
fn burnt_in<S: FrameSource + 'static>(
    frames: S,
    cues: Vec<Cue>,
    style: Style,
    folder: &Path,
) -> Result<Box<dyn FrameSource>, ToolError> {
    if !draws_subtitles() {
        return Ok(Box::new(DrawnFrames::new(frames, cues, style)?));
    }
    let format = frames.format();
    let written = || -> std::io::Result<_> {
        let scratch = tempfile::tempdir_in(folder)?;
        let subtitles = scratch.path().join("subtitles.ass");
        std::fs::write(
            &subtitles,
            script(&cues, format.width, format.height, style),
        )?;
        std::fs::write(scratch.path().join("font.ttf"), dejavu::sans::bold())?;
        Ok((scratch, subtitles))
    };
    let (scratch, subtitles) = written().map_err(|error| {
        ToolError::Failed(format!("The subtitles could not be written: {error}."))
    })?;
    // The filter has read both files when it is made.
    Ok(Box::new(FilteredFrames::subtitled(
        frames,
        &subtitles,
        scratch.path(),
    )?))
}
