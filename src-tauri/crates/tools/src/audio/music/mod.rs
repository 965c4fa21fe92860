//! Music from words: composed, then played by instruments that are computed.
//!
//! [`brief`] finds in the words what is wanted ([`character`] knows [`moods`] and [`styles`], [`instrument`] the
//! instruments);
//! [`compose`] writes a [`score`] by [`form`], [`harmony`], [`melody`], [`accompaniment`] and [`groove`] in terms of
//! [`theory`]; [`synthesis`] plays it. The same words, length and seed give the same samples on a computer
//! with the same SoundFont, or none.

mod accompaniment;
mod brief;
mod character;
mod compose;
mod form;
mod groove;
mod harmony;
mod instrument;
mod melody;
mod moods;
mod score;
mod styles;
mod synthesis;
#[cfg(test)]
mod tests;
mod theory;

use patchbay_media::audio::Sound;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

pub(crate) use synthesis::Reverb;

use crate::ToolError;
use brief::Brief;
use synthesis::Sampled;

/// The longest music that is made, in seconds.
pub(crate) const LONGEST: f64 = 600.0;
/// The length where neither the words nor the plan give one, in seconds.
const USUAL: f64 = 30.0;
/// The length of the fade at the end, in seconds.
const FADE: f64 = 2.0;

/// Makes the music that `words` describe, stereo. Its length is what the words say, else `target_seconds`, else 30 s; it
/// ends with a fade exactly there. `report` is told how far it is and stops it by an error.
pub(crate) fn make(
    words: &str,
    target_seconds: Option<f64>,
    seed: u64,
    report: synthesis::Report<'_>,
) -> Result<Sound, ToolError> {
    played(words, target_seconds, seed, Sampled::installed().as_ref(), report)
}

fn played(
    words: &str,
    target_seconds: Option<f64>,
    seed: u64,
    font: Option<&Sampled>,
    report: synthesis::Report<'_>,
) -> Result<Sound, ToolError> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let brief = Brief::of(words, &mut random);
    let seconds = brief.seconds.or(target_seconds.filter(|seconds| *seconds > 0.0)).unwrap_or(USUAL);
    if seconds > LONGEST {
        let minutes = LONGEST / 60.0;
        return Err(ToolError::Input(format!(
            "Music of up to {minutes:.0} minutes can be made, but {:.1} minutes are asked for; ask for less.",
            seconds / 60.0
        )));
    }
    let seconds = seconds.max(1.0);
    let score = compose::compose(&brief, seconds, &mut random);
    let mut sound = synthesis::mix(&score, seed, font, report)?;
    synthesis::master(&mut sound, FADE.min(seconds / 3.0), report)?;
    Ok(sound)
}
