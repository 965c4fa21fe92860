//! `text_to_music`: music composed and synthesised from what the words say.

mod model;

use patchbay_audio_dsp::music::{self, MusicError};
use patchbay_domain::Resource;
use patchbay_media::audio;

use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct TextToMusic;

impl Implementation for TextToMusic {
    fn tool(&self) -> &'static str {
        "text_to_music"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let words = inputs.text("text")?;
        let seconds = context.target_seconds.or(inputs.seconds("length")?);
        let report = |fraction: f64| {
            context.progress.set(fraction);
            context.check()
        };
        let audio = music::make(&words, seconds, context.seed, &report).map_err(failure)?;
        let file = context.output("music", None, "wav");
        audio::write_wav(&audio, &file.path, &file.name)?;
        context.progress.set(1.0);
        Ok(Resource::Audio(file))
    }
}

/// Error of a step where no music was made.
fn failure(error: MusicError) -> ToolError {
    match error {
        MusicError::Cancelled => ToolError::Cancelled,
        MusicError::TooLong(_) => ToolError::Input(error.to_string()),
        MusicError::Unplayable(_) => ToolError::Failed(error.to_string()),
    }
}

inventory::submit!(Registered(&TextToMusic));
inventory::submit!(Registered(&model::TextToMusic));
