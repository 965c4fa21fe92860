//! Speech and music in an audio clip over time: the passages of [`crate::listening`], moment by
//! moment, and within speech the pauses.

use patchbay_domain::Cancelled;

use crate::Check;
use crate::listening::frames::FrameMeter;
use crate::listening::passages::passages;
use crate::listening::verdict::{Kind, verdict};

/// Seconds from one moment to the next.
pub const STEP: f64 = 0.02;
/// Moments from one passage to the next: passages last three seconds and begin half as far apart.
const APART: usize = 75;
/// Level below which audio is silence, in dB of full scale.
const SILENCE: f32 = -60.0;
/// Range below its loudest in which a voice still speaks, in dB.
const VOICE_RANGE: f32 = 26.0;
/// Level that a voice has to have above what sounds in the pauses, as a share of the way to its
/// loudest.
const ABOVE_PAUSES: f32 = 0.35;

/// An audio clip at one moment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moment {
    /// The level in dB of full scale: the root mean square of [`STEP`] seconds.
    pub level: f32,
    /// Likelihood that somebody speaks around this moment, 0 to 1; pauses between words count.
    pub speech: f32,
    /// Likelihood that music plays around this moment, 0 to 1.
    pub music: f32,
    /// Whether a voice sounds just now: speech that is not in a pause.
    pub is_voice: bool,
}

/// Speech and music of an audio clip over its length, one [`Moment`] every [`STEP`] seconds.
#[derive(Debug, Clone, Default)]
pub struct Activity {
    /// The moments, the first at the audio's start.
    pub moments: Vec<Moment>,
}

impl Activity {
    /// Share of what can be heard that is speech, 0 to 1.
    pub fn speech(&self) -> f32 {
        self.share(|moment| moment.speech)
    }

    /// Share of what can be heard that is music, 0 to 1.
    pub fn music(&self) -> f32 {
        self.share(|moment| moment.music)
    }

    /// Takes for a voice whatever sounds, as where music lies under other music.
    pub(crate) fn sounds(&mut self) {
        let levels = self.moments.iter().map(|moment| moment.level);
        let loudest = levels.fold(SILENCE, f32::max);
        for moment in &mut self.moments {
            moment.is_voice = moment.level > SILENCE && moment.level > loudest - VOICE_RANGE;
        }
    }

    /// The moment at a time in seconds; the last one after the end, none where there are none.
    pub(crate) fn at(&self, seconds: f64) -> Option<&Moment> {
        self.moments
            .get((seconds.max(0.0) / STEP) as usize)
            .or(self.moments.last())
    }

    fn share(&self, of: impl Fn(&Moment) -> f32) -> f32 {
        let heard = || self.moments.iter().filter(|moment| moment.level > SILENCE);
        heard().map(of).sum::<f32>() / heard().count().max(1) as f32
    }
}

/// Listens to an audio clip that streams by.
pub struct Listener {
    meter: FrameMeter,
    /// The samples of a moment, not whole where the sample rate is not a multiple of 50.
    hop: f64,
    levels: Vec<f32>,
    sum: f64,
    heard: usize,
}

impl Listener {
    /// For an audio clip of that many samples per second.
    pub fn new(sample_rate: u32) -> Self {
        let hop = f64::from(sample_rate) * STEP;
        Self {
            meter: FrameMeter::new(sample_rate),
            hop,
            levels: Vec::new(),
            sum: 0.0,
            heard: 0,
        }
    }

    /// Takes the next samples, all channels averaged into one.
    pub fn add(&mut self, mono: &[f32]) {
        self.meter.add(mono);
        for sample in mono {
            self.sum += f64::from(sample * sample);
            self.heard += 1;
            if self.heard as f64 >= (self.levels.len() + 1) as f64 * self.hop {
                self.end_moment(self.hop);
            }
        }
    }

    /// Ends listening and returns the audio's activity.
    pub fn finish(mut self) -> Activity {
        let rest = self.heard as f64 - self.levels.len() as f64 * self.hop;
        if rest >= 1.0 {
            self.end_moment(rest);
        }
        // Speech, music, noise, steady tone; nothing where a passage is silent.
        let shares: Vec<[f32; 4]> = passages(&self.meter.finish())
            .iter()
            .map(|passage| verdict(&[*passage]).unwrap_or_default())
            .collect();
        let levels = &self.levels;
        let share = |kind: Kind, moment: usize| {
            // Up to two passages overlap.
            let last = (moment / APART).min(shares.len().saturating_sub(1));
            let around = shares
                .get(last.saturating_sub(1)..=last)
                .unwrap_or_default();
            let of = |shares: &[f32; 4]| {
                Kind::ALL
                    .iter()
                    .zip(shares)
                    .find(|(other, _)| **other == kind)
                    .map_or(0.0, |found| *found.1)
            };
            around.iter().map(of).sum::<f32>() / around.len().max(1) as f32
        };
        let thresholds: Vec<f32> = (0..levels.len().div_ceil(APART))
            .map(|block| {
                threshold(
                    &levels[(block * APART).saturating_sub(APART)
                        ..((block + 2) * APART).min(levels.len())],
                )
            })
            .collect();
        let moment = |(index, level): (usize, &f32)| {
            let (speech, music) = (share(Kind::Speech, index), share(Kind::Music, index));
            Moment {
                level: *level,
                speech,
                music,
                is_voice: speech > 0.5 && *level > thresholds[index / APART],
            }
        };
        Activity {
            moments: levels.iter().enumerate().map(moment).collect(),
        }
    }

    fn end_moment(&mut self, samples: f64) {
        self.levels
            .push((10.0 * (self.sum / samples).max(1e-12).log10()) as f32);
        self.sum = 0.0;
    }
}

/// The level above which a voice speaks, among the levels around it.
fn threshold(levels: &[f32]) -> f32 {
    let mut ordered = levels.to_vec();
    ordered.sort_unstable_by(f32::total_cmp);
    let at = |share: f32| {
        ordered
            .get((ordered.len() as f32 * share) as usize)
            .copied()
            .unwrap_or(SILENCE)
    };
    let (loud, soft) = (at(0.95), at(0.1));
    (loud - VOICE_RANGE)
        .max(soft + ABOVE_PAUSES * (loud - soft))
        .max(SILENCE)
}

/// Listens to a whole clip. `check` is called often and stops it.
pub(crate) fn listen(
    audio: &patchbay_media::audio::AudioBuffer,
    check: &Check,
) -> Result<Activity, Cancelled> {
    let mut listener = Listener::new(audio.sample_rate);
    let block = (f64::from(audio.sample_rate) * 0.5) as usize + 1;
    let scale = 1.0 / audio.channels.len().max(1) as f32;
    for from in (0..audio.frames()).step_by(block) {
        check()?;
        let to = (from + block).min(audio.frames());
        let mut mono = vec![0.0; to - from];
        for channel in &audio.channels {
            mono.iter_mut()
                .zip(&channel[from..to])
                .for_each(|(sum, sample)| *sum += sample * scale);
        }
        listener.add(&mono);
    }
    Ok(listener.finish())
}
