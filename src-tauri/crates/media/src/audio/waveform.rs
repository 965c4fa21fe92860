//! The outline of audio for drawing: lowest and highest sample of each column.

use std::path::Path;

use super::{AudioBuffer, Decoder};
use crate::MediaError;

/// The finest detail that is kept while a file streams by, in samples.
const FRAMES_PER_CELL: usize = 256;

/// Gathers lowest and highest samples while audio streams by.
#[derive(Debug, Clone, Default)]
pub struct Peaks {
    cells: Vec<(f32, f32)>,
    filled: usize,
}

impl Peaks {
    /// Takes the next samples, one slice for each channel.
    pub fn add(&mut self, block: &[Vec<f32>]) {
        for frame in 0..block.first().map_or(0, Vec::len) {
            if self.filled == 0 {
                self.cells.push((f32::INFINITY, f32::NEG_INFINITY));
            }
            let cell = self.cells.last_mut().expect("a cell was begun");
            for channel in block {
                cell.0 = cell.0.min(channel[frame]);
                cell.1 = cell.1.max(channel[frame]);
            }
            self.filled = (self.filled + 1) % FRAMES_PER_CELL;
        }
    }

    /// `(lowest, highest)` of each of `columns` equal parts; short audio repeats its cells. Empty
    /// where nothing was added or `columns` is 0.
    pub fn columns(&self, columns: usize) -> Vec<(f32, f32)> {
        let count = self.cells.len();
        if count == 0 {
            return Vec::new();
        }
        (0..columns)
            .map(|column| {
                let from = (column * count / columns).min(count - 1);
                let to = ((column + 1) * count / columns).clamp(from + 1, count);
                let outline = self.cells[from..to]
                    .iter()
                    .fold((f32::INFINITY, f32::NEG_INFINITY), |all, cell| {
                        (all.0.min(cell.0), all.1.max(cell.1))
                    });
                if outline.0 <= outline.1 {
                    outline
                } else {
                    (0.0, 0.0)
                }
            })
            .collect()
    }
}

impl AudioBuffer {
    /// `(lowest, highest)` sample over all channels of each of `columns` equal parts.
    pub fn waveform(&self, columns: usize) -> Vec<(f32, f32)> {
        let frames = self.frames();
        if frames == 0 {
            return Vec::new();
        }
        (0..columns)
            .map(|column| {
                let from = (column * frames / columns).min(frames - 1);
                let to = ((column + 1) * frames / columns).clamp(from + 1, frames);
                let all = self.channels.iter().flat_map(|channel| &channel[from..to]);
                all.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), &s| {
                    (low.min(s), high.max(s))
                })
            })
            .collect()
    }
}

/// `(lowest, highest)` of each of `columns` equal parts of a file, decoded block by block in
/// bounded memory.
pub fn waveform(path: &Path, name: &str, columns: usize) -> Result<Vec<(f32, f32)>, MediaError> {
    let mut decoder = Decoder::open(path, name)?;
    let mut peaks = Peaks::default();
    while let Some(block) = decoder.next_block()? {
        peaks.add(&block);
    }
    Ok(peaks.columns(columns))
}
