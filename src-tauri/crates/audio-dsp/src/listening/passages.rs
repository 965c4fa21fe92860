//! Measurements over passages of a few seconds.

use rustfft::FftPlanner;
use rustfft::num_complex::Complex32;

use super::frames::{Frame, RATE};

/// Frames of a passage: three seconds; passages begin half as far apart.
const LENGTH: usize = 150;
/// A passage whose loud moments stay below this level is silent, in dB below full scale.
const SILENT: f32 = -62.0;
/// Distance below the loud moments from which a frame counts as a pause, in dB.
const PAUSE: f32 = 30.0;
/// Distance at which notes are compared, in frames: a quarter of a second.
const NOTES_APART: usize = 12;
/// Between these times a beat may come again, in frames: 240 to 50 in a minute.
const BEATS_APART: std::ops::RangeInclusive<usize> = 12..=60;
/// Modulations of the level in Hz: those of syllables, and all.
const SYLLABLES: (f64, f64) = (2.5, 8.0);
const MODULATIONS: (f64, f64) = (0.5, 20.0);

/// Measurements of a passage.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Passage {
    /// The share of the level's modulation that is as fast as syllables, 0 to 1.
    pub(super) syllables: f32,
    /// The standard deviation of the level in dB.
    pub(super) dynamics: f32,
    /// The share of frames with less than half the mean power, 0 to 1.
    pub(super) low: f32,
    /// The standard deviation of zero crossings over their mean.
    pub(super) crossings: f32,
    /// The standard deviation of the spectrum's flatness, in dB.
    pub(super) changing: f32,
    /// The share of the power that partials have, 0 to 1.
    pub(super) tonal: f32,
    /// The share of the power that partials have which stand still, 0 to 1.
    pub(super) steady: f32,
    /// Likeness of the notes to those a quarter of a second later, 0 to 1.
    pub(super) notes: f32,
    /// Regularity of beats, 0 to 1.
    pub(super) pulse: f32,
}

/// The passages of an audio clip, none for those that are silent. What is shorter than three
/// seconds is one passage.
pub fn passages(frames: &[Frame]) -> Vec<Option<Passage>> {
    let last = frames.len().saturating_sub(LENGTH);
    let starts = (0..=last).step_by(LENGTH / 2);
    starts
        .map(|start| passage(&frames[start..(start + LENGTH).min(frames.len())]))
        .collect()
}

fn passage(frames: &[Frame]) -> Option<Passage> {
    let count = frames.len();
    let levels: Vec<f32> = frames
        .iter()
        .map(|frame| 10.0 * (frame.power + 1e-10).log10())
        .collect();
    let mut ordered = levels.clone();
    ordered.sort_unstable_by(f32::total_cmp);
    let loud = *ordered.get((count * 19 / 20).min(count.saturating_sub(1)))?;
    if loud < SILENT {
        return None;
    }
    let heard: Vec<bool> = levels.iter().map(|level| *level > loud - PAUSE).collect();
    let levels: Vec<f32> = levels
        .iter()
        .map(|level| level.max(loud - PAUSE - 10.0))
        .collect();
    let among_heard = |value: &dyn Fn(&Frame) -> f32| {
        spread(
            frames
                .iter()
                .zip(&heard)
                .filter(|(_, heard)| **heard)
                .map(|(frame, _)| value(frame)),
        )
    };
    let (mean_power, _) = spread(frames.iter().map(|frame| frame.power));
    let (mean_crossings, crossings) = among_heard(&|frame| frame.crossings);
    let weight: f32 = frames
        .iter()
        .map(|frame| frame.power.sqrt())
        .sum::<f32>()
        .max(f32::MIN_POSITIVE);
    let weighed = |share: &dyn Fn(&Frame) -> f32| {
        frames
            .iter()
            .map(|frame| share(frame) * frame.power.sqrt())
            .sum::<f32>()
            / weight
    };
    Some(Passage {
        syllables: syllables(&levels),
        dynamics: spread(levels.iter().copied()).1,
        low: frames
            .iter()
            .filter(|frame| frame.power < 0.5 * mean_power)
            .count() as f32
            / count as f32,
        crossings: crossings / (mean_crossings + 50.0),
        changing: among_heard(&|frame| frame.flatness).1,
        tonal: weighed(&|frame| frame.tonal),
        steady: weighed(&|frame| frame.steady),
        notes: notes(frames, &heard),
        pulse: pulse(frames),
    })
}

/// Mean and standard deviation.
fn spread(values: impl Iterator<Item = f32> + Clone) -> (f32, f32) {
    let count = values.clone().count().max(1) as f32;
    let mean = values.clone().sum::<f32>() / count;
    (
        mean,
        (values.map(|value| (value - mean).powi(2)).sum::<f32>() / count).sqrt(),
    )
}

fn syllables(levels: &[f32]) -> f32 {
    let (mean, _) = spread(levels.iter().copied());
    let size = (2 * LENGTH).next_power_of_two();
    let mut spectrum = vec![Complex32::new(0.0, 0.0); size];
    let turn = 2.0 * std::f32::consts::PI / levels.len() as f32;
    for (index, (bin, level)) in spectrum.iter_mut().zip(levels).enumerate() {
        bin.re = (level - mean) * (0.5 - 0.5 * (index as f32 * turn).cos());
    }
    FftPlanner::new()
        .plan_fft_forward(size)
        .process(&mut spectrum);
    let power = |(low, high): (f64, f64)| -> f32 {
        let bin = |frequency: f64| (frequency * size as f64 / RATE).round() as usize;
        spectrum[bin(low)..bin(high)]
            .iter()
            .map(Complex32::norm_sqr)
            .sum()
    };
    power(SYLLABLES) / power(MODULATIONS).max(f32::MIN_POSITIVE)
}

fn notes(frames: &[Frame], heard: &[bool]) -> f32 {
    let length = |chroma: &[f32; 12]| chroma.iter().map(|note| note * note).sum::<f32>().sqrt();
    let pairs = (NOTES_APART..frames.len())
        .filter(|&at| heard[at] && heard[at - NOTES_APART])
        .filter_map(|at| {
            let (now, before) = (&frames[at].chroma, &frames[at - NOTES_APART].chroma);
            let lengths = length(now) * length(before);
            (lengths > 0.0).then(|| {
                now.iter()
                    .zip(before)
                    .map(|(now, before)| now * before)
                    .sum::<f32>()
                    / lengths
            })
        });
    let (count, sum) = pairs.fold((0.0_f32, 0.0), |(count, sum), alike| {
        (count + 1.0, sum + alike)
    });
    sum / count.max(1.0)
}

/// The highest autocorrelation of the rises within [`BEATS_APART`].
fn pulse(frames: &[Frame]) -> f32 {
    let (mean, deviation) = spread(frames.iter().map(|frame| frame.rise));
    if deviation <= 1e-3 {
        return 0.0;
    }
    let rises: Vec<f32> = frames.iter().map(|frame| frame.rise - mean).collect();
    let alike = |lag: usize| {
        let pairs = rises.iter().zip(rises.iter().skip(lag));
        pairs.map(|(now, later)| now * later).sum::<f32>()
            / (rises.len() - lag) as f32
            / deviation.powi(2)
    };
    // A lag of more than two thirds of the passage compares too little.
    let most = (rises.len() * 2 / 3).min(*BEATS_APART.end());
    (*BEATS_APART.start()..=most)
        .map(alike)
        .fold(0.0, f32::max)
        .min(1.0)
}
