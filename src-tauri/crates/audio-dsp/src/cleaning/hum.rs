//! Mains hum: a line at 50 or 60 Hz and its multiples, taken out by narrow notches where it is
//! found.

use patchbay_domain::Cancelled;
use patchbay_media::audio::AudioBuffer;
use patchbay_values::effects::{Band, Shape};
use rustfft::num_complex::Complex32;

use crate::Check;
use crate::equaliser::equalise;
use crate::transform::{Transform, fast_size};

/// Length of the pieces that are looked at, in seconds: a third of a Hz is told apart.
const PIECE: f64 = 2.8;
/// Number of pieces that are looked at, spread over the audio.
const PIECES: usize = 24;
/// Tolerance of the mains' frequency, as a share of it.
const DRIFT: f64 = 0.004;
/// Maximum difference between two multiples about the mains, in Hz.
const AGREE: f64 = 0.12;
/// Prominence of a line from which it is hum, in dB: alone at the mains' frequency, and with
/// others.
const ALONE: f32 = 24.0;
const TOGETHER: f32 = 14.0;
/// Multiples of a hum that is found are taken out from this on, in dB.
const AUDIBLE: f32 = 8.0;
/// The highest multiple that is looked at.
const MULTIPLES: usize = 16;
/// The width of a notch, in Hz.
const NOTCH: f64 = 1.6;

/// A spectral line.
#[derive(Debug, Clone, Copy)]
struct Line {
    multiple: f64,
    frequency: f64,
    /// Height above its surroundings, in dB.
    prominence: f32,
}

/// Takes out the hum of an audio clip that has one. `check` is called often and stops it.
pub(super) fn remove(audio: &mut AudioBuffer, check: &Check) -> Result<(), Cancelled> {
    let lines = hum(audio, check)?;
    take_out(audio, &lines, check)
}

/// Takes out all that sounds steadily at the multiples of `mains`, in Hz. Answers whether anything does.
pub(super) fn remove_of(
    audio: &mut AudioBuffer,
    mains: f64,
    check: &Check,
) -> Result<bool, Cancelled> {
    let Some((powers, step)) = spectrum(audio, check)? else {
        return Ok(false);
    };
    let lines: Vec<Line> = multiples(&powers, step, mains)
        .filter(|line| line.prominence >= AUDIBLE)
        .collect();
    take_out(audio, &lines, check)?;
    Ok(!lines.is_empty())
}

/// Takes out these lines.
fn take_out(audio: &mut AudioBuffer, lines: &[Line], check: &Check) -> Result<(), Cancelled> {
    let notch = |line: &Line| Band {
        shape: Shape::Notch,
        frequency: line.frequency,
        gain: 0.0,
        quality: line.frequency / NOTCH,
    };
    if lines.is_empty() {
        Ok(())
    } else {
        equalise(audio, &lines.iter().map(notch).collect::<Vec<_>>(), check)
    }
}

/// The lines of the hum, none where there is none.
fn hum(audio: &AudioBuffer, check: &Check) -> Result<Vec<Line>, Cancelled> {
    let Some((powers, step)) = spectrum(audio, check)? else {
        return Ok(Vec::new());
    };
    let found = [50.0, 60.0].map(|mains| lines(&powers, step, mains));
    let total = |lines: &Vec<Line>| lines.iter().map(|line| line.prominence).sum::<f32>();
    Ok(found
        .into_iter()
        .max_by(|a, b| total(a).total_cmp(&total(b)))
        .unwrap_or_default())
}

/// The power of each bin, as [`steady`] has it, and how many Hz they are apart; none where the audio is too short: a line
/// cannot be told from a note in less than a second.
fn spectrum(audio: &AudioBuffer, check: &Check) -> Result<Option<(Vec<f32>, f64)>, Cancelled> {
    let rate = f64::from(audio.sample_rate);
    let size = fast_size(((PIECE * rate) as usize).min(audio.frames()));
    if (size as f64) < 0.9 * rate {
        return Ok(None);
    }
    Ok(Some((steady(audio, size, check)?, rate / size as f64)))
}

/// The power of each bin that half of the pieces have at least: notes come and go, hum stays.
fn steady(audio: &AudioBuffer, size: usize, check: &Check) -> Result<Vec<f32>, Cancelled> {
    let mut transform = Transform::new(size);
    let count = (2 * audio.frames() / size).clamp(1, PIECES);
    let mut spectrum = vec![Complex32::default(); transform.bins()];
    let wanted =
        (((MULTIPLES + 2) * 60) as f64 * size as f64 / f64::from(audio.sample_rate)) as usize;
    let mut pieces = vec![vec![0.0_f32; count]; wanted.min(spectrum.len())];
    for piece in 0..count {
        check()?;
        let room = audio.frames().saturating_sub(size);
        let middle = (size / 2 + room * piece / (count - 1).max(1)) as isize;
        for channel in &audio.channels {
            transform.spectrum(channel, middle, &mut spectrum);
            pieces
                .iter_mut()
                .zip(&spectrum)
                .for_each(|(powers, bin)| powers[piece] += bin.norm_sqr());
        }
    }
    Ok(pieces
        .into_iter()
        .map(|mut powers| {
            powers.sort_unstable_by(f32::total_cmp);
            powers[count / 2] + 1e-12
        })
        .collect())
}

/// The lines at multiples of the mains, if they are hum.
fn lines(powers: &[f32], step: f64, mains: f64) -> Vec<Line> {
    let all: Vec<Line> = multiples(powers, step, mains).collect();
    // The surest line says what the mains' frequency is.
    let sure = |line: &&Line| line.prominence >= TOGETHER && line.multiple <= 6.0;
    let Some(surest) = all
        .iter()
        .filter(sure)
        .max_by(|a, b| a.prominence.total_cmp(&b.prominence))
    else {
        return Vec::new();
    };
    let exact = surest.frequency / surest.multiple;
    let agrees = |line: &Line| {
        (line.frequency / line.multiple - exact).abs() < (AGREE / line.multiple).max(0.02)
    };
    let together = all
        .iter()
        .filter(|line| line.prominence >= TOGETHER && agrees(line))
        .count();
    let is_alone = surest.multiple <= 2.0 && surest.prominence >= ALONE;
    if together < 2 && !is_alone {
        return Vec::new();
    }
    all.into_iter()
        .filter(|line| line.prominence >= AUDIBLE && agrees(line))
        .collect()
}

/// The lines near the multiples of the mains.
fn multiples(powers: &[f32], step: f64, mains: f64) -> impl Iterator<Item = Line> + '_ {
    (1..=MULTIPLES).filter_map(move |multiple| line(powers, step, mains, multiple as f64))
}

/// The highest point near a multiple of the mains.
fn line(powers: &[f32], step: f64, mains: f64, multiple: f64) -> Option<Line> {
    let middle = mains * multiple;
    let reach = (DRIFT * middle).max(step);
    let (from, to) = (
        ((middle - reach) / step) as usize,
        ((middle + reach) / step).ceil() as usize + 1,
    );
    let peak = (from..to.min(powers.len())).max_by(|a, b| powers[*a].total_cmp(&powers[*b]))?;
    let around = |offset: f64| ((peak as f64 + offset / step).max(0.0) as usize).min(powers.len());
    // Up to a quarter of the way to the next multiple, without the line itself.
    let near = 4.0 * step;
    let mut others = [
        &powers[around(-0.25 * mains)..around(-near)],
        &powers[around(near)..around(0.25 * mains)],
    ]
    .concat();
    others.sort_unstable_by(f32::total_cmp);
    let usual = *others.get(others.len() / 2)?;
    let [left, top, right] =
        [peak.checked_sub(1)?, peak, peak + 1].map(|bin| powers.get(bin).copied());
    let (left, top, right) = (left?.ln(), top?.ln(), right?.ln());
    if top < left || top < right {
        return None;
    }
    let bend = left - 2.0 * top + right;
    let aside = if bend < -1e-6 {
        f64::from(0.5 * (left - right) / bend)
    } else {
        0.0
    };
    let prominence = 10.0 * (powers[peak] / usual).log10();
    Some(Line {
        multiple,
        frequency: (peak as f64 + aside) * step,
        prominence,
    })
}

#[cfg(test)]
mod tests {
    use std::f64::consts::TAU;

    use super::*;

    fn tones(frequencies: &[(f64, f64)], seconds: f64) -> AudioBuffer {
        let mut seed = 1_u32;
        let sample = |i: usize| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let noise = f64::from(seed >> 8) / f64::from(1 << 24) - 0.5;
            let time = i as f64 / 44_100.0;
            (noise * 0.01
                + frequencies
                    .iter()
                    .map(|(f, level)| level * (TAU * f * time).sin())
                    .sum::<f64>()) as f32
        };
        AudioBuffer {
            sample_rate: 44_100,
            channels: vec![(0..(seconds * 44_100.0) as usize).map(sample).collect()],
        }
    }

    /// The level of one frequency, in dB.
    fn level(audio: &AudioBuffer, frequency: f64) -> f64 {
        let samples = &audio.channels[0][44_100..];
        let (mut re, mut im) = (0.0, 0.0);
        for (i, sample) in samples.iter().enumerate() {
            let phase = TAU * frequency * i as f64 / 44_100.0;
            re += f64::from(*sample) * phase.cos();
            im += f64::from(*sample) * phase.sin();
        }
        20.0 * (2.0 * re.hypot(im) / samples.len() as f64).log10()
    }

    #[test]
    fn hum_goes_and_the_rest_stays() {
        let mut audio = tones(
            &[(50.02, 0.05), (100.04, 0.01), (150.06, 0.03), (440.0, 0.1)],
            6.0,
        );
        let before = audio.clone();
        remove(&mut audio, &|| Ok(())).expect("nobody stops it");
        for frequency in [50.02, 150.06] {
            let gone = level(&before, frequency) - level(&audio, frequency);
            assert!(gone > 25.0, "{frequency} Hz is softer by {gone}");
        }
        assert!((level(&before, 440.0) - level(&audio, 440.0)).abs() < 0.1);
    }

    #[test]
    fn hum_that_was_named_goes_from_among_notes() {
        let mut audio = tones(
            &[(50.0, 0.02), (150.0, 0.01), (440.0, 0.2), (220.0, 0.2)],
            8.0,
        );
        let before = audio.clone();
        assert!(remove_of(&mut audio, 50.0, &|| Ok(())).expect("nobody stops it"));
        let change = |frequency| level(&audio, frequency) - level(&before, frequency);
        assert!(change(50.0) < -20.0 && change(150.0) < -20.0);
        assert!(change(440.0).abs() < 0.3 && change(220.0).abs() < 0.3);
        let mut clean = tones(&[(440.0, 0.2)], 8.0);
        let before = clean.clone();
        assert!(!remove_of(&mut clean, 60.0, &|| Ok(())).expect("nobody stops it"));
        assert_eq!(clean, before);
    }

    #[test]
    fn notes_near_it_are_no_hum() {
        for notes in [
            &[(49.0, 0.2), (98.0, 0.1), (147.0, 0.05)][..],
            &[(61.74, 0.2), (123.47, 0.1)],
            &[(440.0, 0.2)],
        ] {
            let mut audio = tones(notes, 5.0);
            let before = audio.clone();
            remove(&mut audio, &|| Ok(())).expect("nobody stops it");
            assert_eq!(audio, before, "{notes:?}");
        }
    }
}
