//! Does effects to a sound in memory.

use patchbay_media::audio::Sound;

use super::width::widen;
use super::{Effect, compress, equalise};
use crate::ToolError;
use crate::audio::levelling::{self, CEILING};
use crate::audio::limiter::limit;
use crate::audio::music::Reverb;
use crate::audio::stretch::{play_faster, shift_pitch, stretch};
use crate::times::Part;

/// Samples between two looks at whether to stop.
const BLOCK: usize = 1 << 15;
/// How much softer each echo is than the one before.
const ECHO: f32 = 0.45;
/// The least that is still heard of an echo.
const INAUDIBLE: f32 = 0.002;

/// Does an effect. `progress` is told often how far it is, from 0 to 1, and stops it.
pub(in crate::audio) fn apply(
    sound: &mut Sound,
    effect: &Effect,
    progress: &dyn Fn(f64) -> Result<(), ToolError>,
) -> Result<(), ToolError> {
    progress(0.0)?;
    let check = &|| progress(0.5);
    match effect {
        Effect::Trim(parts) => trim(sound, parts),
        Effect::Reverse => sound.channels.iter_mut().for_each(|channel| channel.reverse()),
        Effect::Pitch(semitones) => *sound = shift_pitch(sound, *semitones, progress)?,
        Effect::Tempo(factor) => *sound = stretch(sound, 1.0 / factor, progress)?,
        Effect::Speed(factor) => *sound = play_faster(std::mem::take(sound), *factor, progress)?,
        Effect::Equalise(bands) => {
            let before = sound.peak();
            equalise(sound, bands, check)?;
            if sound.peak() > before.max(CEILING) {
                limit(sound, CEILING, check)?;
            }
        }
        Effect::Compress(compressor) => compress(sound, compressor, check)?,
        Effect::Width(width) => {
            widen(sound, *width, check)?;
            if sound.peak() > 1.0 {
                limit(sound, CEILING, check)?;
            }
        }
        Effect::Mono => sound.channels = vec![sound.to_mono()],
        Effect::Echo(seconds) => echo(sound, *seconds, check)?,
        Effect::Reverb(seconds) => reverb(sound, *seconds, check)?,
        Effect::Gain(decibels) => levelling::gain(sound, *decibels, check)?,
        Effect::Normalise(target) => {
            if !levelling::loudness(sound, check)?.is_finite() {
                return Err(ToolError::Input(
                    "The sound is silent or shorter than 0.4 s, so its loudness cannot be set.".to_owned(),
                ));
            }
            levelling::bring_to(sound, *target, check)?;
        }
        Effect::FadeIn(seconds) => levelling::fade(sound, within(sound, *seconds), true),
        Effect::FadeOut(seconds) => levelling::fade(sound, within(sound, *seconds), false),
    }
    Ok(())
}

fn frames(seconds: f64, sample_rate: u32) -> usize {
    (seconds.max(0.0) * f64::from(sample_rate)).round() as usize
}

/// Keeps parts; where two meet, a hundredth of a second is blended so that there is no click.
fn trim(sound: &mut Sound, parts: &[Part]) {
    let rate = sound.sample_rate;
    for channel in &mut sound.channels {
        let mut kept: Vec<f32> = Vec::new();
        for part in parts {
            let start = frames(part.start, rate).min(channel.len());
            let end = frames(part.end, rate).clamp(start, channel.len());
            let blend = frames(0.01, rate).min(kept.len()).min(end - start);
            let from = kept.len() - blend;
            for index in 0..blend {
                let along = index as f32 / blend as f32;
                kept[from + index] = kept[from + index] * (1.0 - along) + channel[start + index] * along;
            }
            kept.extend_from_slice(&channel[start + blend..end]);
        }
        *channel = kept;
    }
}

/// So many seconds of a sound in samples, at most all of it.
fn within(sound: &Sound, seconds: f64) -> usize {
    frames(seconds, sound.sample_rate).min(sound.frames())
}

fn echo(sound: &mut Sound, seconds: f64, check: &dyn Fn() -> Result<(), ToolError>) -> Result<(), ToolError> {
    let delay = frames(seconds, sound.sample_rate).max(1);
    let repeats = (INAUDIBLE.ln() / ECHO.ln()).ceil() as usize;
    for channel in &mut sound.channels {
        check()?;
        channel.resize(channel.len() + delay * repeats, 0.0);
        for index in delay..channel.len() {
            channel[index] += channel[index - delay] * ECHO;
        }
    }
    limit(sound, CEILING, check)
}

fn reverb(sound: &mut Sound, seconds: f64, check: &dyn Fn() -> Result<(), ToolError>) -> Result<(), ToolError> {
    if sound.channels.len() != 2 {
        *sound = sound.to_stereo();
    }
    let mut room = Reverb::new(seconds as f32, sound.sample_rate);
    let length = sound.frames() + frames(seconds, sound.sample_rate);
    sound.channels.iter_mut().for_each(|channel| channel.resize(length, 0.0));
    for index in 0..length {
        if index % BLOCK == 0 {
            check()?;
        }
        let (left, right) = (sound.channels[0][index], sound.channels[1][index]);
        let (wet_left, wet_right) = room.next(left, right);
        sound.channels[0][index] = left * 0.8 + wet_left * 0.5;
        sound.channels[1][index] = right * 0.8 + wet_right * 0.5;
    }
    limit(sound, CEILING, check)
}
