//! The attention within windows for f32 on the CPU.

use rayon::prelude::*;

use super::shape::{Grid, HeadLayout, Shape};
use crate::kernels::matrix::{Matrix, multiply};
use crate::kernels::simd_math::{softmax, vectorised};

/// [`PositionBias`](super::shape::PositionBias) as values.
pub(super) enum Bias<'a> {
    Table(&'a [f32]),
    Decomposed {
        vertical: &'a [f32],
        horizontal: &'a [f32],
    },
}

/// Buffers of a task, kept from one to the next.
#[derive(Default)]
struct Scratch {
    rows: Vec<f32>,
    scores: Vec<f32>,
    vertical: Vec<f32>,
    horizontal: Vec<f32>,
}

impl Shape {
    /// Returns the offsets of a head's query, key and value in a row.
    fn offsets(&self, head: usize) -> [usize; 3] {
        match self.layout {
            HeadLayout::ByHead => [0, 1, 2].map(|kind| (head * 3 + kind) * self.width),
            HeadLayout::ByKind => [0, 1, 2].map(|kind| kind * self.channels + head * self.width),
        }
    }

    pub(super) fn run(&self, joined: &[f32], beyond: &[f32], bias: &Bias) -> Vec<f32> {
        let Grid {
            height,
            width,
            window,
        } = self.grid;
        let is_whole = height == window && width == window;
        // A small window is one task; of a large one each line of queries is.
        let lines = if is_whole { 1 } else { window };
        let (places, task) = (window * window, lines * window * self.channels);
        let (down, across) = self.windows();
        let mut attended = vec![0.0; down * across * places * self.channels];
        attended.par_chunks_mut(task).enumerate().for_each_init(
            Scratch::default,
            |scratch, (index, result)| {
                let first = index * lines % window;
                if is_whole {
                    self.task(result, joined, first..first + lines, bias, scratch);
                } else {
                    let mut rows = std::mem::take(&mut scratch.rows);
                    self.gather(
                        &mut rows,
                        joined,
                        beyond,
                        index / across * window,
                        index % across * window,
                    );
                    self.task(result, &rows, 0..lines, bias, scratch);
                    scratch.rows = rows;
                }
            },
        );
        if is_whole {
            attended
        } else {
            self.scatter(&attended)
        }
    }

    /// A window's rows.
    fn gather(&self, rows: &mut Vec<f32>, joined: &[f32], beyond: &[f32], top: usize, left: usize) {
        let Grid {
            height,
            width,
            window,
        } = self.grid;
        rows.clear();
        for line in top..top + window {
            let inside = if line < height {
                window.min(width - left)
            } else {
                0
            };
            let start = (line * width + left) * 3 * self.channels;
            if inside > 0 {
                rows.extend_from_slice(&joined[start..start + inside * 3 * self.channels]);
            }
            (inside..window).for_each(|_| rows.extend_from_slice(beyond));
        }
    }

    /// The grid out of its windows.
    fn scatter(&self, attended: &[f32]) -> Vec<f32> {
        let Grid {
            height,
            width,
            window,
        } = self.grid;
        let across = self.windows().1;
        let mut result = vec![0.0; height * width * self.channels];
        result
            .par_chunks_mut(width * self.channels)
            .enumerate()
            .for_each(|(line, result)| {
                for (column, result) in result.chunks_mut(window * self.channels).enumerate() {
                    let index = line / window * across + column;
                    let start = (index * window + line % window) * window * self.channels;
                    result.copy_from_slice(&attended[start..start + result.len()]);
                }
            });
        result
    }

    /// Computes the attention of the queries of some lines of a window to all its places, whose
    /// rows are `rows`.
    fn task(
        &self,
        result: &mut [f32],
        rows: &[f32],
        lines: std::ops::Range<usize>,
        bias: &Bias,
        scratch: &mut Scratch,
    ) {
        let Self {
            heads,
            channels,
            width,
            ..
        } = *self;
        let window = self.grid.window;
        let (places, step) = (window * window, 3 * channels);
        let first = lines.start * window;
        let queries = lines.len() * window;
        scratch.scores.resize(queries * places, 0.0);
        for head in 0..heads {
            let [query, key, value] = self.offsets(head);
            let query = Matrix::rows(&rows[first * step + query..], queries, width, step);
            let key = Matrix::rows(&rows[key..], places, width, step);
            let value = Matrix::rows(&rows[value..], places, width, step);
            multiply(
                &mut scratch.scores,
                places,
                query,
                key.transposed(),
                self.scale(),
            );
            if let Bias::Decomposed {
                vertical,
                horizontal,
            } = bias
            {
                self.decomposed(query, lines.clone(), vertical, horizontal, scratch);
            }
            let scores = scratch.scores.chunks_exact_mut(places).enumerate();
            vectorised(|| {
                for (query, scores) in scores {
                    match bias {
                        Bias::Table(table) => {
                            let table =
                                &table[(head * places + first + query) * places..][..places];
                            scores
                                .iter_mut()
                                .zip(table)
                                .for_each(|(score, bias)| *score += bias);
                        }
                        Bias::Decomposed { .. } => {
                            let vertical = &scratch.vertical[query * window..][..window];
                            let horizontal = &scratch.horizontal[query * window..][..window];
                            for (scores, down) in scores.chunks_exact_mut(window).zip(vertical) {
                                for (score, side) in scores.iter_mut().zip(horizontal) {
                                    *score += down + side;
                                }
                            }
                        }
                    }
                    softmax(scores);
                }
            });
            let scores = Matrix::rows(&scratch.scores, queries, places, places);
            multiply(&mut result[head * width..], channels, scores, value, 1.0);
        }
    }

    /// Each query's values for every line and every column of its window.
    fn decomposed(
        &self,
        query: Matrix,
        lines: std::ops::Range<usize>,
        vertical: &[f32],
        horizontal: &[f32],
        scratch: &mut Scratch,
    ) {
        let (window, width) = (self.grid.window, self.width);
        let count = lines.len();
        scratch.vertical.resize(count * window * window, 0.0);
        scratch.horizontal.resize(count * window * window, 0.0);
        for (index, line) in lines.enumerate() {
            let queries = Matrix::rows(
                &query.values[index * window * query.row_stride..],
                window,
                width,
                query.row_stride,
            );
            let along = Matrix::rows(&vertical[line * window * width..], window, width, width);
            multiply(
                &mut scratch.vertical[index * window * window..],
                window,
                queries,
                along.transposed(),
                1.0,
            );
        }
        for column in 0..window {
            let queries = Matrix::rows(
                &query.values[column * query.row_stride..],
                count,
                width,
                window * query.row_stride,
            );
            let along = Matrix::rows(&horizontal[column * window * width..], window, width, width);
            multiply(
                &mut scratch.horizontal[column * window..],
                window * window,
                queries,
                along.transposed(),
                1.0,
            );
        }
    }
}
