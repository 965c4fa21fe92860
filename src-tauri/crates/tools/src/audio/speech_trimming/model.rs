//! `speech_trimming` by Whisper: the words of the clip are written down with their times, and those that are wanted are cut out or kept.

use patchbay_domain::Resource;
use patchbay_media::audio::probe;

use crate::audio::shared::cutting::left_of;
use crate::audio::shared::speech::by_words;
use crate::{Context, Implementation, Inputs, ToolError};

/// Share of the work that listening is.
const LISTENING: f64 = 0.9;

pub(super) struct SpeechTrimming;

impl Implementation for SpeechTrimming {
    fn tool(&self) -> &'static str {
        "speech_trimming"
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
        let (kept, seconds) = by_words(audio, self.tool(), inputs, &listening)?;
        let form = (facts.sample_rate, facts.channels);
        left_of(
            (audio, form),
            (&kept, seconds),
            "trimmed",
            LISTENING,
            context,
        )
    }
}
