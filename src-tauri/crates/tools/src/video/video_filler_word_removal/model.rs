//! `video_filler_word_removal` by Whisper: the words of the video are written down with their times, and those that only fill a pause are cut out.

use patchbay_domain::Resource;
use patchbay_media::video::probe;

use crate::audio::shared::speech::without_fillers;
use crate::video::shared::cutting::left_of;
use crate::video::shared::lost::{self, Held};
use crate::{Context, Implementation, Inputs, ToolError};

/// Share of the work that listening is.
const LISTENING: f64 = 0.7;

pub(super) struct VideoFillerWordRemoval;

impl Implementation for VideoFillerWordRemoval {
    fn tool(&self) -> &'static str {
        "video_filler_word_removal"
    }

    fn label(&self) -> &'static str {
        "Whisper"
    }

    fn has_model(&self) -> bool {
        true
    }

    fn losses(&self, inputs: &Inputs) -> Vec<String> {
        lost::foreseen(inputs, Held::AllAudio)
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let video = inputs.video("video")?;
        let facts = probe(&video.path, &video.name)?;
        if facts.audio.is_none() {
            return Err(ToolError::Refused(format!(
                "“{}” has no sound, so that nothing is said in it.",
                video.name
            )));
        }
        let listening = context.part(0.0, LISTENING);
        let (kept, _) = without_fillers(video, self.tool(), &listening)?;
        left_of(
            (video, &facts),
            (&kept, facts.seconds),
            "fluent",
            LISTENING,
            context,
        )
    }
}
