//! `speech_search` by Whisper: the clip is written down, and the words looked for in that.

use patchbay_domain::Resource;

use super::finding::found;
use crate::audio::shared::transcribing::transcribed;
use crate::audio::shared::wanted::Wanted;
use crate::{Context, Implementation, Inputs, ToolError};

pub(super) struct SpeechSearch;

impl Implementation for SpeechSearch {
    fn tool(&self) -> &'static str {
        "speech_search"
    }

    fn label(&self) -> &'static str {
        "Whisper"
    }

    fn has_model(&self) -> bool {
        true
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let (audio, text) = (inputs.audio("audio")?, inputs.text("text")?);
        let wanted = Wanted::of(&text).ok_or_else(|| {
            ToolError::Refused("There are no words to look for. Say which, in quotes.".to_owned())
        })?;
        let (said, _) = transcribed(audio, self.tool(), context)?;
        let lines = found(&wanted, &said);
        Ok(Resource::Text(if lines.is_empty() {
            format!(
                "“{}” is not said in “{}”, as far as its speech was understood.",
                wanted.words(),
                audio.name
            )
        } else {
            lines.join("\n")
        }))
    }
}
