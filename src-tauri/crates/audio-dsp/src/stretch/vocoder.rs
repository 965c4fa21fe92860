//! A phase vocoder: an audio clip is cut into overlapping pieces that are laid together closer or
//! wider, with the phases of [`super::phases`]. The pitch is that of the audio, exactly; the length
//! is the wanted one to the sample.

use std::ops::Range;

use patchbay_domain::Cancelled;
use patchbay_media::audio::AudioBuffer;
use rayon::prelude::*;
use rustfft::num_complex::Complex32;

use super::phases::{Course, Turns};
use crate::Report;
use crate::transform::{Transform, fast_size};

/// Length of a piece, in seconds: long enough to tell low tones apart, short enough for speech.
const PIECE: f64 = 0.064;
/// Pieces that are worked on at once: about three quarters of a second.
const BATCH: usize = 48;

/// The audio `factor` times as long, at the same pitch. `progress` is told how far it is, from 0 to
/// 1, and stops it.
pub fn stretch(
    audio: &AudioBuffer,
    factor: f64,
    progress: &Report,
) -> Result<AudioBuffer, Cancelled> {
    let transform = Transform::new(fast_size((PIECE * f64::from(audio.sample_rate)) as usize));
    let hop = transform.size() / 4;
    let length = (audio.frames() as f64 * factor).round() as usize;
    // The first pieces lie before the audio, the last ones after it.
    let count = length.div_ceil(hop) + 4;
    let vocoder = Vocoder {
        audio,
        factor,
        hop,
        transform,
    };
    let mut turns = Turns::new(vocoder.transform.bins());
    let mut laid = vec![vec![0.0; length + 10 * hop]; audio.channels.len()];
    let silence = vec![vec![Complex32::default(); vocoder.transform.bins()]; audio.channels.len()];
    let mut next = vocoder.analysed(0..BATCH.min(count), &silence);
    while !next.pieces.is_empty() {
        progress(next.first as f64 / count as f64)?;
        let batch = next;
        let last = batch.pieces.last().map_or(&silence, |piece| &piece.now);
        let first = batch.first + batch.pieces.len();
        // Phases follow from each other, so that they are worked out beside what may be done at
        // once.
        let (ahead, turned) = rayon::join(
            || vocoder.analysed(first..(first + BATCH).min(count), last),
            || {
                batch
                    .courses
                    .iter()
                    .map(|course| turns.next(course))
                    .collect::<Vec<_>>()
            },
        );
        for (number, piece) in (batch.first..).zip(vocoder.sounding(batch.pieces, &turned)) {
            for (channel, samples) in laid.iter_mut().zip(piece) {
                channel[number * hop..]
                    .iter_mut()
                    .zip(samples)
                    .for_each(|(sum, sample)| *sum += sample);
            }
        }
        next = ahead;
    }
    Ok(vocoder.levelled(laid, length))
}

struct Vocoder<'a> {
    audio: &'a AudioBuffer,
    factor: f64,
    hop: usize,
    transform: Transform,
}

/// Pieces that follow each other, and where their phases go.
struct Batch {
    first: usize,
    pieces: Vec<Piece>,
    courses: Vec<Course>,
}

/// The spectra of a piece, one for each channel: where it is, and one hop earlier.
struct Piece {
    now: Vec<Vec<Complex32>>,
    lagged: Vec<Vec<Complex32>>,
}

impl Vocoder<'_> {
    /// The pieces of those numbers; `before` are the spectra of the piece before the first.
    fn analysed(&self, numbers: Range<usize>, before: &[Vec<Complex32>]) -> Batch {
        let first = numbers.start;
        let pieces: Vec<Piece> = numbers
            .into_par_iter()
            .map_init(
                || self.transform.clone(),
                |transform, number| {
                    let middle =
                        ((number as f64 - 2.0) * self.hop as f64 / self.factor).round() as isize;
                    let now = self.spectra(transform, middle);
                    Piece {
                        now,
                        lagged: self.spectra(transform, middle - self.hop as isize),
                    }
                },
            )
            .collect();
        let course = |index: usize| {
            let piece = &pieces[index];
            let before = if index == 0 {
                before
            } else {
                &pieces[index - 1].now
            };
            Course::new(&piece.now, &piece.lagged, before, self.factor as f32)
        };
        let courses = (0..pieces.len()).into_par_iter().map(course).collect();
        Batch {
            first,
            pieces,
            courses,
        }
    }

    fn spectra(&self, transform: &mut Transform, middle: isize) -> Vec<Vec<Complex32>> {
        let of = |samples: &Vec<f32>| {
            let mut spectrum = vec![Complex32::default(); transform.bins()];
            transform.spectrum(samples, middle, &mut spectrum);
            spectrum
        };
        self.audio.channels.iter().map(of).collect()
    }

    /// Samples of pieces with their turns, one vector for each channel.
    fn sounding(&self, pieces: Vec<Piece>, turned: &[Vec<f32>]) -> Vec<Vec<Vec<f32>>> {
        let one = |transform: &mut Transform, piece: Piece, turns: &[f32]| {
            let turns: Vec<Complex32> = turns.iter().map(|turn| Complex32::cis(*turn)).collect();
            let back = |mut spectrum: Vec<Complex32>| {
                spectrum
                    .iter_mut()
                    .zip(&turns)
                    .for_each(|(bin, turn)| *bin *= turn);
                let mut samples = vec![0.0; transform.size()];
                transform.samples(&mut spectrum, &mut samples);
                samples
            };
            piece.now.into_iter().map(back).collect()
        };
        let pairs = pieces.into_par_iter().zip(turned);
        pairs
            .map_init(
                || self.transform.clone(),
                |transform, (piece, turns)| one(transform, piece, turns),
            )
            .collect()
    }

    /// Pieces that were laid over each other, as loud as they were, from where the audio begins.
    fn levelled(&self, laid: Vec<Vec<f32>>, length: usize) -> AudioBuffer {
        let (size, hop) = (self.transform.size(), self.hop);
        let weight = |at: usize| {
            (at..size)
                .step_by(hop)
                .map(|index| self.transform.overlap(index))
                .sum::<f32>()
        };
        let scale: Vec<f32> = (0..hop).map(|at| 1.0 / weight(at)).collect();
        // The middle of the third piece is the audio's start.
        let start = 2 * hop + size / 2;
        let mut channels = laid;
        for channel in &mut channels {
            channel.drain(..start);
            channel.truncate(length);
            channel
                .iter_mut()
                .zip(scale.iter().cycle())
                .for_each(|(sample, scale)| *sample *= scale);
        }
        AudioBuffer {
            sample_rate: self.audio.sample_rate,
            channels,
        }
    }
}
