//! `filler_word_removal` by Whisper: the words of the clip are written down with their times, and those that only fill a pause are cut out.

use patchbay_domain::Resource;
use patchbay_media::audio::probe;

use crate::audio::shared::cutting::left_of;
use crate::audio::shared::speech::without_fillers;
use crate::{Context, Implementation, Inputs, ToolError};

/// Share of the work that listening is.
const LISTENING: f64 = 0.9;

pub(super) struct FillerWordRemoval;

impl Implementation for FillerWordRemoval {
    fn tool(&self) -> &'static str {
        "filler_word_removal"
    }

    fn label(&self) -> &'static str {
        "Whisper"
    }

    fn has_model(&self) -> bool {
        true
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let audio = inputs.audio("audio")?;
        let facts = probe(&audio.path, &audio.name)?;
        let listening = context.part(0.0, LISTENING);
        let (kept, seconds) = without_fillers(audio, self.tool(), &listening)?;
        let form = (facts.sample_rate, facts.channels);
        left_of(
            (audio, form),
            (&kept, seconds),
            "fluent",
            LISTENING,
            context,
        )
    }
}
