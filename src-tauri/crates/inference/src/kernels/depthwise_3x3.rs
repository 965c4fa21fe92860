//! Depthwise convolutions of three by three in channels-last.

use candle_core::{Result, Tensor};
use rayon::prelude::*;

use super::simd_math::vectorised;
use super::{Activation, is_fused, with_values};

/// A convolution of each channel by itself, with a kernel of three by three and a border of zeros.
#[derive(Debug, Clone)]
pub struct DepthwiseConv3x3 {
    /// `(3, 3, channels)`.
    weight: Tensor,
    bias: Tensor,
    stride: usize,
}

impl DepthwiseConv3x3 {
    /// From weights as `PyTorch` has them, `(channels, 1, 3, 3)`, and a bias of shape
    /// `(channels,)`.
    pub fn new(weight: &Tensor, bias: Tensor, stride: usize) -> Result<Self> {
        let weight = weight.squeeze(1)?.permute((1, 2, 0))?.contiguous()?;
        Ok(Self {
            weight,
            bias,
            stride,
        })
    }

    /// `(height, width, channels)` to `(height / stride, width / stride, channels)`, rounded up.
    pub fn forward(&self, x: &Tensor, activation: Activation) -> Result<Tensor> {
        let (height, width, channels) = x.dims3()?;
        let shape = (
            height.div_ceil(self.stride),
            width.div_ceil(self.stride),
            channels,
        );
        if !is_fused(x) {
            return activation.of_tensor(&self.by_taps(x, shape)?.broadcast_add(&self.bias)?);
        }
        let result = with_values(x, |x| {
            with_values(&self.weight, |weight| {
                with_values(&self.bias, |bias| {
                    let mut result = vec![0.0; shape.0 * shape.1 * channels];
                    result
                        .par_chunks_mut(shape.1 * channels)
                        .enumerate()
                        .for_each(|(line, result)| {
                            vectorised(|| {
                                self.line(result, x, (height, width, channels), line, weight);
                            });
                            activation.finish(result, Some(bias), None, channels);
                        });
                    Ok(result)
                })
            })
        })?;
        Tensor::from_vec(result, shape, x.device())
    }

    /// One line of the result, without the bias.
    #[inline(always)]
    fn line(
        &self,
        result: &mut [f32],
        x: &[f32],
        size: (usize, usize, usize),
        line: usize,
        weight: &[f32],
    ) {
        let (height, width, channels) = size;
        let taps = |at: usize, length: usize| (at.max(1) - at)..(length + 1 - at).min(3);
        for (column, result) in result.chunks_exact_mut(channels).enumerate() {
            let (top, left) = (line * self.stride, column * self.stride);
            for row in taps(top, height) {
                for tap in taps(left, width) {
                    let start = ((top + row - 1) * width + left + tap - 1) * channels;
                    let x = &x[start..start + channels];
                    let weight = &weight[(row * 3 + tap) * channels..][..channels];
                    for ((result, x), weight) in result.iter_mut().zip(x).zip(weight) {
                        *result += x * weight;
                    }
                }
            }
        }
    }

    /// The same as nine sums over the whole image, which any device does.
    fn by_taps(&self, x: &Tensor, shape: (usize, usize, usize)) -> Result<Tensor> {
        let padded =
            x.pad_with_zeros(0, 1, 1 + self.stride)?
                .pad_with_zeros(1, 1, 1 + self.stride)?;
        let mut sum: Option<Tensor> = None;
        for row in 0..3 {
            for tap in 0..3 {
                let part = padded.narrow(0, row, shape.0 * self.stride)?.narrow(
                    1,
                    tap,
                    shape.1 * self.stride,
                )?;
                let part = part.reshape((shape.0, self.stride, shape.1, self.stride, shape.2))?;
                let part = part.narrow(1, 0, 1)?.narrow(3, 0, 1)?.reshape(shape)?;
                let part =
                    part.broadcast_mul(&self.weight.narrow(0, row, 1)?.narrow(1, tap, 1)?)?;
                sum = Some(match sum {
                    None => part,
                    Some(sum) => (sum + part)?,
                });
            }
        }
        sum.ok_or_else(|| candle_core::Error::Msg("a kernel has nine taps".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use candle_core::Result;

    use super::{Activation, DepthwiseConv3x3};
    use crate::kernels::testing::{apart, draws, largest, sum_bound, wide};

    #[test]
    fn a_fused_depthwise_convolution_gives_what_candle_gives() -> Result<()> {
        let mut random = draws(1);
        for (stride, height, width) in [(1, 7, 6), (2, 8, 6), (2, 7, 5)] {
            let (weight, bias, x) = (
                random(&[5, 1, 3, 3]),
                random(&[5]),
                random(&[height, width, 5]),
            );
            let layer = DepthwiseConv3x3::new(&weight, bias.clone(), stride)?;
            let found = layer.forward(&x, Activation::None)?;
            let planes = wide(&x)?.permute((2, 0, 1))?.unsqueeze(0)?.contiguous()?;
            let expected = planes
                .conv2d(&wide(&weight)?, 1, stride, 1, 5)?
                .squeeze(0)?
                .permute((1, 2, 0))?;
            let expected = expected.broadcast_add(&wide(&bias)?)?;
            // Nine products of values up to 1, and the bias.
            assert!(
                apart(&found, &expected)? < sum_bound(10, 10.0),
                "{stride} {height} {width}"
            );
            let plain = DepthwiseConv3x3::new(&wide(&weight)?, wide(&bias)?, stride)?
                .forward(&wide(&x)?, Activation::None)?;
            assert!(
                apart(&plain, &expected)? < 1e-12 * largest(&expected)?,
                "{stride} {height} {width}"
            );
        }
        Ok(())
    }
}
