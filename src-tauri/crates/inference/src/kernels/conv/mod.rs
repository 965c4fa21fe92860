//! Convolutions in channels-last: rows of patches times the weights.

#[cfg(test)]
mod tests;

use candle_core::{DType, Device, Error, Result, Tensor};
use candle_nn::VarBuilder;
use rayon::prelude::*;

use super::linear::block_rows;
use super::matrix::{Matrix, multiply};
use super::storage::{with_optional, with_values};
use super::{Activation, is_fused, transposed};

/// Of `PyTorch`'s batch normalisation.
const EPSILON: f64 = 1e-5;

/// Products of a section, after which it is asked whether the work goes on: about a tenth of a
/// second on two cores.
const SECTION: usize = 4_000_000_000;

/// A convolution with a square kernel, weights of shape `(out, in, kernel, kernel)`, and a bias of
/// shape `(out,)`.
#[derive(Debug, Clone)]
pub struct Conv2d {
    /// `(kernel, kernel, in, out)`: rows as patches lie in memory.
    weight: Tensor,
    bias: Option<Tensor>,
    kernel: usize,
    stride: usize,
    padding: usize,
}

impl Conv2d {
    /// From weights as `PyTorch` has them.
    pub fn new(
        weight: &Tensor,
        bias: Option<Tensor>,
        stride: usize,
        padding: usize,
    ) -> Result<Self> {
        let (output, input, kernel, _) = weight.dims4()?;
        let rows = weight
            .permute((0, 2, 3, 1))?
            .reshape((output, kernel * kernel * input))?;
        let weight = transposed(&rows)?.reshape((kernel, kernel, input, output))?;
        Ok(Self {
            weight,
            bias,
            kernel,
            stride,
            padding,
        })
    }

    /// Reads `weight` and `bias`; with an odd kernel and a stride of 1 the size stays.
    pub fn same(
        (input, output, kernel, stride): (usize, usize, usize, usize),
        weights: &VarBuilder,
    ) -> Result<Self> {
        let weight = weights.get((output, input, kernel, kernel), "weight")?;
        Self::new(
            &weight,
            Some(weights.get(output, "bias")?),
            stride,
            kernel / 2,
        )
    }

    /// As [`same`](Self::same), with the batch normalisation behind it (Ioffe and Szegedy 2015,
    /// section 3.1), whose statistics stand still, worked into weights that have no bias of their
    /// own.
    pub fn normalised(
        (input, output, kernel, stride): (usize, usize, usize, usize),
        weights: &VarBuilder,
        norm: &VarBuilder,
    ) -> Result<Self> {
        let dtype = weights.dtype();
        let weight = weights
            .get((output, input, kernel, kernel), "weight")?
            .to_dtype(DType::F32)?;
        // A rounded scale would make a whole channel wrong by as much. Not every device has f64.
        let read = |name: &str| {
            norm.get(output, name)?
                .to_device(&Device::Cpu)?
                .to_dtype(DType::F64)
        };
        let scale = (read("weight")? / (read("running_var")? + EPSILON)?.sqrt()?)?;
        let bias = (read("bias")? - (read("running_mean")? * &scale)?)?;
        let scale = scale
            .to_dtype(DType::F32)?
            .to_device(weight.device())?
            .reshape((output, 1, 1, 1))?;
        let bias = bias.to_dtype(dtype)?.to_device(weight.device())?;
        let weight = weight.broadcast_mul(&scale)?;
        Self::new(&weight.to_dtype(dtype)?, Some(bias), stride, kernel / 2)
    }

    /// The part that reads the first `input` channels, with the bias, and the part that reads the
    /// others: what both give together is what the whole would give.
    pub fn split(&self, input: usize) -> Result<(Self, Self)> {
        let rest = self.weight.dim(2)? - input;
        let part = |from: usize, count: usize, bias: Option<Tensor>| -> Result<Self> {
            Ok(Self {
                weight: self.weight.narrow(2, from, count)?.contiguous()?,
                bias,
                ..*self
            })
        };
        Ok((part(0, input, self.bias.clone())?, part(input, rest, None)?))
    }

    /// This convolution with what is added to each channel of its result, `(out,)`.
    pub fn shifted(&self, shift: &Tensor) -> Result<Self> {
        let bias = self
            .bias
            .as_ref()
            .map_or_else(|| Ok(shift.clone()), |bias| bias + shift)?;
        Ok(Self {
            bias: Some(bias),
            ..self.clone()
        })
    }

    /// `(height, width, in)` to `(height', width', out)`.
    pub fn forward(&self, x: &Tensor, activation: Activation) -> Result<Tensor> {
        self.forward_then(x, None, activation)
    }

    /// `activation(convolution(x) + added)`, where `added` has the result's shape.
    pub fn forward_then(
        &self,
        x: &Tensor,
        added: Option<&Tensor>,
        activation: Activation,
    ) -> Result<Tensor> {
        self.forward_asking(x, added, activation, &|| Ok::<(), Error>(()))
    }

    /// The same for maps so large that it takes long: `ask` is called again and again, and its
    /// error ends the work.
    pub fn forward_asking<E: From<Error>>(
        &self,
        x: &Tensor,
        added: Option<&Tensor>,
        activation: Activation,
        ask: &dyn Fn() -> std::result::Result<(), E>,
    ) -> std::result::Result<Tensor, E> {
        let shape = self.shape(x)?;
        let x = &x.contiguous()?;
        if !is_fused(x) {
            ask()?;
            return Ok(self.by_tensors(x, added, activation)?);
        }
        let (rows, output) = (shape.0 * shape.1, shape.2);
        let patch = self.kernel * self.kernel * x.dim(2)?;
        let section = (SECTION / (patch * output)).max(256).min(rows.max(1));
        let mut result = vec![0.0; rows * output];
        for (index, result) in result.chunks_mut(section * output).enumerate() {
            ask()?;
            self.section(x, added, activation, index * section, shape.1, result)?;
        }
        Ok(Tensor::from_vec(result, shape, x.device())?)
    }

    /// The result's shape.
    fn shape(&self, x: &Tensor) -> Result<(usize, usize, usize)> {
        let (height, width, input) = x.dims3()?;
        let (own, output) = (self.weight.dim(2)?, self.weight.dim(3)?);
        if input != own {
            candle_core::bail!("a convolution of {own} channels got {input}");
        }
        if height.min(width) + 2 * self.padding < self.kernel {
            candle_core::bail!(
                "{width} by {height} places are fewer than a kernel of {} takes",
                self.kernel
            );
        }
        let size = |length: usize| (length + 2 * self.padding - self.kernel) / self.stride + 1;
        Ok((size(height), size(width), output))
    }

    /// The places of the result from `start` on, of which a line has `across`.
    fn section(
        &self,
        x: &Tensor,
        added: Option<&Tensor>,
        activation: Activation,
        start: usize,
        across: usize,
        result: &mut [f32],
    ) -> Result<()> {
        let size = x.dims3()?;
        let (input, output) = (size.2, self.weight.dim(3)?);
        let patch = self.kernel * self.kernel * input;
        let block = block_rows(result.len() / output, output.max(patch));
        with_values(x, |x| {
            with_values(&self.weight, |weight| {
                with_optional(self.bias.as_ref(), |bias| {
                    with_optional(added, |added| {
                        let weight = Matrix::rows(weight, patch, output, output);
                        let blocks = result.par_chunks_mut(block * output).enumerate();
                        blocks.for_each_init(Vec::new, |patches, (index, result)| {
                            let (first, here) = (start + index * block, result.len() / output);
                            let patches = if self.kernel == 1 && self.stride == 1 {
                                &x[first * input..]
                            } else {
                                patches.clear();
                                for row in first..first + here {
                                    let (top, left) =
                                        (row / across * self.stride, row % across * self.stride);
                                    self.unfold(patches, x, size, top, left);
                                }
                                patches.as_slice()
                            };
                            multiply(
                                result,
                                output,
                                Matrix::rows(patches, here, patch, patch),
                                weight,
                                1.0,
                            );
                            activation.finish(
                                result,
                                bias,
                                added.map(|added| &added[first * output..]),
                                output,
                            );
                        });
                        Ok(())
                    })
                })
            })
        })
    }

    fn by_tensors(
        &self,
        x: &Tensor,
        added: Option<&Tensor>,
        activation: Activation,
    ) -> Result<Tensor> {
        let weight = self.weight.permute((3, 2, 0, 1))?.contiguous()?;
        let planes = x.permute((2, 0, 1))?.unsqueeze(0)?.contiguous()?;
        let result = planes
            .conv2d(&weight, self.padding, self.stride, 1, 1)?
            .squeeze(0)?;
        let mut result = result.permute((1, 2, 0))?.contiguous()?;
        if let Some(bias) = &self.bias {
            result = result.broadcast_add(bias)?;
        }
        if let Some(added) = added {
            result = (result + added)?;
        }
        activation.of_tensor(&result)
    }

    /// Appends the patch whose upper left corner lies at `(top, left)` of the padded image.
    fn unfold(
        &self,
        patches: &mut Vec<f32>,
        x: &[f32],
        size: (usize, usize, usize),
        top: usize,
        left: usize,
    ) {
        let (height, width, input) = size;
        let before = self.padding.saturating_sub(left).min(self.kernel);
        let after = (left + self.kernel)
            .saturating_sub(self.padding + width)
            .min(self.kernel - before);
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
