//! Sounds through filters of libav's, in the format and at the depth that they have.

use patchbay_domain::MediaFile;
use patchbay_media::audio::{self, AudioBuffer};
use patchbay_media::video::{AudioEncoding, AudioFormat, Chain, write_audio_through};
use patchbay_tool_api::watching::watched;

use crate::{Context, ToolError};

/// The format that a sound came in, where it is one that is written here, else WAV.
pub(crate) fn own_format(sound: &MediaFile) -> AudioFormat {
    let ending = sound.name.rsplit_once('.').map_or("", |(_, ending)| ending);
    match ending.to_lowercase().as_str() {
        "aac" => AudioFormat::M4a,
        ending => AudioFormat::of_extension(ending).unwrap_or(AudioFormat::Wav),
    }
}

/// Writes a sound after filters, named after what was done. `range`: where in the step's progress this lies.
///
/// # Errors
/// Returns an error if reading or writing fails; nothing is left half-written.
pub(crate) fn through(
    sound: &MediaFile,
    (format, chain): (AudioFormat, &Chain),
    purpose: &str,
    range: (f64, f64),
    context: &Context,
) -> Result<MediaFile, ToolError> {
    let output = context.output(purpose, Some(&sound.name), format.extension());
    let (from, to) = ((&*sound.path, &*sound.name), (&*output.path, &*output.name));
    let encoding = AudioEncoding::of(format);
    watched(context, range, |watch| {
        write_audio_through(from, 0, to, (encoding, chain), watch)
    })?;
    Ok(output)
}

/// Hears a whole sound, block by block. `range`: where in the step's progress this lies.
///
/// # Errors
/// It cannot be read, or a stop.
pub(crate) fn heard(
    sound: &MediaFile,
    (from, to): (f64, f64),
    context: &Context,
    mut hear: impl FnMut(&AudioBuffer),
) -> Result<(), ToolError> {
    audio::stream(&sound.path, &sound.name, &mut |done, block| {
        context.progress.set(from + (to - from) * done);
        hear(block);
        !context.progress.is_cancelled()
    })?;
    Ok(())
}
