//! Attention among the places of each window of a grid: windows are read where they lie, scores stay in the cache.
//!
//! Windows begin at the upper left corner; what reaches over the grid's edge attends as a place of its own kind, whose
//! queries, keys and values are given (Liu et al. 2021, section 3; Li et al. 2022, "Exploring plain vision transformer
//! backbones", section 3).

use candle_core::{D, Result, Tensor};
use rayon::prelude::*;

use super::matrix::{Matrix, multiply};
use super::vectors::{softmax, vectorised};
use super::{is_fused, with_values};

/// A grid and its windows, in places.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Grid {
    /// Lines of the grid.
    pub(crate) height: usize,
    /// Places of each line.
    pub(crate) width: usize,
    /// A window's side; the grid's own where everything attends to everything.
    pub(crate) window: usize,
}

/// Where queries, keys and values stand in a row of `3 · heads · width` values.
#[derive(Debug, Clone, Copy)]
pub(crate) enum HeadLayout {
    /// Each head's query, key and value beside each other.
    ByHead,
    /// All heads' queries, then all keys, then all values.
    ByKind,
}

/// What is added to the scores by where query and key stand.
#[derive(Debug, Clone)]
pub(crate) enum PositionBias {
    /// `(heads, places, places)`: a value for each two places of a window.
    Table(Tensor),
    /// The query times a vector for how far apart the two lie downwards, and one for sidewards (Li et al. 2022, `MViTv2`,
    /// section 4.1): each `(window, window, width)`, by the query's and the key's coordinate.
    Decomposed {
        /// Downwards.
        vertical: Tensor,
        /// Sidewards.
        horizontal: Tensor,
    },
}

/// Attends within windows: `joined` is `(height, width, 3 · channels)`, `beyond` the row of a place beyond the edge, of
/// `3 · channels`; gives `(height, width, channels)`.
pub(crate) fn attention(
    joined: &Tensor,
    beyond: &Tensor,
    grid: Grid,
    heads: usize,
    layout: HeadLayout,
    bias: &PositionBias,
) -> Result<Tensor> {
    let channels = joined.dim(D::Minus1)? / 3;
    let shape = Shape { grid, heads, channels, width: channels / heads, layout };
    if !is_fused(joined) {
        return shape.by_tensors(joined, beyond, bias);
    }
    let result = with_values(joined, |joined| {
        with_values(beyond, |beyond| match bias {
            PositionBias::Table(table) => {
                with_values(table, |table| Ok(shape.run(joined, beyond, &Bias::Table(table))))
            }
            PositionBias::Decomposed { vertical, horizontal } => with_values(vertical, |vertical| {
                with_values(horizontal, |horizontal| {
                    Ok(shape.run(joined, beyond, &Bias::Decomposed { vertical, horizontal }))
                })
            }),
        })
    })?;
    Tensor::from_vec(result, (grid.height, grid.width, channels), joined.device())
}

enum Bias<'a> {
    Table(&'a [f32]),
    Decomposed { vertical: &'a [f32], horizontal: &'a [f32] },
}

#[derive(Clone, Copy)]
struct Shape {
    grid: Grid,
    heads: usize,
    /// Of all heads together.
    channels: usize,
    /// Of one head.
    width: usize,
    layout: HeadLayout,
}

/// What a task needs while it works, kept from one to the next.
#[derive(Default)]
struct Scratch {
    rows: Vec<f32>,
    scores: Vec<f32>,
    vertical: Vec<f32>,
    horizontal: Vec<f32>,
}

impl Shape {
    fn scale(&self) -> f32 {
        1.0 / (self.width as f32).sqrt()
    }

    /// Where a head's query, key and value begin in a row.
    fn offsets(&self, head: usize) -> [usize; 3] {
        match self.layout {
            HeadLayout::ByHead => [0, 1, 2].map(|kind| (head * 3 + kind) * self.width),
            HeadLayout::ByKind => [0, 1, 2].map(|kind| kind * self.channels + head * self.width),
        }
    }

    /// Windows above each other and beside each other.
    fn windows(&self) -> (usize, usize) {
        (self.grid.height.div_ceil(self.grid.window), self.grid.width.div_ceil(self.grid.window))
    }

    fn run(&self, joined: &[f32], beyond: &[f32], bias: &Bias) -> Vec<f32> {
        let Grid { height, width, window } = self.grid;
        let is_whole = height == window && width == window;
        // A small window is one task; of a large one each line of queries is.
        let lines = if is_whole { 1 } else { window };
        let (places, task) = (window * window, lines * window * self.channels);
        let (down, across) = self.windows();
        let mut attended = vec![0.0; down * across * places * self.channels];
        attended.par_chunks_mut(task).enumerate().for_each_init(Scratch::default, |scratch, (index, result)| {
            let first = index * lines % window;
            if is_whole {
                self.task(result, joined, first..first + lines, bias, scratch);
            } else {
                let mut rows = std::mem::take(&mut scratch.rows);
                self.gather(&mut rows, joined, beyond, index / across * window, index % across * window);
                self.task(result, &rows, 0..lines, bias, scratch);
                scratch.rows = rows;
            }
        });
        if is_whole { attended } else { self.scatter(&attended) }
    }

    /// A window's rows.
    fn gather(&self, rows: &mut Vec<f32>, joined: &[f32], beyond: &[f32], top: usize, left: usize) {
        let Grid { height, width, window } = self.grid;
        rows.clear();
        for line in top..top + window {
            let inside = if line < height { window.min(width - left) } else { 0 };
            let start = (line * width + left) * 3 * self.channels;
            if inside > 0 {
                rows.extend_from_slice(&joined[start..start + inside * 3 * self.channels]);
            }
            (inside..window).for_each(|_| rows.extend_from_slice(beyond));
        }
    }

    /// The grid out of its windows.
    fn scatter(&self, attended: &[f32]) -> Vec<f32> {
        let Grid { height, width, window } = self.grid;
        let across = self.windows().1;
        let mut result = vec![0.0; height * width * self.channels];
        result.par_chunks_mut(width * self.channels).enumerate().for_each(|(line, result)| {
            for (column, result) in result.chunks_mut(window * self.channels).enumerate() {
                let index = line / window * across + column;
                let start = (index * window + line % window) * window * self.channels;
                result.copy_from_slice(&attended[start..start + result.len()]);
            }
        });
        result
    }

    /// What the queries of some lines of a window get from all its places, whose rows are `rows`.
    fn task(
        &self,
        result: &mut [f32],
        rows: &[f32],
        lines: std::ops::Range<usize>,
        bias: &Bias,
        scratch: &mut Scratch,
    ) {
        let Self { heads, channels, width, .. } = *self;
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
            multiply(&mut scratch.scores, places, query, key.transposed(), self.scale());
            if let Bias::Decomposed { vertical, horizontal } = bias {
                self.decomposed(query, lines.clone(), vertical, horizontal, scratch);
            }
            let scores = scratch.scores.chunks_exact_mut(places).enumerate();
            vectorised(|| {
                for (query, scores) in scores {
                    match bias {
                        Bias::Table(table) => {
                            let table = &table[(head * places + first + query) * places..][..places];
                            scores.iter_mut().zip(table).for_each(|(score, bias)| *score += bias);
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
            let queries =
                Matrix::rows(&query.values[index * window * query.row_stride..], window, width, query.row_stride);
            let along = Matrix::rows(&vertical[line * window * width..], window, width, width);
            multiply(&mut scratch.vertical[index * window * window..], window, queries, along.transposed(), 1.0);
        }
        for column in 0..window {
            let queries =
                Matrix::rows(&query.values[column * query.row_stride..], count, width, window * query.row_stride);
            let along = Matrix::rows(&horizontal[column * window * width..], window, width, width);
            multiply(&mut scratch.horizontal[column * window..], window * window, queries, along.transposed(), 1.0);
        }
    }

    /// The same by candle's operations, which any device and type does.
    fn by_tensors(&self, joined: &Tensor, beyond: &Tensor, bias: &PositionBias) -> Result<Tensor> {
        let Self { heads, channels, width, .. } = *self;
        let Grid { height, width: columns, window } = self.grid;
        let (down, across) = self.windows();
        let (tall, wide) = (down * window, across * window);
        let row = beyond.reshape((1, 1, 3 * channels))?;
        let mut padded = joined.clone();
        if wide > columns {
            padded = Tensor::cat(&[&padded, &row.broadcast_as((height, wide - columns, 3 * channels))?], 1)?;
        }
        if tall > height {
            padded = Tensor::cat(&[&padded, &row.broadcast_as((tall - height, wide, 3 * channels))?], 0)?;
        }
        let places = window * window;
        let rows = padded.reshape((down, window, across, window, 3 * channels))?.transpose(1, 2)?;
        let rows = rows.reshape((down * across, places, 3 * channels))?;
        let rows = match self.layout {
            HeadLayout::ByHead => rows.reshape(((), places, heads, 3, width))?.permute((3, 0, 2, 1, 4))?,
            HeadLayout::ByKind => rows.reshape(((), places, 3, heads, width))?.permute((2, 0, 3, 1, 4))?,
        };
        let kind = |kind: usize| rows.get(kind)?.contiguous();
        let (query, key, value) = (kind(0)?, kind(1)?, kind(2)?);
        let scores = (query.matmul(&key.t()?)? * f64::from(self.scale()))?;
        let scores = match bias {
            PositionBias::Table(table) => scores.broadcast_add(table)?,
            PositionBias::Decomposed { vertical, horizontal } => {
                let query = query.reshape(((), window, window, width))?;
                let down = query.broadcast_matmul(&vertical.transpose(1, 2)?.contiguous()?)?.unsqueeze(4)?;
                let side = query.transpose(1, 2)?.contiguous()?;
                let side = side.broadcast_matmul(&horizontal.transpose(1, 2)?.contiguous()?)?;
                let side = side.transpose(1, 2)?.unsqueeze(3)?;
                let grid = scores.reshape(((), window, window, window, window))?;
                grid.broadcast_add(&down)?.broadcast_add(&side)?.reshape(scores.shape())?
            }
        };
        let attended = candle_nn::ops::softmax_last_dim(&scores)?.matmul(&value)?.transpose(1, 2)?;
        let attended = attended.reshape((down, across, window, window, channels))?.transpose(1, 2)?;
        attended.reshape((tall, wide, channels))?.narrow(0, 0, height)?.narrow(1, 0, columns)?.contiguous()
    }
}

#[cfg(test)]
mod tests {
    use candle_core::{DType, Device, Result, Tensor};

    use super::{Grid, HeadLayout, PositionBias, attention};

    #[test]
    fn fused_attention_gives_what_candle_gives() -> Result<()> {
        let random = |shape: &[usize]| Tensor::randn(0.0_f32, 1.0, shape, &Device::Cpu);
        let wide = |tensor: &Tensor| tensor.to_dtype(DType::F64);
        for (height, width, window) in [(6, 6, 3), (7, 5, 3), (5, 5, 5)] {
            for layout in [HeadLayout::ByHead, HeadLayout::ByKind] {
                for is_table in [true, false] {
                    let (joined, beyond) = (random(&[height, width, 24])?, random(&[24])?);
                    let (first, second) = if is_table {
                        (random(&[2, window * window, window * window])?, random(&[1])?)
                    } else {
                        (random(&[window, window, 4])?, random(&[window, window, 4])?)
                    };
                    let bias = |first: Tensor, second: Tensor| {
                        if is_table {
                            PositionBias::Table(first)
                        } else {
                            PositionBias::Decomposed { vertical: first, horizontal: second }
                        }
                    };
                    let grid = Grid { height, width, window };
                    let expected = bias(wide(&first)?, wide(&second)?);
                    let expected = attention(&wide(&joined)?, &wide(&beyond)?, grid, 2, layout, &expected)?;
                    let found = attention(&joined, &beyond, grid, 2, layout, &bias(first, second))?;
                    assert_eq!(found.dims(), [height, width, 8]);
                    let apart = (wide(&found)? - expected)?.abs()?.flatten_all()?.max(0)?.to_scalar::<f64>()?;
                    assert!(apart < 1e-5, "{grid:?} {layout:?} {is_table}: {apart}");
                }
            }
        }
        Ok(())
    }
}
