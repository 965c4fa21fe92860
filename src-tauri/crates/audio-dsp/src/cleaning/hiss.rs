//! Steady noise: its spectrum is what every bin falls back to in its softest moments, and each bin
//! is made softer by how likely it is no more than that.
//!
//! The gains are those of Y. Ephraim and D. Malah, “Speech enhancement using a minimum mean-square
//! error log-spectral amplitude estimator”, IEEE Transactions on Acoustics, Speech and Signal
//! Processing 33, 1985, equations 20 and 22, with their decision-directed estimate (1984, equation
//! 51), which leaves no chirping.

use std::ops::Range;

use patchbay_domain::Cancelled;
use patchbay_media::audio::AudioBuffer;
use rustfft::num_complex::Complex32;

use crate::Report;
use crate::transform::{Overlapped, Transform, fast_size};

/// The length of a piece, in seconds.
const PIECE: f64 = 0.032;
/// Time after which the noise is measured anew, in seconds: it may change slowly.
const SEGMENT: f64 = 8.0;
/// The share of the pieces that are softer than what counts as noise, and by how much these are
/// softer than its mean.
const SOFTEST: f32 = 0.1;
const BIAS: f32 = 1.9;
/// The share of the pieces that are softer, as a whole, than what the noise can be at most.
const SOFTEST_PIECES: f32 = 0.03;
/// The share of full scale's square below which a piece is digital silence: -100 dB.
const SILENT: f32 = 1e-10;
/// Share of the piece before that is left in the smoothed power of a bin.
const SMOOTH: f32 = 0.8;
/// Share of the estimate before that is kept (Ephraim and Malah's α).
const KEPT: f32 = 0.98;
/// Maximum reduction of noise, in dB: under speech, and under music, which has a floor of its own.
const MOST_SPEECH: f32 = 18.0;
const MOST_MUSIC: f32 = 5.0;
/// Noise this far below the audio, in dB, is left where it is.
const CLEAN: f32 = 55.0;

/// Takes back the steady noise of an audio clip that is music by so much (0 to 1). `progress` is
/// told how far it is, from 0 to 1, and stops it.
pub(super) fn remove(
    audio: &mut AudioBuffer,
    music: f32,
    progress: &Report,
) -> Result<(), Cancelled> {
    let transform = Transform::new(fast_size((PIECE * f64::from(audio.sample_rate)) as usize));
    let noises = noise(audio, &transform, &|done| progress(done * 0.4))?;
    let Some((loudest, mean)) = noises.level() else {
        return Ok(());
    };
    if 10.0 * (mean / loudest).log10() < -CLEAN {
        return Ok(());
    }
    let most = MOST_SPEECH + (MOST_MUSIC - MOST_SPEECH) * music.clamp(0.0, 1.0);
    let floor = 10.0_f32.powf(-most / 20.0);
    let bins = transform.bins();
    let mut before = vec![1.0_f32; bins];
    let mut gains = vec![1.0_f32; bins];
    Overlapped::new(transform).process(audio, &mut |piece, spectra| {
        if piece % 64 == 0 {
            progress(0.4 + 0.6 * piece as f64 / noises.pieces.max(1) as f64)?;
        }
        for bin in 0..bins {
            let noise = noises.at(piece, bin);
            let power = spectra
                .iter()
                .map(|spectrum| spectrum[bin].norm_sqr())
                .sum::<f32>();
            let posterior = (power / noise).clamp(1e-3, 1e4);
            let prior = (KEPT * before[bin] + (1.0 - KEPT) * (posterior - 1.0).max(0.0)).max(3e-3);
            let share = prior / (1.0 + prior);
            let gain = (share * (0.5 * exponential_integral(share * posterior)).exp()).min(1.0);
            before[bin] = gain * gain * posterior;
            gains[bin] = gain.max(floor);
        }
        for spectrum in spectra {
            spectrum
                .iter_mut()
                .zip(&gains)
                .for_each(|(bin, gain)| *bin *= gain);
        }
        Ok(())
    })
}

/// The spectra of the noise, one for each segment.
struct Noise {
    /// Power of each bin over all channels, and each segment's loudest power of all bins together.
    segments: Vec<(Vec<f32>, f32)>,
    pieces_each: usize,
    pieces: usize,
}

impl Noise {
    /// The power of a bin at a piece, between the middles of segments along a line.
    fn at(&self, piece: usize, bin: usize) -> f32 {
        let place = (piece as f32 / self.pieces_each as f32 - 0.5).max(0.0);
        let (index, part) = (place as usize, place.fract());
        let of = |index: usize| {
            self.segments
                .get(index)
                .or(self.segments.last())
                .map_or(0.0, |(powers, _)| powers[bin])
        };
        (of(index) * (1.0 - part) + of(index + 1) * part).max(1e-12)
    }

    /// The power of the loudest pieces, and the mean power of the noise.
    fn level(&self) -> Option<(f32, f32)> {
        let loudest = self
            .segments
            .iter()
            .map(|(_, loudest)| *loudest)
            .fold(0.0, f32::max);
        let sum: f32 = self.segments.iter().flat_map(|(powers, _)| powers).sum();
        (loudest > 1e-9).then(|| (loudest, sum / self.segments.len().max(1) as f32))
    }
}

fn noise(
    audio: &AudioBuffer,
    transform: &Transform,
    progress: &Report,
) -> Result<Noise, Cancelled> {
    let mut transform = transform.clone();
    let hop = transform.size() / 4;
    let pieces = audio.frames() / hop;
    let pieces_each = ((SEGMENT * f64::from(audio.sample_rate)) as usize / hop).max(1);
    let mut spectrum = vec![Complex32::default(); transform.bins()];
    let mut segments = Vec::new();
    let heard = heard(audio, hop);
    for first in (0..pieces.max(1)).step_by(pieces_each) {
        let last = if first + 2 * pieces_each > pieces {
            pieces
        } else {
            first + pieces_each
        };
        let mut courses: Vec<Vec<f32>> = vec![Vec::with_capacity(last - first); spectrum.len()];
        let mut totals = Vec::with_capacity(last - first);
        for piece in (first..last).filter(|piece| heard.contains(piece)) {
            if piece % 64 == 0 {
                progress(piece as f64 / pieces as f64)?;
            }
            let mut powers = vec![0.0_f32; spectrum.len()];
            for channel in &audio.channels {
                transform.spectrum(channel, (piece * hop) as isize, &mut spectrum);
                powers
                    .iter_mut()
                    .zip(&spectrum)
                    .for_each(|(power, bin)| *power += bin.norm_sqr());
            }
            totals.push(powers.iter().sum::<f32>());
            for (course, power) in courses.iter_mut().zip(powers) {
                let smooth = course
                    .last()
                    .map_or(power, |before| SMOOTH * before + (1.0 - SMOOTH) * power);
                course.push(smooth);
            }
        }
        let softest = |mut course: Vec<f32>| {
            let index =
                ((course.len() as f32 * SOFTEST) as usize).min(course.len().saturating_sub(1));
            if course.is_empty() {
                0.0
            } else {
                *course.select_nth_unstable_by(index, f32::total_cmp).1 * BIAS
            }
        };
        let mut powers = without_tones(&courses.into_iter().map(softest).collect::<Vec<_>>());
        let loudest = totals.iter().copied().fold(0.0, f32::max);
        // In dense speech hardly a bin is ever left alone, but now and then all of them are at
        // once.
        let at =
            ((totals.len() as f32 * SOFTEST_PIECES) as usize).min(totals.len().saturating_sub(1));
        let most = if totals.is_empty() {
            0.0
        } else {
            *totals.select_nth_unstable_by(at, f32::total_cmp).1
        };
        let together: f32 = powers.iter().sum();
        if together > most {
            for power in &mut powers {
                *power *= most / together;
            }
        }
        segments.push((powers, loudest));
        if last == pieces {
            break;
        }
    }
    Ok(Noise {
        segments,
        pieces_each,
        pieces,
    })
}

/// The pieces from the first to the last one that is no digital silence: what was added around a
/// recording says nothing of it.
fn heard(audio: &AudioBuffer, hop: usize) -> Range<usize> {
    let is_heard = |sample: &f32| sample * sample > SILENT;
    let first = audio
        .channels
        .iter()
        .filter_map(|channel| channel.iter().position(is_heard))
        .min()
        .unwrap_or(0);
    let last = audio
        .channels
        .iter()
        .filter_map(|channel| channel.iter().rposition(is_heard))
        .max()
        .unwrap_or(0);
    // Windows reach two hops to either side.
    let (from, to) = (first.div_ceil(hop) + 2, (last / hop).saturating_sub(1));
    if to > from + 8 {
        from..to
    } else {
        0..usize::MAX
    }
}

/// The middle of each bin's surroundings: held tones are no noise.
fn without_tones(powers: &[f32]) -> Vec<f32> {
    (0..powers.len())
        .map(|bin| {
            let reach = (bin / 10).clamp(2, 24);
            let mut around =
                powers[bin.saturating_sub(reach)..(bin + reach + 1).min(powers.len())].to_vec();
            let middle = around.len() / 2;
            *around.select_nth_unstable_by(middle, f32::total_cmp).1
        })
        .collect()
}

/// The exponential integral E₁ of a positive number: M. Abramowitz and I. A. Stegun, “Handbook of
/// mathematical functions”, 5.1.53 up to 1 and 5.1.54 above.
fn exponential_integral(x: f32) -> f32 {
    let along = |coefficients: &[f32]| coefficients.iter().rev().fold(0.0, |sum, c| sum * x + c);
    if x <= 1.0 {
        along(&[
            -0.577_215_7,
            0.999_991_93,
            -0.249_910_55,
            0.055_199_68,
            -0.009_760_04,
            0.001_078_57,
        ]) - x.max(1e-10).ln()
    } else if x > 40.0 {
        0.0
    } else {
        (-x).exp() / x * along(&[0.250_621, 2.334_733, 1.0]) / along(&[1.681_534, 3.330_657, 1.0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Even noise of that deviation, and a tone that sounds in every other second.
    fn noisy(deviation: f32, tone: f32) -> AudioBuffer {
        let mut seed = 7_u32;
        let sample = |i: usize| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let noise = ((seed >> 8) as f32 / (1 << 24) as f32 - 0.5) * 12.0_f32.sqrt() * deviation;
            let on = i / 44_100 % 2 == 1;
            noise
                + if on {
                    tone * (i as f32 * 0.1).sin()
                } else {
                    0.0
                }
        };
        AudioBuffer {
            sample_rate: 44_100,
            channels: vec![(0..352_800).map(sample).collect()],
        }
    }

    fn decibels(audio: &AudioBuffer, from: usize, to: usize) -> f32 {
        let part = &audio.channels[0][from..to];
        10.0 * (part.iter().map(|s| s * s).sum::<f32>() / part.len() as f32).log10()
    }

    #[test]
    fn the_noise_is_measured_as_loud_as_it_is() {
        let audio = noisy(0.02, 0.3);
        let transform = Transform::new(fast_size(1_411));
        let measured = noise(&audio, &transform, &|_| Ok(())).expect("nobody stops it");
        // White noise has its variance, times the window's power, in each bin.
        let expected = 0.02_f32.powi(2) * transform.size() as f32 * 0.375;
        let mean = measured.segments[0].0[100..600].iter().sum::<f32>() / 500.0;
        assert!(
            (10.0 * (mean / expected).log10()).abs() < 1.5,
            "{mean} for {expected}"
        );
    }

    #[test]
    fn pauses_become_quiet_and_the_tone_stays() {
        let before = noisy(0.02, 0.3);
        let mut audio = before.clone();
        remove(&mut audio, 0.0, &|_| Ok(())).expect("nobody stops it");
        let pause = decibels(&audio, 96_000, 130_000) - decibels(&before, 96_000, 130_000);
        assert!(pause < -13.0, "pauses are softer by {pause}");
        let tone = decibels(&audio, 50_000, 85_000) - decibels(&before, 50_000, 85_000);
        assert!(tone.abs() < 0.3, "the tone by {tone}");
        let mut music = before.clone();
        remove(&mut music, 1.0, &|_| Ok(())).expect("nobody stops it");
        let pause = decibels(&music, 96_000, 130_000) - decibels(&before, 96_000, 130_000);
        assert!((-5.5..-3.0).contains(&pause), "under music {pause}");
    }

    #[test]
    fn silence_around_a_recording_says_nothing_of_it() {
        let before = noisy(0.02, 0.3);
        let mut audio = before.clone();
        audio.channels[0][..60_000].fill(0.0);
        audio.channels[0][300_000..].fill(0.0);
        remove(&mut audio, 0.0, &|_| Ok(())).expect("nobody stops it");
        let pause = decibels(&audio, 96_000, 130_000) - decibels(&before, 96_000, 130_000);
        assert!(pause < -13.0, "pauses are softer by {pause}");
    }

    #[test]
    fn what_is_clean_stays_as_it_is() {
        let before = noisy(0.000_05, 0.3);
        let mut audio = before.clone();
        remove(&mut audio, 0.0, &|_| Ok(())).expect("nobody stops it");
        assert_eq!(audio, before);
    }

    #[test]
    fn the_integral_is_right() {
        for (x, expected) in [
            (0.1, 1.822_924),
            (1.0, 0.219_384),
            (2.0, 0.048_901),
            (5.0, 0.001_148_3),
        ] {
            assert!((exponential_integral(x) - expected).abs() < 1e-4, "{x}");
        }
    }
}
