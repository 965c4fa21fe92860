//! Convolutions in channels-last: rows of patches times the weights.

use candle_core::{Result, Tensor};
use rayon::prelude::*;

use super::linear::block_rows;
use super::matrix::{Matrix, multiply};
use super::{Activation, is_fused, with_optional, with_values};

/// A convolution with a square kernel, weights of shape `(out, in, kernel, kernel)`, and a bias of shape `(out,)`.
#[derive(Debug, Clone)]
pub(crate) struct Convolution {
    /// `(out, kernel, kernel, in)`, as patches lie in memory.
    weight: Tensor,
    bias: Option<Tensor>,
    kernel: usize,
    stride: usize,
    padding: usize,
}

impl Convolution {
    /// From weights as `PyTorch` has them.
    pub(crate) fn new(weight: &Tensor, bias: Option<Tensor>, stride: usize, padding: usize) -> Result<Self> {
        let kernel = weight.dim(3)?;
        let weight = weight.permute((0, 2, 3, 1))?.contiguous()?;
        Ok(Self { weight, bias, kernel, stride, padding })
    }

    /// `(height, width, in)` to `(height', width', out)`.
    pub(crate) fn forward(&self, x: &Tensor, activation: Activation) -> Result<Tensor> {
        let (height, width, input) = x.dims3()?;
        let output = self.weight.dim(0)?;
        let size = |length: usize| (length + 2 * self.padding).saturating_sub(self.kernel) / self.stride + 1;
        let shape = (size(height), size(width), output);
        if !is_fused(x) {
            let weight = self.weight.permute((0, 3, 1, 2))?.contiguous()?;
            let planes = x.permute((2, 0, 1))?.unsqueeze(0)?.contiguous()?;
            let result = planes.conv2d(&weight, self.padding, self.stride, 1, 1)?.squeeze(0)?;
            let mut result = result.permute((1, 2, 0))?.contiguous()?;
            if let Some(bias) = &self.bias {
                result = result.broadcast_add(bias)?;
            }
            return activation.of_tensor(&result);
        }
        let patch = self.kernel * self.kernel * input;
        let rows = shape.0 * shape.1;
        let result = with_values(x, |x| {
            with_values(&self.weight, |weight| {
                with_optional(self.bias.as_ref(), |bias| {
                    let weight = Matrix::rows(weight, output, patch, patch).transposed();
                    let block = block_rows(rows, output.max(patch));
                    let mut result = vec![0.0; rows * output];
                    result.par_chunks_mut(block * output).enumerate().for_each_init(
                        Vec::new,
                        |patches, (index, result)| {
                            let here = result.len() / output;
                            patches.clear();
                            for row in index * block..index * block + here {
                                let (top, left) = (row / shape.1 * self.stride, row % shape.1 * self.stride);
                                self.unfold(patches, x, (height, width, input), top, left);
                            }
                            multiply(result, output, Matrix::rows(patches, here, patch, patch), weight, 1.0);
                            activation.finish(result, bias, None, output);
                        },
                    );
                    Ok(result)
                })
            })
        })?;
        Tensor::from_vec(result, shape, x.device())
    }

    /// Appends the patch whose upper left corner lies at `(top, left)` of the padded picture.
    fn unfold(&self, patches: &mut Vec<f32>, x: &[f32], size: (usize, usize, usize), top: usize, left: usize) {
        let (height, width, input) = size;
        let before = self.padding.saturating_sub(left).min(self.kernel);
        let after = (left + self.kernel).saturating_sub(self.padding + width).min(self.kernel - before);
        for line in top..top + self.kernel {
            if line < self.padding || line >= self.padding + height {
                patches.resize(patches.len() + self.kernel * input, 0.0);
                continue;
            }
            patches.resize(patches.len() + before * input, 0.0);
            let start = ((line - self.padding) * width + left + before - self.padding) * input;
            patches.extend_from_slice(&x[start..start + (self.kernel - before - after) * input]);
            patches.resize(patches.len() + after * input, 0.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use candle_core::{DType, Device, Result, Tensor};

    use super::{Activation, Convolution};

    #[test]
    fn a_fused_convolution_gives_what_candle_gives() -> Result<()> {
        for (kernel, stride, padding) in [(3, 1, 1), (3, 2, 1), (2, 2, 0)] {
            let weight = Tensor::randn(0.0_f32, 1.0, (5, 4, kernel, kernel), &Device::Cpu)?;
            let bias = Tensor::randn(0.0_f32, 1.0, 5, &Device::Cpu)?;
            let x = Tensor::randn(0.0_f32, 1.0, (8, 6, 4), &Device::Cpu)?;
            let fused = Convolution::new(&weight, Some(bias.clone()), stride, padding)?;
            let wide = |tensor: &Tensor| tensor.to_dtype(DType::F64);
            let plain = Convolution::new(&wide(&weight)?, Some(wide(&bias)?), stride, padding)?;
            let found = wide(&fused.forward(&x, Activation::Gelu)?)?;
            let expected = plain.forward(&wide(&x)?, Activation::Gelu)?;
            let apart = (found - expected)?.abs()?.flatten_all()?.max(0)?.to_scalar::<f64>()?;
            assert!(apart < 1e-5, "{kernel} {stride} {padding}: {apart}");
        }
        Ok(())
    }
}
