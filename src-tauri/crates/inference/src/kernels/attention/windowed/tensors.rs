//! The attention within windows by candle's operations, which any device and type does.

use candle_core::{Result, Tensor};

use super::shape::{Grid, HeadLayout, PositionBias, Shape};

impl Shape {
    pub(super) fn by_tensors(
        &self,
        joined: &Tensor,
        beyond: &Tensor,
        bias: &PositionBias,
    ) -> Result<Tensor> {
        let Self {
            heads,
            channels,
            width,
            ..
        } = *self;
        let Grid {
            height,
            width: columns,
            window,
        } = self.grid;
        let (down, across) = self.windows();
        let (tall, wide) = (down * window, across * window);
        let row = beyond.reshape((1, 1, 3 * channels))?;
        let mut padded = joined.clone();
        if wide > columns {
            padded = Tensor::cat(
                &[
                    &padded,
                    &row.broadcast_as((height, wide - columns, 3 * channels))?,
                ],
                1,
            )?;
        }
        if tall > height {
            padded = Tensor::cat(
                &[
                    &padded,
                    &row.broadcast_as((tall - height, wide, 3 * channels))?,
                ],
                0,
            )?;
        }
        let places = window * window;
        let rows = padded
            .reshape((down, window, across, window, 3 * channels))?
            .transpose(1, 2)?;
        let rows = rows.reshape((down * across, places, 3 * channels))?;
        let rows = match self.layout {
            HeadLayout::ByHead => rows
                .reshape(((), places, heads, 3, width))?
                .permute((3, 0, 2, 1, 4))?,
            HeadLayout::ByKind => rows
                .reshape(((), places, 3, heads, width))?
                .permute((2, 0, 3, 1, 4))?,
        };
        let kind = |kind: usize| rows.get(kind)?.contiguous();
        let (query, key, value) = (kind(0)?, kind(1)?, kind(2)?);
        let scores = (query.matmul(&key.t()?)? * f64::from(self.scale()))?;
        let scores = match bias {
            PositionBias::Table(table) => scores.broadcast_add(table)?,
            PositionBias::Decomposed {
                vertical,
                horizontal,
            } => {
                let query = query.reshape(((), window, window, width))?;
                let down = query
                    .broadcast_matmul(&vertical.transpose(1, 2)?.contiguous()?)?
                    .unsqueeze(4)?;
                let side = query.transpose(1, 2)?.contiguous()?;
                let side = side.broadcast_matmul(&horizontal.transpose(1, 2)?.contiguous()?)?;
                let side = side.transpose(1, 2)?.unsqueeze(3)?;
                let grid = scores.reshape(((), window, window, window, window))?;
                grid.broadcast_add(&down)?
                    .broadcast_add(&side)?
                    .reshape(scores.shape())?
            }
        };
        let attended = candle_nn::ops::softmax_last_dim(&scores)?
            .matmul(&value)?
            .transpose(1, 2)?;
        let attended = attended
            .reshape((down, across, window, window, channels))?
            .transpose(1, 2)?;
        attended
            .reshape((tall, wide, channels))?
            .narrow(0, 0, height)?
            .narrow(1, 0, columns)?
            .contiguous()
    }
}
