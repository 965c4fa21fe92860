//! Makes a mix as loud as music on the web is: -14 LUFS (the level that streaming services play
//! at), true peak under -1 dB (EBU R 128), by a gain and a limiter; and fades it out.

use std::f32::consts::PI;

use patchbay_domain::Cancelled;
use patchbay_media::audio::{AudioBuffer, Loudness, Meter};

use crate::Report;
use crate::filter::Filter;
use crate::filter::{RATE, RATE_F};
use crate::limiter::limit;

/// The loudness of the result, in LUFS.
const TARGET: f64 = -14.0;
/// Ceiling of samples, so that the curve between them stays under -1 dB.
const CEILING: f32 = 0.84;
const BLOCK: usize = 1 << 15;

/// Masters a mix in place: rumble cut, faded, loud, limited.
pub(crate) fn master(
    audio: &mut AudioBuffer,
    fade_seconds: f64,
    report: &Report,
) -> Result<(), Cancelled> {
    for channel in &mut audio.channels {
        let mut rumble = Filter::new(28.0, 0.7);
        for sample in channel.iter_mut() {
            *sample = rumble.next(*sample).high;
        }
        fade(channel, (fade_seconds * f64::from(RATE)) as usize);
    }
    let source = audio.clone();
    let before = measure(&source, false, report)?.integrated;
    if !before.is_finite() {
        return Ok(());
    }
    let mut gain = TARGET - before;
    // The limiter takes a little loudness away: a second pass makes up for it.
    for pass in 0..2 {
        report(0.94 + 0.02 * f64::from(pass))?;
        let factor = 10.0_f64.powf(gain / 20.0) as f32;
        for (target, from) in audio.channels.iter_mut().zip(&source.channels) {
            target
                .iter_mut()
                .zip(from)
                .for_each(|(sample, raw)| *sample = raw * factor);
        }
        limit(audio, CEILING, &|| report(0.95))?;
        gain += (TARGET - measure(audio, false, report)?.integrated).clamp(-1.0, 3.0);
        if (TARGET - measure(audio, false, report)?.integrated).abs() < 0.2 {
            break;
        }
    }
    let peak = measure(audio, true, report)?.true_peak;
    if peak > -1.05 {
        let factor = 10.0_f64.powf((-1.05 - peak) / 20.0) as f32;
        audio
            .channels
            .iter_mut()
            .flatten()
            .for_each(|sample| *sample *= factor);
    }
    Ok(())
}

fn measure(audio: &AudioBuffer, peak: bool, report: &Report) -> Result<Loudness, Cancelled> {
    let mut meter = Meter::new(2, RATE, peak);
    for from in (0..audio.frames()).step_by(BLOCK) {
        report(0.96)?;
        let to = (from + BLOCK).min(audio.frames());
        meter.add(&[&audio.channels[0][from..to], &audio.channels[1][from..to]]);
    }
    Ok(meter.measure())
}

/// In over 8 ms, out over `frames` to the very end, along a cosine.
fn fade(channel: &mut [f32], frames: usize) {
    let length = channel.len();
    let start = length.saturating_sub(frames);
    let span = (length - start).max(1) as f32;
    for (index, sample) in channel[start..].iter_mut().enumerate() {
        *sample *= 0.5 + 0.5 * (PI * (index + 1) as f32 / span).cos();
    }
    let rise = (0.008 * RATE_F) as usize;
    for (index, sample) in channel.iter_mut().take(rise).enumerate() {
        *sample *= index as f32 / rise as f32;
    }
}
