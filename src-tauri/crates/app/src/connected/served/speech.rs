//! `text_to_speech` by a server.

use std::fs;

use patchbay_connections::endpoint::SpeechRequest;
use patchbay_domain::{Resource, SettingForm, StepSetting};
use patchbay_inference::Models;
use patchbay_media::audio;
use patchbay_tool_api::{Context, Implementation, Inputs, ToolError};

use super::{ask, sends};
use crate::connected::servers::ServerLink;

/// The voice where nobody sets one: servers that speak as OpenAI's do have it.
const VOICE: &str = "alloy";

/// `text_to_speech` by a server.
pub(super) struct Speaks(pub(super) ServerLink);

impl Implementation for Speaks {
    fn tool(&self) -> &'static str {
        "text_to_speech"
    }

    fn label(&self) -> &'static str {
        "server"
    }

    fn is_remote(&self) -> bool {
        true
    }

    fn settings(&self, _: &Models) -> Vec<StepSetting> {
        let names = ("voice", "Voice", "The voice’s name on the server.");
        vec![StepSetting::new(names, SettingForm::Text, VOICE)]
    }

    fn sends(&self, _: &Inputs, _: &Models) -> Option<String> {
        sends("The text", &self.0)
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let text = inputs.text("text")?;
        if text.trim().is_empty() {
            return Err(ToolError::Input(
                "There are no words in this text.".to_owned(),
            ));
        }
        let request = SpeechRequest {
            text: text.trim(),
            voice: context.settings.get("voice").map_or(VOICE, String::as_str),
            speed: 1.0,
        };
        let bytes = ask(&self.0, context, |client, watch| {
            client.speak(&request, watch)
        })?;
        let streamed = context.output("spoken", None, "wav");
        fs::write(&streamed.path, bytes).map_err(|error| {
            ToolError::Failed(format!("“{}” cannot be written ({error}).", streamed.name))
        })?;
        // The header of a streamed file leaves its length open.
        let sound = audio::read(&streamed.path, &streamed.name)?;
        let file = context.output("speech", None, "wav");
        audio::write_wav(&sound, &file.path, &file.name)?;
        Ok(Resource::Audio(file))
    }
}
