//! Convolutions of each channel by itself, with any odd kernel and stride.

use candle_core::{Result, Tensor};
use rayon::prelude::*;

use super::simd_math::vectorised;
use super::{is_fused, with_values};

/// A convolution of each channel by itself; beyond the edge are zeros.
pub struct DepthwiseConv2d {
    /// `(down, across, channels)`.
    weight: Tensor,
    bias: Tensor,
    stride: (usize, usize),
}

/// Height and width.
type Size = (usize, usize);

impl DepthwiseConv2d {
    /// From weights as `PyTorch` has them, `(channels, 1, down, across)`, both odd, a bias of shape
    /// `(channels,)`, and strides down and across.
    pub fn new(weight: &Tensor, bias: Tensor, stride: (usize, usize)) -> Result<Self> {
        if stride.0 == 0 || stride.1 == 0 || weight.dim(2)? % 2 == 0 || weight.dim(3)? % 2 == 0 {
            candle_core::bail!("a depthwise convolution has an odd kernel and strides above 0");
        }
        Ok(Self {
            weight: weight.squeeze(1)?.permute((1, 2, 0))?.contiguous()?,
            bias,
            stride,
        })
    }

    /// `(height, width, channels)` to `(height / stride, width / stride, channels)`, rounded up.
    pub fn forward(&self, x: &Tensor) -> Result<Tensor> {
        let (height, width, channels) = x.dims3()?;
        let (down, across, _) = self.weight.dims3()?;
        let to = (
            height.div_ceil(self.stride.0),
            width.div_ceil(self.stride.1),
        );
        if !is_fused(x) {
            return self.by_tensors(x, to);
        }
        let result = with_values(x, |x| {
            with_values(&self.weight, |weight| {
                with_values(&self.bias, |bias| {
                    let mut result = vec![0.0; to.0 * to.1 * channels];
                    result
                        .par_chunks_mut((to.1 * channels).max(1))
                        .enumerate()
                        .for_each(|(line, result)| {
                            result
                                .chunks_exact_mut(channels)
                                .for_each(|place| place.copy_from_slice(bias));
                            vectorised(|| {
                                self.add_line(
                                    result,
                                    x,
                                    (height, width),
                                    line,
                                    weight,
                                    (down, across),
                                );
                            });
                        });
                    Ok(result)
                })
            })
        })?;
        Tensor::from_vec(result, (to.0, to.1, channels), x.device())
    }

    /// Adds one line's sums to `result`.
    #[inline(always)]
    fn add_line(
        &self,
        result: &mut [f32],
        x: &[f32],
        size: Size,
        line: usize,
        weight: &[f32],
        kernel: Size,
    ) {
        let channels = weight.len() / (kernel.0 * kernel.1);
        // The taps that lie on the map, for a kernel whose first tap is `half` before `at`.
        let taps = |at: usize, half: usize, length: usize, kernel: usize| {
            half.saturating_sub(at)..(length + half - at).min(kernel)
        };
        let (top, half) = (line * self.stride.0, (kernel.0 / 2, kernel.1 / 2));
        for (column, result) in result.chunks_exact_mut(channels).enumerate() {
            let left = column * self.stride.1;
            for row in taps(top, half.0, size.0, kernel.0) {
                for tap in taps(left, half.1, size.1, kernel.1) {
                    let start = ((top + row - half.0) * size.1 + left + tap - half.1) * channels;
                    let x = &x[start..start + channels];
                    let weight = &weight[(row * kernel.1 + tap) * channels..][..channels];
                    for ((result, x), weight) in result.iter_mut().zip(x).zip(weight) {
                        *result += x * weight;
                    }
                }
            }
        }
    }

    /// The same by candle's own convolution, which any device does: at every place, of which those
    /// of the stride are kept.
    fn by_tensors(&self, x: &Tensor, to: Size) -> Result<Tensor> {
        let (down, across, channels) = self.weight.dims3()?;
        let padded =
            x.pad_with_zeros(0, down / 2, down / 2)?
                .pad_with_zeros(1, across / 2, across / 2)?;
        let planes = padded.permute((2, 0, 1))?.unsqueeze(0)?.contiguous()?;
        let weight = self.weight.permute((2, 0, 1))?.unsqueeze(1)?.contiguous()?;
        let all = planes
            .conv2d(&weight, 0, 1, 1, channels)?
            .squeeze(0)?
            .permute((1, 2, 0))?;
        let kept = |count: usize, stride: usize| {
            Tensor::from_iter((0..count).map(|place| (place * stride) as u32), x.device())
        };
        let rows = all
            .contiguous()?
            .index_select(&kept(to.0, self.stride.0)?, 0)?;
        rows.index_select(&kept(to.1, self.stride.1)?, 1)?
            .broadcast_add(&self.bias)
    }
}

#[cfg(test)]
mod tests {
    use candle_core::{DType, Device, Result, Tensor};

    use super::DepthwiseConv2d;
    use crate::kernels::testing::{apart, draws, largest, sum_bound, wide};

    #[test]
    fn a_fused_convolution_gives_what_candle_gives() -> Result<()> {
        let mut random = draws(1);
        for (kernel, stride, height, width) in [
            ((3, 3), (1, 1), 5, 6),
            ((3, 3), (2, 1), 5, 4),
            ((7, 7), (1, 1), 4, 9),
            ((1, 7), (1, 1), 1, 3),
            ((3, 3), (2, 2), 7, 4),
        ] {
            let (weight, bias) = (random(&[5, 1, kernel.0, kernel.1]), random(&[5]));
            let x = random(&[height, width, 5]);
            let found = DepthwiseConv2d::new(&weight, bias.clone(), stride)?.forward(&x)?;
            let expected =
                DepthwiseConv2d::new(&wide(&weight)?, wide(&bias)?, stride)?.forward(&wide(&x)?)?;
            assert_eq!(found.dims(), expected.dims());
            let magnitudes =
                DepthwiseConv2d::new(&wide(&weight)?.abs()?, wide(&bias)?.abs()?, stride)?;
            let magnitude = largest(&magnitudes.forward(&wide(&x)?.abs()?)?)?;
            let apart = apart(&found, &expected)?;
            assert!(
                apart < sum_bound(kernel.0 * kernel.1 + 1, magnitude),
                "{kernel:?} {stride:?}: {apart}"
            );
        }
        let even = Tensor::zeros((5, 1, 2, 3), DType::F32, &Device::Cpu)?;
        assert!(
            DepthwiseConv2d::new(&even, Tensor::zeros(5, DType::F32, &Device::Cpu)?, (1, 1))
                .is_err()
        );
        Ok(())
    }
}
