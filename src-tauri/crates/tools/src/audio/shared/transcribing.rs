//! Transcription of audio clips, by Whisper.

use patchbay_domain::MediaFile;
use patchbay_inference::networks::whisper::{Options, SAMPLE_RATE, Segment, Spectrogram, Whisper};

use super::hearing::{READING, heard};
use crate::shared::models::{follow, model};
use crate::{Context, ToolError};

/// Transcribes a clip: stretches that have words and begin within it, none of them empty, and the
/// length of the clip in seconds. `tool`: the one whose model listens.
///
/// # Errors
/// The model is missing, the clip cannot be read, or nobody speaks in it.
pub(crate) fn transcribed(
    audio: &MediaFile,
    tool: &str,
    context: &Context,
) -> Result<(Vec<Segment>, f64), ToolError> {
    let options = Options {
        seed: context.seed,
        ..Options::default()
    };
    let heard = transcribed_as(audio, tool, &options, context)?;
    Ok((heard.said, heard.seconds))
}

/// Transcript of a clip, with its length and spectrogram.
pub(crate) struct Transcribed {
    /// Stretches that have words and begin within it, none of them empty.
    pub(crate) said: Vec<Segment>,
    /// Length in seconds.
    pub(crate) seconds: f64,
    /// Spectrogram, which tells where it is loud.
    pub(crate) spectrogram: Spectrogram,
}

/// As [`transcribed`], in a way.
///
/// # Errors
/// The same.
pub(crate) fn transcribed_as(
    audio: &MediaFile,
    tool: &str,
    options: &Options,
    context: &Context,
) -> Result<Transcribed, ToolError> {
    let model = model(context, tool)?;
    context.check()?;
    let mut listener = context
        .models
        .with(model, Whisper::open, |whisper| Ok(whisper.listener()))?;
    let seconds = heard(audio, SAMPLE_RATE, context, &mut |samples| {
        listener.hear(samples);
    })?;
    let spectrogram = listener.finish();
    let transcript = context.models.with(model, Whisper::open, |whisper| {
        follow(context, (READING, 1.0), |watch| {
            whisper.transcribe(&spectrogram, options, watch)
        })
    })?;
    let mut said = transcript.segments;
    said.retain(|segment| !segment.text.is_empty() && segment.start < seconds);
    if said.is_empty() {
        return Err(ToolError::Nothing(format!(
            "No speech was found in “{}”. Where somebody speaks softly, make it louder first.",
            audio.name
        )));
    }
    Ok(Transcribed {
        said,
        seconds,
        spectrogram,
    })
}
