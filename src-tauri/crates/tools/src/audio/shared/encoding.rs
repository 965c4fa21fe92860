//! Encoding of audio, as it is asked for.

use patchbay_media::video::{AudioEncoding, AudioFormat, Depth, Dither};
use patchbay_tool_api::converting::audio_format;

use crate::{Inputs, ToolError};

/// The values that say how audio is to be encoded, beside its format.
pub(crate) const ENCODED: [&str; 5] = [
    "bitrate",
    "sample_rate",
    "channel_layout",
    "depth",
    "dither",
];

/// Encoding of audio by the value `format` and those of [`ENCODED`]; where no format is set, as its
/// file came, of which `name` is the name.
///
/// # Errors
/// Nothing is set, or what is set is written in no format.
pub(crate) fn encoding(inputs: &Inputs, name: &str) -> Result<AudioEncoding, ToolError> {
    let bit_rate = inputs.bit_rate("bitrate")?;
    let sample_rate = inputs.number("sample_rate")?;
    let channels = match inputs.value("channel_layout").as_deref() {
        Some("mono") => Some(1),
        Some(_) => Some(2),
        None => None,
    };
    let set = audio_format(inputs)?;
    let own = || {
        let ending = name.rsplit_once('.')?.1.to_lowercase();
        AudioFormat::of_extension(&ending)
    };
    let words = ("bit depth", "16, 24, 32 or float");
    let depth = inputs.value_as("depth", words, Depth::read)?;
    let words = ("dither", "none, triangular or high-pass");
    let dither = inputs.value_as("dither", words, Dither::read)?;
    let is_asked = ENCODED.iter().any(|name| inputs.value(name).is_some());
    let usual = || is_asked.then(|| own().unwrap_or(AudioFormat::M4a));
    let format = set.or_else(usual).ok_or_else(|| {
        ToolError::Refused(
            "It is not said which format the sound is to have. Say mp3, m4a, wav, flac, ogg, opus, aiff, caf, m4b or m4r."
                .to_owned(),
        )
    })?;
    if bit_rate.is_some() && format.is_lossless() {
        return Err(ToolError::Refused(format!(
            "{} keeps every sample and has no bit rate to set. Ask for mp3, m4a, ogg or opus.",
            format.extension().to_uppercase()
        )));
    }
    if let Some(depth) = depth.filter(|depth| !format.holds(*depth)) {
        return Err(ToolError::Refused(unheld(format, depth)));
    }
    Ok(AudioEncoding {
        format,
        bit_rate: bit_rate.map(|rate| rate.min(1_000_000) as u32),
        sample_rate: sample_rate.map(|rate| rate as u32),
        channels,
        depth,
        dither,
    })
}

/// Sentence for a format that does not store samples at a depth.
fn unheld(format: AudioFormat, depth: Depth) -> String {
    let name = format.extension().to_uppercase();
    if format.holds(Depth::Bits16) {
        let asked = match depth {
            Depth::Float => "floating point numbers",
            _ => "samples of 32 bits",
        };
        format!("{name} cannot hold {asked}, only 16 or 24 bits. Ask for WAV, AIFF or CAF.")
    } else {
        format!("{name} stores no samples, so it has no bit depth. Ask for WAV, AIFF, CAF or FLAC.")
    }
}
