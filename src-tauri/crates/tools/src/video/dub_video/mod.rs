//! Puts an audio clip under a video. It is heard once, or again and again where that is asked for,
//! cut and faded out where the video ends. Music goes under what is spoken in the video, softer
//! while somebody speaks; a voice goes over the video's own audio; otherwise it takes its place.

mod builtin;

use patchbay_domain::Resource;
use patchbay_media::video::{
    AudioReader, AudioTrack, CutFrames, FrameReader, Shortfall, Span, VideoInput, VideoStream,
    probe, write_joined,
};
use patchbay_tool_api::watching::watched;

use super::shared::lost::{self, Held};
use super::shared::replace_audio::ReplaceAudio;
use crate::shared::ducking::under;
use crate::{Context, Implementation, Inputs, Registered, ToolError};
use builtin::mixed::mixed;
use builtin::{Heard, Way};

/// A wanted length that is at least this much shorter than the video cuts it, in seconds.
const WORTH_CUTTING: f64 = 0.1;

struct DubVideo;
inventory::submit!(Registered(&DubVideo));

impl Implementation for DubVideo {
    fn tool(&self) -> &'static str {
        "dub_video"
    }

    fn losses(&self, inputs: &Inputs) -> Vec<String> {
        lost::foreseen(inputs, Held::OneAudioTrack)
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let (video, audio) = (inputs.video("video")?, inputs.audio("audio")?);
        let under = under(inputs)?;
        let facts = probe(&video.path, &video.name)?;
        let cut = context
            .target_seconds
            .filter(|wanted| *wanted > 0.0 && *wanted < facts.seconds - WORTH_CUTTING);
        let seconds = cut.unwrap_or(facts.seconds);
        // A file without audio is told before anything is listened to.
        AudioReader::open(&audio.path, &audio.name)?;
        let own = match facts.audio {
            Some(_) => Some(watched(context, (0.0, 0.15), |watch| {
                Heard::of(video, seconds, watch)
            })?),
            None => None,
        };
        let added = watched(context, (0.15, 0.3), |watch| {
            Heard::of(audio, seconds, watch)
        })?;
        // What lies under something is heard beside it.
        let kept = under.is_said().then(|| "kept".to_owned());
        let wanted = inputs.value("own_sound").or(kept);
        let way = Way::wanted(wanted.as_deref(), own.as_ref(), &added);
        let shortfall = match inputs.value("repeat").as_deref() {
            Some("repeated") => Shortfall::Repeat,
            _ => Shortfall::Silence,
        };
        let mix = mixed(
            video,
            own.as_ref(),
            (audio, &added, shortfall),
            seconds,
            cut.is_some(),
            (way, under),
        )?;
        let label = facts
            .audio_tracks
            .first()
            .filter(|_| way != Way::Replace)
            .cloned()
            .unwrap_or_default();
        let audio_tracks = vec![AudioTrack::new(label, mix)];
        // A file may say that its frames last as long as its audio; fitted, both end with the last
        // frame.
        if cut.is_none() {
            let way = ReplaceAudio {
                purpose: "dubbed",
                is_fitted: true,
                from: 0.3,
            };
            return way.write(video, audio_tracks, context);
        }
        let output = context.output("dubbed", Some(&video.name), "mp4");
        watched(context, (0.3, 1.0), |watch| {
            let frames = FrameReader::open(&video.path, &video.name, u32::MAX)?;
            let mut frames = CutFrames::new(
                frames,
                &[Span {
                    start: 0.0,
                    end: seconds,
                }],
            );
            let input = VideoInput {
                video: VideoStream::Frames(&mut frames),
                audio_tracks,
            };
            write_joined(&output.path, &output.name, vec![input], watch)
        })?;
        lost::say(video, &facts, &output, context)?;
        Ok(Resource::Video(output))
    }
}
