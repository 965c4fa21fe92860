//! Does effects to a sound in memory.

use patchbay_media::audio::{Meter, Sound};

use super::Effect;
use crate::ToolError;
use crate::audio::limiter::limit;
use crate::audio::music::Reverb;
use crate::times::Part;

/// What samples may reach: -1 dB.
const CEILING: f32 = 0.891;
const BLOCK: usize = 1 << 15;
/// How much softer each echo is than the one before.
const ECHO: f32 = 0.45;
/// The least that is still heard of an echo.
const INAUDIBLE: f32 = 0.002;

/// Does an effect. `check` is called often and stops it.
pub(in crate::audio) fn apply(
    sound: &mut Sound,
    effect: &Effect,
    check: &dyn Fn() -> Result<(), ToolError>,
) -> Result<(), ToolError> {
    check()?;
    match effect {
        Effect::Trim(parts) => trim(sound, parts),
        Effect::FadeIn(seconds) => fade(sound, *seconds, true),
        Effect::FadeOut(seconds) => fade(sound, *seconds, false),
        Effect::Gain(decibels) => return gain(sound, *decibels, check),
        Effect::Normalise(target) => {
            let measured = loudness(sound, check)?;
            if !measured.is_finite() {
                return Err(ToolError::Input(
                    "The sound is silent or shorter than 0.4 s, so its loudness cannot be set.".to_owned(),
                ));
            }
            gain(sound, target - measured, check)?;
            // What the limiter took is given back once.
            let missing = target - loudness(sound, check)?;
            return if missing > 0.3 { gain(sound, missing.min(6.0), check) } else { Ok(()) };
        }
        Effect::Reverse => sound.channels.iter_mut().for_each(|channel| channel.reverse()),
        Effect::Echo(seconds) => return echo(sound, *seconds, check),
        Effect::Reverb(seconds) => return reverb(sound, *seconds, check),
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

/// Fades along a quarter of a sine's square, in at the start or out at the end.
fn fade(sound: &mut Sound, seconds: f64, into: bool) {
    let length = frames(seconds, sound.sample_rate).min(sound.frames());
    for channel in &mut sound.channels {
        let count = channel.len();
        for step in 0..length {
            let along = step as f32 / length as f32;
            let level = (along * std::f32::consts::FRAC_PI_2).sin().powi(2);
            let index = if into { step } else { count - 1 - step };
            channel[index] *= level;
        }
    }
}

fn gain(sound: &mut Sound, decibels: f64, check: &dyn Fn() -> Result<(), ToolError>) -> Result<(), ToolError> {
    let factor = 10.0_f64.powf(decibels / 20.0) as f32;
    let before = sound.peak();
    for channel in &mut sound.channels {
        check()?;
        for sample in channel {
            *sample *= factor;
        }
    }
    // Only what this gain drives beyond full scale is held back.
    if factor > 1.0 && before * factor > CEILING { limit(sound, CEILING, check) } else { Ok(()) }
}

fn loudness(sound: &Sound, check: &dyn Fn() -> Result<(), ToolError>) -> Result<f64, ToolError> {
    let mut meter = Meter::new(sound.channels.len() as u32, sound.sample_rate, false);
    for from in (0..sound.frames()).step_by(BLOCK) {
        check()?;
        let to = (from + BLOCK).min(sound.frames());
        meter.add(&sound.channels.iter().map(|channel| &channel[from..to]).collect::<Vec<_>>());
    }
    Ok(meter.measure().integrated)
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
