//! Instruments: as they were recorded ([`sampled`]) where a SoundFont is installed; otherwise every
//! note is made from nothing, by the method that suits its instrument.
//!
//! - [`modal`]: struck strings, bars and tines as sums of decaying partials
//! - [`plucked`]: plucked strings, by Karplus and Strong
//! - [`modulated`]: electric piano, by frequency modulation
//! - [`subtractive`]: bowed strings, brass, synthesizers
//! - [`blown`]: flute and organ, by adding harmonics
//! - [`percussion`]: drums and cymbals
//! - [`mix`]: places the parts in a room, with [`chorus`]; [`master`]: makes the whole as loud as
//!   music is

mod blown;
mod chorus;
mod master;
mod mix;
mod modal;
mod modulated;
mod percussion;
mod plucked;
mod sampled;
mod subtractive;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::instrument::Instrument;
use crate::filter::RATE_F;

pub(crate) use master::master;
pub(crate) use mix::mix;
pub(crate) use sampled::Sampled;

/// A note to make.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tone {
    /// In Hz.
    pub frequency: f32,
    /// Time for which it is held, in seconds; it rings on after that.
    pub seconds: f32,
    /// Force with which it is played, 0 to 1.
    pub velocity: f32,
}

impl Tone {
    fn frames(self, ring_on: f32) -> usize {
        ((self.seconds + ring_on) * RATE_F) as usize
    }
}

/// The samples of a note, mono, beginning and ending in silence.
pub(crate) fn render(instrument: Instrument, tone: Tone, random: &mut ChaCha8Rng) -> Vec<f32> {
    let mut samples = match instrument {
        Instrument::Piano => modal::piano(tone, random),
        Instrument::Bells => modal::bells(tone),
        Instrument::MusicBox => modal::music_box(tone),
        Instrument::Marimba => modal::marimba(tone, random),
        Instrument::ElectricPiano => modulated::electric_piano(tone),
        Instrument::Guitar => plucked::string(tone, &plucked::GUITAR, random),
        Instrument::Ukulele => plucked::string(tone, &plucked::UKULELE, random),
        Instrument::Harp => plucked::string(tone, &plucked::HARP, random),
        Instrument::Pizzicato => plucked::string(tone, &plucked::PIZZICATO, random),
        Instrument::Bass => plucked::string(tone, &plucked::BASS, random),
        Instrument::Strings => subtractive::voice(tone, &subtractive::STRINGS, random),
        Instrument::Brass => subtractive::voice(tone, &subtractive::BRASS, random),
        Instrument::Pad => subtractive::voice(tone, &subtractive::PAD, random),
        Instrument::Lead => subtractive::voice(tone, &subtractive::LEAD, random),
        Instrument::SynthBass => subtractive::voice(tone, &subtractive::SYNTH_BASS, random),
        Instrument::Flute => blown::flute(tone, random),
        Instrument::Organ => blown::organ(tone),
    };
    // The last milliseconds go to zero, whatever the model left.
    let tail = samples.len().min(480);
    let start = samples.len() - tail;
    for (index, sample) in samples[start..].iter_mut().enumerate() {
        *sample *= 1.0 - (index + 1) as f32 / tail as f32;
    }
    samples
}

/// Noise between -1 and 1.
fn noise(random: &mut ChaCha8Rng) -> f32 {
    random.random_range(-1.0..1.0)
}
