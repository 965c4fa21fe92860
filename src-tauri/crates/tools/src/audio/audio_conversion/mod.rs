//! Writes a sound in another file format and changes nothing else: its sample rate, channels and
//! depth stay unless others are asked for.

use patchbay_domain::Resource;
use patchbay_media::video::{AudioEncoding, copy_audio, write_audio_through};
use patchbay_tool_api::converting::say_ringtone;
use patchbay_tool_api::watching::watched;

use crate::audio::shared::encoding::encoding;
use crate::audio::shared::one_channel::into_one;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct AudioConversion;
inventory::submit!(Registered(&AudioConversion));

impl Implementation for AudioConversion {
    fn tool(&self) -> &'static str {
        "audio_conversion"
    }

    fn keeps_level(&self) -> bool {
        true
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let audio = inputs.audio("audio")?;
        let encoding = encoding(inputs, &audio.name)?;
        let format = encoding.format;
        let output = context.output("converted", Some(&audio.name), format.extension());
        let (from, to) = ((&*audio.path, &*audio.name), (&*output.path, &*output.name));
        let is_plain = encoding == AudioEncoding::of(format);
        let method = inputs.value("method");
        let is_copy = method.as_deref() == Some("copied");
        // What is lossless is the same either way, and every file of it is in order then.
        let may_copy = method.is_none() && !format.is_lossless();
        if is_plain && (is_copy || may_copy) {
            let copied = watched(context, (0.0, 1.0), |watch| {
                copy_audio(from, 0, to, format, watch)
            })?;
            if copied {
                say_ringtone(&output, context);
                return Ok(Resource::Audio(output));
            }
        }
        if is_copy && !(is_plain && format.is_lossless()) {
            return Err(ToolError::Refused(format!(
                "“{}” cannot become that without re-encoding. FLAC and WAV lose nothing; ask for \
                 one of these, or let it be re-encoded.",
                audio.name
            )));
        }
        let chain = into_one((audio, 0), encoding, (0.0, 0.3), context)?;
        watched(context, (context.progress.get(), 1.0), |watch| {
            write_audio_through(from, 0, to, (encoding, &chain), watch)
        })?;
        say_ringtone(&output, context);
        Ok(Resource::Audio(output))
    }
}

#[cfg(test)]
mod tests;
