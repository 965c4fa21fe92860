//! Puts a sound under a film in place of its own: repeated or cut to the film's length, faded out at the end.

use patchbay_domain::Resource;
use patchbay_media::video::{
    CutFrames, Film, FilmPicture, FittedSound, FrameReader, PacketReader, Shortfall, Span, probe, write_film,
};

use super::watching::watched;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// How long the sound fades at the end, in seconds.
const FADE: f64 = 2.0;
/// A wanted length that is at least this much shorter than the film cuts it, in seconds.
const WORTH_CUTTING: f64 = 0.1;

struct DubVideo;
inventory::submit!(Registered(&DubVideo));

impl Implementation for DubVideo {
    fn tool(&self) -> &'static str {
        "dub_video"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let (video, audio) = (inputs.video("video")?, inputs.audio("audio")?);
        let facts = probe(&video.path, &video.name)?;
        let cut = context.target_seconds.filter(|wanted| *wanted > 0.0 && *wanted < facts.seconds - WORTH_CUTTING);
        let seconds = cut.unwrap_or(facts.seconds);
        let output = context.output("dubbed", Some(&video.name), "mp4");
        let mut sound =
            FittedSound::open(&audio.path, &audio.name, seconds, FADE.min(seconds / 4.0), Shortfall::Repeat)?;
        // Pictures that an MP4 can hold as they are stay untouched: nothing is lost, and it takes a moment only.
        let packets = if cut.is_none() { PacketReader::pictures(&video.path, &video.name)? } else { None };
        watched(context, (0.0, 1.0), |watch| {
            let sound = Some(&mut sound as _);
            if let Some(mut packets) = packets {
                let film = Film { picture: FilmPicture::Packets(&mut packets), sound };
                return write_film(&output.path, &output.name, film, watch);
            }
            let frames = FrameReader::open(&video.path, &video.name, u32::MAX)?;
            let mut frames = CutFrames::new(frames, &[Span { start: 0.0, end: seconds }]);
            let film = Film { picture: FilmPicture::Frames(&mut frames), sound };
            write_film(&output.path, &output.name, film, watch)
        })?;
        Ok(Resource::Video(output))
    }
}
