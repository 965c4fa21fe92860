//! Music from words: composed, then played by instruments that are computed.
//!
//! [`brief`] finds in the words what is wanted ([`wanted`] knows [`moods`] and [`styles`],
//! [`instrument`] the instruments); [`compose`] writes a [`score`] part by part ([`parts`]), by
//! [`form`], [`harmony`], [`melody`], [`accompaniment`] and [`groove`] in terms of [`theory`];
//! [`synthesis`] plays it. The same words, length and seed give the same samples on a computer with
//! the same SoundFont, or none.

mod accompaniment;
mod brief;
mod character;
mod compose;
mod error;
mod form;
mod groove;
mod harmony;
mod instrument;
mod melody;
mod moods;
mod parts;
mod role;
mod score;
mod styles;
mod synthesis;
#[cfg(test)]
mod tests;
mod theory;
mod wanted;

use patchbay_domain::Cancelled;
use patchbay_media::audio::AudioBuffer;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

pub use crate::filter::RATE;
pub use brief::seconds_in;
pub use error::MusicError;

use brief::Brief;
use synthesis::Sampled;

use crate::Report;

/// The longest music that is made, in seconds.
pub const LONGEST: f64 = 600.0;
/// The length where neither the words nor the plan give one, in seconds.
const USUAL: f64 = 30.0;
/// The length of the fade at the end, in seconds.
const FADE: f64 = 2.0;

/// Makes the music that `words` describe, stereo. Its length is what the words say, else
/// `target_seconds`, else 30 s; it ends with a fade exactly there. `report` is told how far it is
/// and stops it by an error.
pub fn make(
    words: &str,
    target_seconds: Option<f64>,
    seed: u64,
    report: &Report,
) -> Result<AudioBuffer, MusicError> {
    played(
        words,
        target_seconds,
        seed,
        Sampled::installed().as_ref(),
        report,
    )
}

fn played(
    words: &str,
    target_seconds: Option<f64>,
    seed: u64,
    font: Option<&Sampled>,
    report: &Report,
) -> Result<AudioBuffer, MusicError> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let brief = Brief::of(words, &mut random);
    let seconds = length(brief.seconds, target_seconds, USUAL)?;
    let score = compose::compose(&brief, seconds, &mut random);
    let mut audio = synthesis::mix(&score, seed, font, report)?;
    finish(&mut audio, report)?;
    Ok(audio)
}

/// Length of the music in seconds: as the words say, else as the plan wants, else as is usual; at
/// least one second.
pub fn length(
    said: Option<f64>,
    target_seconds: Option<f64>,
    usual: f64,
) -> Result<f64, MusicError> {
    let seconds = said
        .or(target_seconds.filter(|seconds| *seconds > 0.0))
        .unwrap_or(usual);
    if seconds > LONGEST {
        return Err(MusicError::TooLong(seconds));
    }
    Ok(seconds.max(1.0))
}

/// Makes a stereo clip of [`RATE`] samples a second as loud as music is, with a fade to its end.
pub fn finish(audio: &mut AudioBuffer, report: &Report) -> Result<(), Cancelled> {
    let fade = FADE.min(audio.seconds() / 3.0);
    synthesis::master(audio, fade, report)
}
