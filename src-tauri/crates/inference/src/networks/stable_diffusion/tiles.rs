//! The autoencoder on large images, tile by tile, so that memory does not grow with the area: tiles
//! overlap by a quarter, and what two of them make of a place goes over from one to the other, as
//! diffusers' `AutoencoderKL` does it with tiling.

use candle_core::{Result, Tensor};

use super::autoencoder::{Autoencoder, Moments};
use crate::{InferenceError, Watch};

impl Autoencoder {
    /// As [`decode`](Self::decode), in tiles of `side` latents.
    pub fn decode_tiled(
        &self,
        latents: &Tensor,
        side: usize,
        watch: Watch,
    ) -> std::result::Result<Tensor, InferenceError> {
        tiled(
            latents,
            (side, side * self.factor()),
            watch,
            |tile, watch| self.decode(tile, watch),
        )
    }

    /// As [`encode`](Self::encode), in tiles of `side` latents.
    pub fn encode_tiled(
        &self,
        pixels: &Tensor,
        side: usize,
        watch: Watch,
    ) -> std::result::Result<Moments, InferenceError> {
        let moments = tiled(
            pixels,
            (side * self.factor(), side),
            watch,
            |tile, watch| self.moments(tile, watch),
        )?;
        Ok(Moments::of(&moments)?)
    }
}

/// Applies `work` to tiles of a map, each `taken` places high and wide, `made` places when it is
/// done, and joins the results.
fn tiled(
    map: &Tensor,
    (taken, made): (usize, usize),
    watch: Watch,
    work: impl Fn(&Tensor, Watch) -> std::result::Result<Tensor, InferenceError>,
) -> std::result::Result<Tensor, InferenceError> {
    let (height, width, _) = map.dims3()?;
    let (stride, overlap) = ((taken - taken / 4).max(1), made / 4);
    let (lines, columns) = (height.div_ceil(stride), width.div_ceil(stride));
    let at = |tile: usize| tile as f64 / (lines * columns) as f64;
    let (mut above, mut rows) = (Vec::<Tensor>::new(), Vec::with_capacity(lines));
    for line in 0..lines {
        let top = line * stride;
        let strip = map.narrow(0, top, taken.min(height - top))?;
        let mut row = Vec::<Tensor>::with_capacity(columns);
        for column in 0..columns {
            let left = column * stride;
            let tile = strip
                .narrow(1, left, taken.min(width - left))?
                .contiguous()?;
            let index = line * columns + column;
            let mut tile = work(&tile, watch.part(at(index), at(index + 1)))?;
            if let Some(above) = above.get(column) {
                tile = going_over(above, &tile, 0, overlap)?;
            }
            if let Some(before) = row.last() {
                tile = going_over(before, &tile, 1, overlap)?;
            }
            row.push(tile);
        }
        // The rest lies under the next tiles, which begin with it.
        let kept = |tile: &Tensor| -> Result<Tensor> {
            let side =
                |axis: usize| Ok::<_, candle_core::Error>(tile.dim(axis)?.min(made - overlap));
            tile.narrow(0, 0, side(0)?)?.narrow(1, 0, side(1)?)
        };
        rows.push(Tensor::cat(
            &row.iter().map(kept).collect::<Result<Vec<_>>>()?,
            1,
        )?);
        above = row;
    }
    Ok(Tensor::cat(&rows, 0)?)
}

/// A tile whose first places go over from the last ones of the tile before it.
fn going_over(before: &Tensor, tile: &Tensor, axis: usize, overlap: usize) -> Result<Tensor> {
    let (all, length) = (before.dim(axis)?, tile.dim(axis)?);
    let overlap = overlap.min(all).min(length);
    if overlap == 0 {
        return Ok(tile.clone());
    }
    let shape = if axis == 0 {
        (overlap, 1, 1)
    } else {
        (1, overlap, 1)
    };
    let shares = (0..overlap).map(|place| place as f32 / overlap as f32);
    let share = Tensor::from_iter(shares, tile.device())?
        .reshape(shape)?
        .to_dtype(tile.dtype())?;
    let (end, start) = (
        before.narrow(axis, all - overlap, overlap)?,
        tile.narrow(axis, 0, overlap)?,
    );
    let mixed = (end.broadcast_mul(&(1.0 - &share)?)? + start.broadcast_mul(&share)?)?;
    if overlap == length {
        return Ok(mixed);
    }
    Tensor::cat(
        &[&mixed, &tile.narrow(axis, overlap, length - overlap)?],
        axis,
    )
}
