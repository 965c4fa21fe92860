//! Laying two audio clips over each other ([`mix`]), the one making room for the other ([`duck`]).

use patchbay_domain::Cancelled;
use patchbay_media::audio::AudioBuffer;

use crate::duck::{self, Under};
use crate::levelling::{self, CEILING};
use crate::limiter::limit;
use crate::resampling::resampled;
use crate::speech_activity::{Activity, listen};

/// From this share of speech on an audio clip is a voice that others make room for, and below this
/// one it is not.
const SPOKEN: f32 = 0.5;
const UNSPOKEN: f32 = 0.3;
/// An audio clip that still sounds at its end fades out over so many seconds: the longer one, and
/// one that ends while the other goes on.
const FADE: f64 = 2.0;
const FADE_WITHIN: f64 = 0.8;
/// Level at its end below which a clip has ended by itself, in dB of full scale.
const ENDED: f32 = -45.0;

/// Choice of where two audio clips that are heard at once end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ends {
    /// With the longer one.
    WithLonger,
    /// With the one that is speech, else with the shorter one.
    WithSpeech,
}

/// Two audio clips at once, at the higher sample rate. `under`: how the one that is no voice lies under the other; where
/// neither is or both are one and it is said, the second under the first. `progress` is told how far it is, from 0 to 1, and
/// stops it.
pub fn mix(
    clips: [AudioBuffer; 2],
    (ends, under): (Ends, Under),
    progress: &(dyn Fn(f64) -> Result<(), Cancelled> + Sync),
) -> Result<AudioBuffer, Cancelled> {
    let [mut first, mut second] = alike(clips, progress)?;
    let check = &|| progress(0.5);
    let heard = rayon::join(|| listen(&first, check), || listen(&second, check));
    let mut heard = [heard.0?, heard.1?];
    let is_voice =
        |own: &Activity, other: &Activity| own.speech() > SPOKEN && other.speech() < UNSPOKEN;
    let voice = match () {
        () if is_voice(&heard[0], &heard[1]) => Some(0),
        () if is_voice(&heard[1], &heard[0]) => Some(1),
        () => None,
    };
    let voice = match voice {
        None if under.is_said() => {
            heard[0].sounds();
            Some(0)
        }
        voice => voice,
    };
    let frames = [first.frames(), second.frames()];
    if ends == Ends::WithSpeech {
        let most = voice.map_or_else(|| frames[0].min(frames[1]), |voice| frames[voice]);
        for channel in first.channels.iter_mut().chain(&mut second.channels) {
            channel.truncate(most);
        }
    }
    let length = first.seconds().max(second.seconds());
    for audio in [&mut first, &mut second] {
        let fade = if (audio.seconds() - length).abs() < 0.05 {
            FADE
        } else {
            FADE_WITHIN
        };
        fade_out(audio, fade);
    }
    let (voice, heard_in_it, other) = match voice {
        Some(1) => (&second, &heard[1], Some(&mut first)),
        other => (&first, &heard[0], other.map(|_| &mut second)),
    };
    if let Some(other) = other {
        let loudness = rayon::join(
            || levelling::loudness(voice, check),
            || levelling::loudness(other, check),
        );
        let (voice, other) = ((heard_in_it, loudness.0?), (other, loudness.1?));
        duck::make_room(other, voice, under, check)?;
    }
    progress(0.8)?;
    let (mut mixed, other) = if first.frames() >= second.frames() {
        (first, second)
    } else {
        (second, first)
    };
    for (channel, samples) in mixed.channels.iter_mut().zip(&other.channels) {
        channel
            .iter_mut()
            .zip(samples)
            .for_each(|(sum, sample)| *sum += sample);
    }
    if mixed.peak() > CEILING {
        limit(&mut mixed, CEILING, &|| progress(0.9))?;
    }
    Ok(mixed)
}

/// Two audio clips at the higher of their sample rates, with as many channels as the one that has
/// more; both in stereo where that are more than two, and not the same number.
fn alike(
    clips: [AudioBuffer; 2],
    progress: &(dyn Fn(f64) -> Result<(), Cancelled> + Sync),
) -> Result<[AudioBuffer; 2], Cancelled> {
    let rate = clips
        .iter()
        .map(|audio| audio.sample_rate)
        .max()
        .unwrap_or(1);
    let widest = clips
        .iter()
        .map(|audio| audio.channels.len())
        .max()
        .unwrap_or(1);
    let [first, second] = clips;
    let even = |audio: AudioBuffer, from: f64| -> Result<AudioBuffer, Cancelled> {
        let audio = if audio.channels.len() == widest {
            audio
        } else {
            audio.to_stereo()
        };
        if audio.sample_rate == rate {
            Ok(audio)
        } else {
            resampled(&audio, rate, &|done| progress(from + 0.2 * done))
        }
    };
    if widest > 2 && first.channels.len() != second.channels.len() {
        // A stereo clip has no place among surround channels: both become stereo.
        Ok([
            even(first.to_stereo(), 0.0)?,
            even(second.to_stereo(), 0.2)?,
        ])
    } else {
        Ok([even(first, 0.0)?, even(second, 0.2)?])
    }
}

/// Lets an audio clip that has not ended by itself fade out, along a quarter of a sine's square.
fn fade_out(audio: &mut AudioBuffer, seconds: f64) {
    let frames = audio.frames();
    let last = (0.05 * f64::from(audio.sample_rate)) as usize;
    let loudest = audio
        .channels
        .iter()
        .flat_map(|channel| &channel[frames.saturating_sub(last)..])
        .fold(0.0_f32, |peak, sample| peak.max(sample.abs()));
    if 20.0 * loudest.max(1e-9).log10() < ENDED {
        return;
    }
    let length = ((seconds.min(audio.seconds() / 4.0)) * f64::from(audio.sample_rate)) as usize;
    levelling::fade_out(audio, length);
}
