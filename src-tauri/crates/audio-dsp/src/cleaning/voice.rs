//! Reduction of everything but the voice: the `RNNoise` network (J.-M. Valin, “A hybrid DSP/deep
//! learning approach to real-time full-band speech enhancement”, 2018) hears all channels together,
//! and what it takes away is taken from each channel alike. So the stereo image stays, and the
//! audio itself is never resampled.

use nnnoiseless::DenoiseState;
use patchbay_domain::Cancelled;
use patchbay_media::audio::AudioBuffer;
use rustfft::num_complex::Complex32;

use super::musical;
use crate::Report;
use crate::levelling;
use crate::resampling::resampled;
use crate::speech_activity::Activity;
use crate::transform::{Overlapped, Transform, fast_size};

/// The sample rate that the network knows.
const RATE: u32 = 48_000;
/// The loudness that the network knows best, in LUFS, and its full scale.
const LOUDNESS: f64 = -24.0;
const FULL_SCALE: f32 = 32_768.0;
/// The length of a piece, in seconds.
const PIECE: f64 = 0.02;
/// Maximum reduction of what is not the voice, in dB: what is gone altogether sounds cut out.
const MOST: f32 = 26.0;
/// Levels of the voice above its pauses, in dB, at which the network is fully used, and at which it
/// is not needed.
const NOISY: f32 = 28.0;
const CLEAN: f32 = 45.0;

/// Takes back what is not the voice. `progress` is told how far it is, from 0 to 1, and stops it.
pub(super) fn bring_out(
    audio: &mut AudioBuffer,
    activity: &Activity,
    progress: &Report,
) -> Result<(), Cancelled> {
    let wanted = 1.0 - ((above_pauses(activity) - NOISY) / (CLEAN - NOISY)).clamp(0.0, 1.0);
    if wanted <= 0.0 {
        return Ok(());
    }
    let mono = AudioBuffer {
        sample_rate: audio.sample_rate,
        channels: vec![audio.to_mono()],
    };
    let heard = network(&mono, &|done| progress(done * 0.7))?;
    let transform = Transform::new(fast_size((PIECE * f64::from(audio.sample_rate)) as usize));
    let (bins, hop) = (transform.bins(), transform.size() / 4);
    let mut own = transform.clone();
    let (mut before, mut after) = (
        vec![Complex32::default(); bins],
        vec![Complex32::default(); bins],
    );
    let (rate, frames) = (f64::from(audio.sample_rate), audio.frames().max(1));
    let floor = 10.0_f32.powf(-MOST / 20.0);
    Overlapped::new(transform).process(audio, &mut |piece, spectra| {
        let middle = piece * hop;
        if piece % 64 == 0 {
            progress(0.7 + 0.3 * middle as f64 / frames as f64)?;
        }
        let wet = wanted * (1.0 - musical(activity, middle as f64 / rate));
        own.spectrum(&mono.channels[0], middle as isize, &mut before);
        own.spectrum(&heard, middle as isize, &mut after);
        for bin in 0..bins {
            let left = (after[bin].norm_sqr() / before[bin].norm_sqr().max(1e-12))
                .sqrt()
                .min(1.0);
            let gain = 1.0 - wet * (1.0 - left.max(floor));
            for spectrum in spectra.iter_mut() {
                spectrum[bin] *= gain;
            }
        }
        Ok(())
    })
}

/// Level of the voice above its pauses, in dB.
fn above_pauses(activity: &Activity) -> f32 {
    let levels = |is_voice: bool| {
        let mut levels: Vec<f32> = activity
            .moments
            .iter()
            .filter(|moment| moment.speech > 0.5 && moment.is_voice == is_voice)
            .map(|moment| moment.level)
            .collect();
        levels.sort_unstable_by(f32::total_cmp);
        levels
    };
    let (voice, pauses) = (levels(true), levels(false));
    // The middle of the voice against the softer half of the pauses, where words no longer fade.
    let at =
        |levels: &[f32], share: f32| levels.get((levels.len() as f32 * share) as usize).copied();
    at(&voice, 0.5)
        .zip(at(&pauses, 0.25))
        .map_or(0.0, |(voice, pause)| voice - pause)
}

/// Samples that the network leaves of a mono clip, as long and at the same sample rate.
fn network(mono: &AudioBuffer, progress: &Report) -> Result<Vec<f32>, Cancelled> {
    let loudness = levelling::loudness(mono, &|| progress(0.0))?;
    let gain = if loudness.is_finite() {
        10.0_f64.powf((LOUDNESS - loudness) / 20.0) as f32
    } else {
        1.0
    } * FULL_SCALE;
    let mut heard = resampled(mono, RATE, &|done| progress(done * 0.15))?;
    let [samples] = heard.channels.as_mut_slice() else {
        return Ok(Vec::new());
    };
    let size = DenoiseState::FRAME_SIZE;
    let length = samples.len();
    // The network answers one frame late.
    samples.resize(length.next_multiple_of(size) + size, 0.0);
    let mut state = DenoiseState::new();
    let mut answer = vec![0.0; size];
    for start in (0..samples.len()).step_by(size) {
        if start % (64 * size) == 0 {
            progress(0.15 + 0.7 * start as f64 / samples.len() as f64)?;
        }
        let frame: Vec<f32> = samples[start..start + size]
            .iter()
            .map(|sample| sample * gain)
            .collect();
        state.process_frame(&mut answer, &frame);
        if let Some(place) = start.checked_sub(size) {
            samples[place..start]
                .iter_mut()
                .zip(&answer)
                .for_each(|(sample, kept)| *sample = kept / gain);
        }
    }
    samples.truncate(length);
    let back = resampled(&heard, mono.sample_rate, &|done| {
        progress(0.85 + done * 0.15)
    })?;
    Ok(back.channels.into_iter().next().unwrap_or_default())
}
