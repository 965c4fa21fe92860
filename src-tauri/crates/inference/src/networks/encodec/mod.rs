//! `EnCodec` (Défossez et al. 2022, "High Fidelity Neural Audio Compression") as `MusicGen` has it,
//! at 32 kHz: makes audio of codes, 50 times a second one of each codebook. What the codes stand
//! for is added up, an LSTM goes over it, and transposed convolutions make samples of it.

mod config;
mod convolution;
mod decoder;
mod lstm;

pub use self::config::EncodecConfig;
pub use self::decoder::EncodecDecoder;

/// The name that newer versions of `PyTorch` give a tensor of a normalised convolution; the hub's
/// files have the older.
pub(crate) fn newer_name(name: &str) -> Option<String> {
    let (layer, part) = name.rsplit_once(".weight_")?;
    let number = match part {
        "g" => 0,
        "v" => 1,
        _ => return None,
    };
    Some(format!("{layer}.parametrizations.weight.original{number}"))
}
