//! A video's own audio and another one, the softer under the louder.

use patchbay_audio_dsp::duck::{Under, curve, speaking};
use patchbay_audio_dsp::speech_activity::{Activity, STEP};
use patchbay_domain::MediaFile;
use patchbay_media::MediaError;
use patchbay_media::video::{
    AudioReader, AudioSource, Block, FittedAudio, GraphAudio, SAMPLE_RATE, Shortfall, Watch,
};

use super::{Heard, Way};

/// Time over which an audio clip fades where it is cut or breaks off, in seconds; a short one for a
/// quarter of its length.
const FADE: f64 = 2.0;
/// The same for a voice, of which no word may be lost.
const VOICE_FADE: f64 = 0.03;
/// Music lies this much under speech, and in its pauses, in LU.
const UNDER_SPEECH: f64 = -18.0;
const IN_PAUSES: f64 = -8.0;
/// A video's own audio lies at least this much under a voice that is laid over it, in LU, and is
/// lowered at least by so many dB.
const UNDER_VOICE: f64 = -16.0;
const LOWERED: f64 = -8.0;
/// Music is made louder by at most so many dB: what is that soft is meant to be.
const MOST_GAIN: f64 = 12.0;
/// Longer than an audio clip takes to come back after a voice, in seconds.
const COMING_BACK: f64 = 2.0;
/// Ceiling of the mix, of full scale: -1 dB.
const CEILING: f64 = 0.89;

/// The audio of a video of `seconds` with another audio clip `added` to it, which is heard from the
/// video's start on, once or again and again. `is_cut`: whether the video goes on after that. `way`: how both go
/// together, and how far the one lies under the other.
pub(in crate::video) fn mixed(
    video: &MediaFile,
    own: Option<&Heard>,
    added: (&MediaFile, &Heard, Shortfall),
    seconds: f64,
    is_cut: bool,
    (way, under): (Way, Under),
) -> Result<Box<dyn AudioSource>, MediaError> {
    let (file, heard, shortfall) = added;
    let fade = (if heard.is_voice() { VOICE_FADE } else { FADE }).min(seconds / 4.0);
    let samples = |seconds: f64| (seconds * f64::from(SAMPLE_RATE)).round() as i64;
    let audio = FittedAudio::open(&file.path, &file.name, seconds, fade, shortfall)?;
    let own_fade = if is_cut {
        samples(FADE.min(seconds / 4.0))
    } else {
        0
    };
    let is_repeated = shortfall == Shortfall::Repeat && heard.samples < samples(seconds);
    let ends = if is_repeated {
        samples(seconds)
    } else {
        heard.samples
    };
    let is_early = ends < samples(seconds);
    let ending = if is_early && heard.breaks_off() {
        samples(fade).min(heard.samples / 4)
    } else {
        0
    };
    let (own_gain, added_gain) = match (way, own) {
        (Way::Under, Some(own)) => {
            let louder = difference(own, heard).unwrap_or(0.0);
            let (full, down) = under.gains(louder, (IN_PAUSES, UNDER_SPEECH), MOST_GAIN);
            (Gain::even(1.0), Gain::around(&own.activity, down, full))
        }
        (Way::Over, Some(own)) => {
            let louder = difference(heard, own).unwrap_or(0.0);
            let full = under.level.map_or(0.0, |level| louder + level);
            let usual = (louder + UNDER_VOICE).min(LOWERED).min(full);
            let lowered = under.depth.map_or(usual, |depth| full - depth);
            let own_gain = if is_repeated {
                Gain::even(decibels(lowered))
            } else {
                Gain::around(&heard.activity, lowered, full)
            };
            (own_gain, Gain::even(1.0))
        }
        _ => (Gain::even(0.0), Gain::even(1.0)),
    };
    let own = match way {
        Way::Replace => None,
        Way::Under | Way::Over => Some(AudioReader::open(&video.path, &video.name)?),
    };
    let mix = Mix {
        added: audio,
        added_gain,
        ending: (ends, ending),
        is_mixed: own.is_some(),
        own,
        own_gain,
        waiting: None,
        own_fade: (samples(seconds), own_fade),
    };
    if mix.is_mixed {
        Ok(Box::new(GraphAudio::limited(mix, CEILING)?))
    } else {
        Ok(Box::new(mix))
    }
}

/// Loudness of the first above the second in LU, where both are heard.
fn difference(first: &Heard, second: &Heard) -> Option<f64> {
    Some(first.loudness? - second.loudness?)
}

fn decibels(value: f64) -> f32 {
    10.0_f64.powf(value / 20.0) as f32
}

/// Gain of an audio clip over time: a factor every [`STEP`] seconds, the last one from then on.
struct Gain(Vec<f32>);

impl Gain {
    fn even(factor: f32) -> Self {
        Self(vec![factor])
    }

    /// Gain of `down` dB while a voice sounds in `activity`, and of `full` dB elsewhere.
    fn around(activity: &Activity, down: f64, full: f64) -> Self {
        let seconds = activity.moments.len() as f64 * STEP + COMING_BACK;
        Self(
            curve(&speaking(activity), seconds, full, down)
                .into_iter()
                .map(|gain| decibels(gain.into()))
                .collect(),
        )
    }

    fn at(&self, position: i64) -> f32 {
        let place = position as f64 / f64::from(SAMPLE_RATE) / STEP;
        let (before, share) = (place.max(0.0) as usize, place.max(0.0).fract() as f32);
        let value = |at: usize| self.0.get(at).or(self.0.last()).copied().unwrap_or(1.0);
        value(before) + (value(before + 1) - value(before)) * share
    }
}

/// Two audio clips at once, as long as the added one.
struct Mix {
    added: FittedAudio,
    added_gain: Gain,
    /// End of the added audio, and number of samples before that over which it fades.
    ending: (i64, i64),
    own: Option<AudioReader>,
    own_gain: Gain,
    /// Block of the video's own audio that was read and is not mixed yet.
    waiting: Option<Block>,
    /// End of the video, and number of samples before that over which its own audio fades.
    own_fade: (i64, i64),
    is_mixed: bool,
}

/// The share that is left of an audio clip `left` samples before its end where it fades over the
/// last `fade` ones: a raised cosine, without a corner where it begins or ends.
fn faded(left: i64, fade: i64) -> f32 {
    if left >= fade {
        return 1.0;
    }
    0.5 - 0.5 * (left.max(0) as f32 / fade.max(1) as f32 * std::f32::consts::PI).cos()
}

impl AudioSource for Mix {
    fn next_block(&mut self, watch: &Watch) -> Result<Option<Block>, MediaError> {
        let Some(mut block) = self.added.next_block(watch)? else {
            return Ok(None);
        };
        let ((ends, ending), gain) = (self.ending, &self.added_gain);
        block.scale(|position| gain.at(position) * faded(ends - position, ending));
        let end = block.start + block.samples() as i64;
        while let Some(own) = self.own.as_mut() {
            let Some(mut part) = self
                .waiting
                .take()
                .map_or_else(|| own.next_block(watch), |part| Ok(Some(part)))?
            else {
                self.own = None;
                break;
            };
            let reaches = part.start + part.samples() as i64;
            if part.start >= end {
                self.waiting = Some(part);
                break;
            }
            if reaches > end {
                let cut = (end - part.start) as usize;
                self.waiting = Some(part.clone().part(cut, part.samples()));
                part = part.part(0, cut);
            }
            let ((video, fade), gain) = (self.own_fade, &self.own_gain);
            part.scale(|position| gain.at(position) * faded(video - position, fade));
            let offset = (part.start - block.start).max(0) as usize;
            for (mixed, samples) in block.channels.iter_mut().zip(&part.channels) {
                mixed
                    .iter_mut()
                    .skip(offset)
                    .zip(samples)
                    .for_each(|(mixed, sample)| *mixed += sample);
            }
            if reaches >= end {
                break;
            }
        }
        Ok(Some(block))
    }
}
