//! `speech_to_text` by Whisper: what is said in an audio clip, as subtitles with times (`SubRip`),
//! which tools that show or read them take.

use patchbay_domain::Resource;

use super::subtitles::subtitles;
use crate::audio::shared::transcribing::transcribed;
use crate::{Context, Implementation, Inputs, ToolError};

pub(super) struct SpeechToText;

impl Implementation for SpeechToText {
    fn tool(&self) -> &'static str {
        "speech_to_text"
    }

    fn label(&self) -> &'static str {
        "Whisper"
    }

    fn has_model(&self) -> bool {
        true
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let (said, seconds) = transcribed(inputs.audio("audio")?, self.tool(), context)?;
        let spoken = said
            .iter()
            .map(|one| (one.start, one.end, one.text.as_str()));
        Ok(Resource::Text(subtitles(spoken, seconds)))
    }
}
