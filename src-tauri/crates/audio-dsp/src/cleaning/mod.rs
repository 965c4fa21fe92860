//! Cleaning a recording, step by step: what comes from the mains ([`hum`]), what lies under
//! everything ([`hiss`]), what is not the voice ([`voice`]), and passages that are too loud or too
//! soft ([`ride`]).
//!
//! Music is left what it is: there, only hum and a little hiss go. What is clean already stays as
//! it is.

mod hiss;
mod hum;
mod ride;
mod voice;

use patchbay_domain::Cancelled;
use patchbay_media::audio::AudioBuffer;
use patchbay_values::effects::{Band, Compressor, Shape};

use crate::Report;
use crate::compressor::compress;
use crate::equaliser::equalise;
use crate::levelling;
use crate::speech_activity::{Activity, listen};

/// The loudness of the result, in LUFS.
const TARGET: f64 = -16.0;
/// Under this share of speech a recording is not treated as one of a voice.
const SPOKEN: f32 = 0.2;
/// Voices have nothing below this many Hz; rumble has.
const RUMBLE: f64 = 65.0;
/// Compression that evens out the syllables of a voice.
const EVENNESS: Compressor = Compressor {
    ratio: 2.0,
    threshold: None,
};

/// Takes the hum of mains of that frequency, in Hz, out of a recording in place, and leaves all else. Answers whether there
/// is any. `progress` stops it.
pub fn remove_hum(
    audio: &mut AudioBuffer,
    mains: f64,
    progress: &Report,
) -> Result<bool, Cancelled> {
    hum::remove_of(audio, mains, &|| progress(0.5))
}

/// Cleans a recording in place. `progress` is told how far it is, from 0 to 1, and stops it.
pub fn clean(audio: &mut AudioBuffer, progress: &Report) -> Result<(), Cancelled> {
    let before = levelling::loudness(audio, &|| progress(0.0))?;
    hum::remove(audio, &|| progress(0.05))?;
    let activity = listen(audio, &|| progress(0.1))?;
    let is_spoken = activity.speech() > SPOKEN && activity.speech() > activity.music();
    if is_spoken {
        equalise(audio, &Band::steep(Shape::HighPass, RUMBLE), &|| {
            progress(0.2)
        })?;
    }
    hiss::remove(audio, activity.music(), &|done| progress(0.2 + 0.25 * done))?;
    if is_spoken {
        voice::bring_out(audio, &activity, &|done| progress(0.45 + 0.35 * done))?;
    }
    if before.is_finite() {
        ride::even_out(audio, &activity, &|| progress(0.82))?;
        if is_spoken {
            compress(audio, &EVENNESS, &|| progress(0.86))?;
        }
        levelling::bring_to(audio, TARGET, &|| progress(0.9))?;
    }
    Ok(())
}

/// Degree to which a recording is to be treated as music rather than speech at a time, 0 to 1.
fn musical(activity: &Activity, seconds: f64) -> f32 {
    activity.at(seconds).map_or(0.0, |moment| {
        moment.music / (moment.music + moment.speech + 0.1)
    })
}

#[cfg(test)]
mod tests;
