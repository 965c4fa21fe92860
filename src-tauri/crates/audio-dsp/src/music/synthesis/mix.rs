//! Plays a score: every part is rendered, brought to the loudness that its role has in a mix (E.
//! Perez Gonzalez and J. Reiss, "Automatic gain and fader control for live mixing", 2009), placed
//! between left and right, and put in a room.

use std::collections::BTreeMap;

use patchbay_domain::Cancelled;
use patchbay_media::audio::{AudioBuffer, Meter};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::chorus::chorus;
use super::sampled::{self, Sampled};
use super::{Tone, percussion, render};
use crate::Report;
use crate::filter::RATE;
use crate::music::error::MusicError;
use crate::music::instrument::{Drum, Instrument};
use crate::music::role::Role;
use crate::music::score::{Hit, Note, Part, Score};
use crate::music::theory::frequency;
use crate::reverb::Reverb;

/// The samples between two looks at whether to stop.
const BLOCK: usize = 1 << 15;

/// The audio of a score, stereo, of its length to the sample, before mastering; `font` plays what
/// it has.
pub(crate) fn mix(
    score: &Score,
    seed: u64,
    font: Option<&Sampled>,
    report: &Report,
) -> Result<AudioBuffer, MusicError> {
    let frames = (score.seconds * f64::from(RATE)).round() as usize;
    let mut dry = AudioBuffer::silence(RATE, 2, frames);
    let mut room = AudioBuffer::silence(RATE, 2, frames);
    let total: usize = score
        .parts
        .iter()
        .map(|part| part.notes.len())
        .sum::<usize>()
        + 1;
    let mut done = 0;
    for (index, part) in score.parts.iter().enumerate() {
        let mut random =
            ChaCha8Rng::seed_from_u64(seed ^ (index as u64 + 1).wrapping_mul(0x9E37_79B9));
        let check = |notes: f64| report(0.85 * (done as f64 + notes) / total as f64);
        let played = match font.zip(sampled::program(part.instrument)) {
            Some((font, program)) => {
                let along = |done: f64| check(done * part.notes.len() as f64);
                font.part(part, program, score, frames, &mut random, &along)?
            }
            None => play(part, score, frames, &mut random, &|notes| {
                check(notes as f64)
            })?,
        };
        done += part.notes.len();
        let (level, send) = place(part.role, part.instrument, score.reverb);
        add(
            &played,
            level,
            send,
            &mut dry,
            &mut room,
            report_at(report, 0.85 * done as f64 / total as f64),
        )?;
    }
    if !score.hits.is_empty() {
        let played = drums(score, seed, font, frames, report)?;
        add(
            &played,
            drum_level(score),
            0.12 + 0.2 * score.reverb,
            &mut dry,
            &mut room,
            report_at(report, 0.86),
        )?;
    }
    let mut reverb = Reverb::new(0.7 + 2.2 * score.reverb as f32, RATE);
    for frame in 0..frames {
        if frame % BLOCK == 0 {
            report(0.88 + 0.04 * frame as f64 / frames as f64)?;
        }
        let (left, right) = reverb.next(room.channels[0][frame], room.channels[1][frame]);
        dry.channels[0][frame] += left;
        dry.channels[1][frame] += right;
    }
    Ok(dry)
}

/// Audio of a score's drums, stereo: those that `font` has, and the others computed.
fn drums(
    score: &Score,
    seed: u64,
    font: Option<&Sampled>,
    frames: usize,
    report: &Report,
) -> Result<AudioBuffer, MusicError> {
    let mut random = ChaCha8Rng::seed_from_u64(seed ^ 0xD2A3);
    let (recorded, computed): (Vec<Hit>, Vec<Hit>) = score
        .hits
        .iter()
        .partition(|hit| font.is_some() && sampled::drum_key(hit.drum).is_some());
    let mut played = drum(
        &computed,
        score,
        frames,
        &mut random,
        report_at(report, 0.85),
    )?;
    if let Some(font) = font {
        let keys: Vec<(Hit, i32)> = recorded
            .iter()
            .filter_map(|hit| sampled::drum_key(hit.drum).map(|key| (*hit, key)))
            .collect();
        let more = font.drums(&keys, score, frames, &mut random, &|_| report(0.85))?;
        for (sample, new) in played
            .channels
            .iter_mut()
            .flatten()
            .zip(more.channels.iter().flatten())
        {
            *sample += new;
        }
    }
    Ok(played)
}

fn report_at(report: &Report, fraction: f64) -> impl Fn() -> Result<(), Cancelled> {
    move || report(fraction)
}

/// Loudness of a role (LUFS before mastering) and the share of it that goes to the room.
fn place(role: Role, instrument: Instrument, reverb: f64) -> (f64, f64) {
    let (level, wet) = match role {
        Role::Lead => (-20.0, 0.35),
        Role::Chords => (-23.5, 0.28),
        Role::Pad => (-29.0, 0.4),
        Role::Bass => (-23.0, 0.04),
    };
    let quieter = match instrument {
        // High, clear sounds stand out at less.
        Instrument::Bells | Instrument::MusicBox => -2.5,
        Instrument::Flute | Instrument::Lead => -1.5,
        _ => 0.0,
    };
    (level + quieter, wet * (0.3 + 1.1 * reverb))
}

/// Loudness of the drums, in LUFS: what only marks the time stays behind.
fn drum_level(score: &Score) -> f64 {
    let has = |drums: &[Drum]| score.hits.iter().any(|hit| drums.contains(&hit.drum));
    if has(&[Drum::Ride]) {
        -31.0
    } else if has(&[Drum::Shaker, Drum::Rim]) {
        -26.5
    } else {
        -21.5
    }
}

/// Plays one part: a little early or late, a little louder or softer, as people do.
fn play(
    part: &Part,
    score: &Score,
    frames: usize,
    random: &mut ChaCha8Rng,
    report: &dyn Fn(usize) -> Result<(), Cancelled>,
) -> Result<AudioBuffer, Cancelled> {
    let mut played = AudioBuffer::silence(RATE, 2, frames);
    let is_wide = matches!(
        part.instrument,
        Instrument::Strings | Instrument::Pad | Instrument::ElectricPiano
    );
    for (index, note) in part.notes.iter().enumerate() {
        report(index)?;
        let humanised = random.random_range(-1.0..1.0) + random.random_range(-1.0..1.0);
        let start = (score.time(note.beat) + humanised * 0.006).max(0.0);
        let seconds = (score.time(note.beat + note.beats) - score.time(note.beat)).max(0.05);
        let velocity = (note.velocity * random.random_range(0.93..1.07)).clamp(0.05, 1.0);
        let tone = Tone {
            frequency: frequency(f64::from(note.pitch)) as f32,
            seconds: seconds as f32,
            velocity: velocity as f32,
        };
        let samples = render(part.instrument, tone, random);
        let (left, right) = if is_wide {
            (1.0, 1.0)
        } else {
            pan(position(part, note))
        };
        let first = (start * f64::from(RATE)) as usize;
        let room = frames.saturating_sub(first);
        for (channel, gain) in played.channels.iter_mut().zip([left, right]) {
            for (sample, new) in channel
                .iter_mut()
                .skip(first)
                .zip(&samples[..samples.len().min(room)])
            {
                *sample += new * gain;
            }
            if is_wide {
                break;
            }
        }
    }
    if is_wide {
        let depth = if part.instrument == Instrument::ElectricPiano {
            0.4
        } else {
            1.0
        };
        let [left, right] = chorus(&played.channels[0], depth);
        played.channels = vec![left, right];
    }
    Ok(played)
}

/// Stereo position of a note, -1 (left) to 1 (right): keyboards spread over the stage, low notes on
/// the left.
fn position(part: &Part, note: &Note) -> f32 {
    let spread = (note.pitch - 62) as f32 / 40.0;
    match (part.role, part.instrument) {
        (Role::Bass, _) => 0.0,
        (_, Instrument::Piano | Instrument::Harp | Instrument::Marimba) => {
            (spread * 0.6).clamp(-0.5, 0.5)
        }
        (Role::Lead, _) => 0.12,
        (Role::Chords, _) => -0.28,
        (Role::Pad, _) => 0.0,
    }
}

/// Left and right gain of equal power.
fn pan(position: f32) -> (f32, f32) {
    let angle = (position + 1.0) * std::f32::consts::FRAC_PI_4;
    (angle.cos(), angle.sin())
}

fn drum(
    hits: &[Hit],
    score: &Score,
    frames: usize,
    random: &mut ChaCha8Rng,
    check: impl Fn() -> Result<(), Cancelled>,
) -> Result<AudioBuffer, Cancelled> {
    let mut played = AudioBuffer::silence(RATE, 2, frames);
    let mut strokes: BTreeMap<Drum, Vec<f32>> = BTreeMap::new();
    for hit in hits {
        check()?;
        let samples = strokes
            .entry(hit.drum)
            .or_insert_with(|| percussion::stroke(hit.drum, random));
        let first = ((score.time(hit.beat) + random.random_range(-0.004..0.004)).max(0.0)
            * f64::from(RATE)) as usize;
        let place = match hit.drum {
            Drum::Kick | Drum::Snare | Drum::Taiko => 0.0,
            Drum::ClosedHat | Drum::OpenHat | Drum::Rim => 0.3,
            Drum::Ride | Drum::Tom => -0.3,
            Drum::Shaker => 0.45,
            Drum::Clap | Drum::Crash => -0.15,
        };
        let (left, right) = pan(place);
        // Twice as hard is more than twice as loud.
        let force = (hit.velocity * hit.velocity.sqrt()) as f32;
        for (channel, gain) in played.channels.iter_mut().zip([left, right]) {
            for (sample, new) in channel.iter_mut().skip(first).zip(samples.iter()) {
                *sample += new * gain * force;
            }
        }
    }
    Ok(played)
}

/// Adds a part at `level` LUFS to the mix, and `send` of it to the room.
fn add(
    played: &AudioBuffer,
    level: f64,
    send: f64,
    dry: &mut AudioBuffer,
    room: &mut AudioBuffer,
    check: impl Fn() -> Result<(), Cancelled>,
) -> Result<(), Cancelled> {
    let mut meter = Meter::new(2, RATE, false);
    for from in (0..played.frames()).step_by(BLOCK) {
        check()?;
        let to = (from + BLOCK).min(played.frames());
        meter.add(&[&played.channels[0][from..to], &played.channels[1][from..to]]);
    }
    let measured = meter.measure().integrated;
    // Too short to be measured, or next to nothing: as it is.
    let gain = if measured.is_finite() && measured > -65.0 {
        10.0_f64.powf((level - measured) / 20.0)
    } else {
        1.0
    };
    let (gain, send) = (gain as f32, send as f32);
    for side in 0..2 {
        check()?;
        for (index, sample) in played.channels[side].iter().enumerate() {
            dry.channels[side][index] += sample * gain;
            room.channels[side][index] += sample * gain * send;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panning_keeps_the_power() {
        for place in [-1.0, -0.3, 0.0, 0.7, 1.0] {
            let (left, right) = pan(place);
            assert!((left * left + right * right - 1.0).abs() < 1e-5);
        }
    }
}
