//! Images and weights as the operations take them, and the largest of neighbours.

use candle_core::{Result, Tensor};
use rayon::prelude::*;

use super::{is_fused, with_values};

/// Planes `(channels, height, width)` to `(height, width, channels)`.
pub fn channels_last(planes: &Tensor) -> Result<Tensor> {
    let (channels, height, width) = planes.dims3()?;
    let planes = &planes.contiguous()?;
    if !is_fused(planes) {
        return planes.permute((1, 2, 0))?.contiguous();
    }
    let result = with_values(planes, |planes| {
        let mut result = vec![0.0; planes.len()];
        result
            .par_chunks_mut((width * channels).max(1))
            .enumerate()
            .for_each(|(line, result)| {
                for channel in 0..channels {
                    let plane = &planes[(channel * height + line) * width..][..width];
                    let places = result[channel..].iter_mut().step_by(channels);
                    places
                        .zip(plane)
                        .for_each(|(result, value)| *result = *value);
                }
            });
        Ok(result)
    })?;
    Tensor::from_vec(result, (height, width, channels), planes.device())
}

/// A matrix with its rows as columns, `(rows, columns)` to `(columns, rows)`.
pub fn transposed(matrix: &Tensor) -> Result<Tensor> {
    /// Rows and columns of the blocks that stay in the cache.
    const BLOCK: usize = 32;
    let (rows, columns) = matrix.dims2()?;
    if matrix.stride() == [0, 0] {
        // One value everywhere, as whoever asks for shapes alone gets it: it stays one.
        return matrix.t();
    }
    let matrix = &matrix.contiguous()?;
    if !is_fused(matrix) {
        return matrix.t()?.contiguous();
    }
    let result = with_values(matrix, |matrix| {
        let mut result = vec![0.0; matrix.len()];
        result
            .par_chunks_mut((BLOCK * rows).max(1))
            .enumerate()
            .for_each(|(block, result)| {
                for first in (0..rows).step_by(BLOCK) {
                    for (column, result) in result.chunks_exact_mut(rows).enumerate() {
                        let from = matrix[first * columns + block * BLOCK + column..]
                            .iter()
                            .step_by(columns);
                        result[first..]
                            .iter_mut()
                            .take(BLOCK)
                            .zip(from)
                            .for_each(|(result, value)| *result = *value);
                    }
                }
            });
        Ok(result)
    })?;
    Tensor::from_vec(result, (columns, rows), matrix.device())
}

/// The largest of each 3 by 3 values, at every second place, as `PyTorch`'s `MaxPool2d(3, 2,
/// padding=1)`: `(height, width, channels)` to half the height and width, rounded up. The values
/// must not be negative: zeros stand around the edge.
pub fn max_pool_3x3(x: &Tensor) -> Result<Tensor> {
    let (height, width, channels) = x.dims3()?;
    let x = &x.contiguous()?;
    if !is_fused(x) {
        let planes = x.permute((2, 0, 1))?.unsqueeze(0)?.contiguous()?;
        let padded = planes.pad_with_zeros(2, 1, 1)?.pad_with_zeros(3, 1, 1)?;
        return padded
            .max_pool2d_with_stride(3, 2)?
            .squeeze(0)?
            .permute((1, 2, 0))?
            .contiguous();
    }
    let shape = (height.div_ceil(2), width.div_ceil(2), channels);
    let result = with_values(x, |x| {
        let mut result = vec![0.0_f32; shape.0 * shape.1 * channels];
        result
            .par_chunks_mut((shape.1 * channels).max(1))
            .enumerate()
            .for_each(|(line, result)| {
                for (column, result) in result.chunks_exact_mut(channels).enumerate() {
                    for row in (2 * line).saturating_sub(1)..(2 * line + 2).min(height) {
                        for column in (2 * column).saturating_sub(1)..(2 * column + 2).min(width) {
                            let values = &x[(row * width + column) * channels..][..channels];
                            for (largest, value) in result.iter_mut().zip(values) {
                                *largest = if *value > *largest { *value } else { *largest };
                            }
                        }
                    }
                }
            });
        Ok(result)
    })?;
    Tensor::from_vec(result, shape, x.device())
}

#[cfg(test)]
mod tests {
    use candle_core::{DType, Result, Tensor};

    use super::{channels_last, max_pool_3x3, transposed};
    use crate::kernels::testing::draws;

    #[test]
    fn fused_layouts_and_pools_are_those_of_candle() -> Result<()> {
        let mut random = draws(1);
        for (height, width) in [(9, 12), (8, 7), (1, 1)] {
            let planes = random(&[3, height, width]);
            let wide = channels_last(&planes.to_dtype(DType::F64)?)?;
            let x = channels_last(&planes)?;
            let same = |found: &Tensor, expected: &Tensor| -> Result<bool> {
                let expected = expected.to_dtype(DType::F32)?;
                Ok(found
                    .eq(&expected)?
                    .to_dtype(DType::F32)?
                    .min_all()?
                    .to_scalar::<f32>()?
                    > 0.5)
            };
            assert!(same(&x, &wide)?);
            assert!(same(&max_pool_3x3(&x)?, &max_pool_3x3(&wide)?)?);
        }
        for (rows, columns) in [(1, 1), (70, 33), (3, 64)] {
            let matrix = random(&[rows, columns]);
            assert_eq!(
                transposed(&matrix)?.to_vec2::<f32>()?,
                matrix.t()?.to_vec2::<f32>()?
            );
        }
        Ok(())
    }
}
