//! `speech_to_text` by a server.

use patchbay_connections::endpoint::TranscriptionRequest;
use patchbay_domain::Resource;
use patchbay_inference::Models;
use patchbay_media::audio;
use patchbay_media::video::{AudioEncoding, AudioFormat, write_audio_as};
use patchbay_tool_api::watching::watched;
use patchbay_tool_api::{Context, Implementation, Inputs, ToolError};
use patchbay_tools::subtitles;

use super::{ask, sends};
use crate::connected::servers::ServerLink;

/// `speech_to_text` by a server.
pub(super) struct WritesDown(pub(super) ServerLink);

impl Implementation for WritesDown {
    fn tool(&self) -> &'static str {
        "speech_to_text"
    }

    fn label(&self) -> &'static str {
        "server"
    }

    fn is_remote(&self) -> bool {
        true
    }

    fn sends(&self, inputs: &Inputs, _: &Models) -> Option<String> {
        let name = &inputs.audio("audio").ok()?.name;
        sends(&format!("The sound of “{name}”"), &self.0)
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let file = inputs.audio("audio")?;
        let length = audio::probe(&file.path, &file.name)?.seconds;
        // Servers take few formats, and files of a few megabytes.
        let sent = context.output("speech", None, "mp3");
        let (from, to) = ((&*file.path, &*file.name), (&*sent.path, &*sent.name));
        watched(context, (0.0, 0.2), |watch| {
            write_audio_as(from, 0, to, AudioEncoding::of(AudioFormat::Mp3), watch)
        })?;
        let request = TranscriptionRequest {
            path: &sent.path,
            language: None,
        };
        let said = ask(&self.0, context, |client, watch| {
            client.transcribe(&request, watch)
        })?;
        if said.text.trim().is_empty() && said.segments.is_empty() {
            return Err(ToolError::Nothing(format!(
                "No words are heard in “{}”.",
                file.name
            )));
        }
        if said.segments.is_empty() {
            context.progress.say(
                "The server does not tell when the words are said, so they have no times."
                    .to_owned(),
            );
            return Ok(Resource::Text(said.text));
        }
        let spoken = said.segments.iter();
        let spoken = spoken.map(|one| (one.start, one.end, one.text.trim()));
        Ok(Resource::Text(subtitles(spoken, length)))
    }
}
