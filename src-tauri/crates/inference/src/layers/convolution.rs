//! Convolution as one large product: on the CPU, the squares under the kernel are laid out as columns by several cores, and
//! what follows the product (bias, what is added, `ReLU`) is one pass in place. candle's own convolution on the CPU copies
//! value by value and leaves the rest to passes of one core each. On other devices candle's is used.

use candle_core::{CpuStorage, CustomOp1, DType, InplaceOp2, InplaceOp3, Layout, Result, Shape, Tensor};
use candle_nn::VarBuilder;
use rayon::prelude::*;

/// Added to the variance of batch norms.
const EPSILON: f64 = 1e-5;

/// A convolution with a square kernel.
pub(crate) struct Convolution {
    /// `(out, in, kernel, kernel)`.
    weight: Tensor,
    bias: Tensor,
    stride: usize,
    padding: usize,
}

impl Convolution {
    /// With a bias; padded so that, at stride 1, the size stays.
    pub(crate) fn new(inputs: usize, outputs: usize, kernel: usize, weights: &VarBuilder) -> Result<Self> {
        let weight = weights.get((outputs, inputs, kernel, kernel), "weight")?;
        Ok(Self { weight, bias: weights.get(outputs, "bias")?, stride: 1, padding: kernel / 2 })
    }

    /// As [`new`](Self::new), without a bias.
    pub(crate) fn without_bias(inputs: usize, outputs: usize, kernel: usize, weights: &VarBuilder) -> Result<Self> {
        let weight = weights.get((outputs, inputs, kernel, kernel), "weight")?;
        let bias = Tensor::zeros(outputs, weight.dtype(), weight.device())?;
        Ok(Self { weight, bias, stride: 1, padding: kernel / 2 })
    }

    /// At one place of each `stride` only.
    pub(crate) fn with_stride(self, stride: usize) -> Self {
        Self { stride, ..self }
    }

    /// Without a bias, followed by a batch norm whose statistics are frozen (Ioffe and Szegedy 2015, section 3.1), which is
    /// multiplied into the weights.
    pub(crate) fn frozen(
        (inputs, outputs, kernel, stride): (usize, usize, usize, usize),
        weights: &VarBuilder,
        norm: &VarBuilder,
    ) -> Result<Self> {
        let dtype = weights.dtype();
        let weight = weights.get((outputs, inputs, kernel, kernel), "weight")?.to_dtype(DType::F32)?;
        let read = |name: &str| norm.get(outputs, name)?.to_dtype(DType::F32);
        let scale = (read("weight")? / (read("running_var")? + EPSILON)?.sqrt()?)?;
        let bias = (read("bias")? - (read("running_mean")? * &scale)?)?;
        let weight = weight.broadcast_mul(&scale.reshape((outputs, 1, 1, 1))?)?;
        Ok(Self { weight: weight.to_dtype(dtype)?, bias: bias.to_dtype(dtype)?, stride, padding: kernel / 2 })
    }

    /// The part of this convolution that reads its first `inputs`, with the bias.
    pub(crate) fn first_inputs(&self, inputs: usize) -> Result<Self> {
        let weight = self.weight.narrow(1, 0, inputs)?.contiguous()?;
        Ok(Self { weight, bias: self.bias.clone(), stride: self.stride, padding: self.padding })
    }

    /// The part of this convolution that reads `inputs` of them behind the first `from`, without the bias.
    pub(crate) fn of_inputs(&self, from: usize, inputs: usize) -> Result<Self> {
        let weight = self.weight.narrow(1, from, inputs)?.contiguous()?;
        Ok(Self { weight, bias: self.bias.zeros_like()?, stride: self.stride, padding: self.padding })
    }

    /// Nothing behind the bias.
    pub(crate) fn forward(&self, input: &Tensor) -> Result<Tensor> {
        self.finished(input, None, false)
    }

    /// Followed by `ReLU`.
    pub(crate) fn forward_relu(&self, input: &Tensor) -> Result<Tensor> {
        self.finished(input, None, true)
    }

    /// With `more` added.
    pub(crate) fn forward_add(&self, input: &Tensor, more: &Tensor) -> Result<Tensor> {
        self.finished(input, Some(more), false)
    }

    /// With `more` added and followed by `ReLU`.
    pub(crate) fn forward_add_relu(&self, input: &Tensor, more: &Tensor) -> Result<Tensor> {
        self.finished(input, Some(more), true)
    }

    /// Takes `(batch, in, height, width)`, gives `(batch, out, height', width')`.
    fn finished(&self, input: &Tensor, more: Option<&Tensor>, relu: bool) -> Result<Tensor> {
        if input.device().is_cpu() && input.dtype() == DType::F32 {
            let result = self.product(input)?;
            match more {
                Some(more) => result.inplace_op3(&self.bias, &more.contiguous()?, &Finish { relu })?,
                None => result.inplace_op2(&self.bias, &Finish { relu })?,
            }
            return Ok(result);
        }
        let outputs = self.bias.dim(0)?;
        let result = input.conv2d(&self.weight, self.padding, self.stride, 1, 1)?;
        let result = result.broadcast_add(&self.bias.reshape((1, outputs, 1, 1))?)?;
        let result = if let Some(more) = more { (result + more)? } else { result };
        if relu { result.relu() } else { Ok(result) }
    }

    fn product(&self, input: &Tensor) -> Result<Tensor> {
        let (outputs, inputs, kernel, _) = self.weight.dims4()?;
        let (batch, channels, height, width) = input.dims4()?;
        let size = |side: usize| (side + 2 * self.padding).checked_sub(kernel).map(|rest| rest / self.stride + 1);
        let (Some(down), Some(across)) = (size(height), size(width)) else {
            candle_core::bail!("a picture of {width} by {height} is smaller than a kernel of {kernel}");
        };
        if channels != inputs {
            candle_core::bail!("{channels} channels where {inputs} are read");
        }
        let weight = self.weight.reshape((outputs, inputs * kernel * kernel))?;
        let columns = if kernel == 1 && self.stride == 1 {
            input.reshape((batch, inputs, down * across))?
        } else {
            let unfold = Unfold { kernel, stride: self.stride, padding: self.padding, down, across };
            input.contiguous()?.apply_op1_no_bwd(&unfold)?
        };
        let products: Vec<Tensor> =
            (0..batch).map(|index| weight.matmul(&columns.get(index)?)).collect::<Result<_>>()?;
        let products = if batch == 1 { products[0].unsqueeze(0)? } else { Tensor::stack(&products, 0)? };
        products.reshape((batch, outputs, down, across))
    }
}

/// The values under the kernel as columns: `(batch, channels * kernel * kernel, down * across)`.
struct Unfold {
    kernel: usize,
    stride: usize,
    padding: usize,
    down: usize,
    across: usize,
}

impl CustomOp1 for Unfold {
    fn name(&self) -> &'static str {
        "unfold"
    }

    fn cpu_fwd(&self, storage: &CpuStorage, layout: &Layout) -> Result<(CpuStorage, Shape)> {
        let (batch, channels, height, width) = layout.shape().dims4()?;
        let values = &storage.as_slice::<f32>()?[layout.start_offset()..];
        let squares = self.kernel * self.kernel;
        let mut result = vec![0_f32; batch * channels * squares * self.down * self.across];
        result.par_chunks_mut((self.down * self.across).max(1)).enumerate().for_each(|(row, result)| {
            let plane = &values[row / squares * height * width..][..height * width];
            let (right, below) = (row % self.kernel, row % squares / self.kernel);
            for (y, line) in result.chunks_exact_mut(self.across).enumerate() {
                let Some(y) = (y * self.stride + below).checked_sub(self.padding).filter(|y| *y < height) else {
                    continue;
                };
                self.line(&plane[y * width..][..width], right, line);
            }
        });
        let shape = Shape::from((batch, channels * squares, self.down * self.across));
        Ok((CpuStorage::F32(result), shape))
    }
}

impl Unfold {
    /// The values of one line that lie `right` columns into the kernel.
    fn line(&self, values: &[f32], right: usize, line: &mut [f32]) {
        if self.stride == 1 {
            let (skipped, from) = (self.padding.saturating_sub(right), right.saturating_sub(self.padding));
            let count = values.len().saturating_sub(from).min(line.len().saturating_sub(skipped));
            line[skipped..skipped + count].copy_from_slice(&values[from..from + count]);
            return;
        }
        for (x, value) in line.iter_mut().enumerate() {
            if let Some(found) = (x * self.stride + right).checked_sub(self.padding).and_then(|x| values.get(x)) {
                *value = *found;
            }
        }
    }
}

/// What follows the product.
struct Finish {
    relu: bool,
}

impl Finish {
    fn apply(&self, values: &mut CpuStorage, layout: &Layout, bias: &[f32], more: Option<&[f32]>) -> Result<()> {
        let CpuStorage::F32(values) = values else { candle_core::bail!("only f32 is finished in place") };
        let (_, channels, height, width) = layout.shape().dims4()?;
        let plane = (height * width).max(1);
        let floor = if self.relu { 0.0 } else { f32::NEG_INFINITY };
        values.par_chunks_mut(plane).enumerate().for_each(|(index, values)| {
            let bias = bias[index % channels];
            match more {
                Some(more) => {
                    let more = &more[index * plane..][..values.len()];
                    values.iter_mut().zip(more).for_each(|(value, more)| *value = (*value + bias + more).max(floor));
                }
                None => values.iter_mut().for_each(|value| *value = (*value + bias).max(floor)),
            }
        });
        Ok(())
    }
}

impl InplaceOp2 for Finish {
    fn name(&self) -> &'static str {
        "bias"
    }

    fn cpu_fwd(&self, values: &mut CpuStorage, layout: &Layout, bias: &CpuStorage, at: &Layout) -> Result<()> {
        self.apply(values, layout, &bias.as_slice::<f32>()?[at.start_offset()..], None)
    }
}

impl InplaceOp3 for Finish {
    fn name(&self) -> &'static str {
        "bias and sum"
    }

    fn cpu_fwd(
        &self,
        values: &mut CpuStorage,
        layout: &Layout,
        bias: &CpuStorage,
        at: &Layout,
        more: &CpuStorage,
        more_at: &Layout,
    ) -> Result<()> {
        let more = &more.as_slice::<f32>()?[more_at.start_offset()..];
        self.apply(values, layout, &bias.as_slice::<f32>()?[at.start_offset()..], Some(more))
    }
}

/// The largest of each 3 by 3 values, at every second place, as `PyTorch`'s `MaxPool2d(3, 2, padding=1)`. The values must
/// not be negative: zeros stand around the edge.
pub(crate) fn pooled(input: &Tensor) -> Result<Tensor> {
    if !(input.device().is_cpu() && input.dtype() == DType::F32) {
        let padded = input.pad_with_zeros(2, 1, 1)?.pad_with_zeros(3, 1, 1)?;
        return padded.max_pool2d_with_stride(3, 2);
    }
    input.contiguous()?.apply_op1_no_bwd(&Pool)
}

struct Pool;

impl CustomOp1 for Pool {
    fn name(&self) -> &'static str {
        "max pool"
    }

    fn cpu_fwd(&self, storage: &CpuStorage, layout: &Layout) -> Result<(CpuStorage, Shape)> {
        let (batch, channels, height, width) = layout.shape().dims4()?;
        let values = &storage.as_slice::<f32>()?[layout.start_offset()..];
        let (down, across) = (height.div_ceil(2), width.div_ceil(2));
        let mut result = vec![0_f32; batch * channels * down * across];
        result.par_chunks_mut((down * across).max(1)).enumerate().for_each(|(index, result)| {
            let plane = &values[index * height * width..][..height * width];
            for (y, line) in result.chunks_exact_mut(across).enumerate() {
                for from in (2 * y).saturating_sub(1)..(2 * y + 2).min(height) {
                    let values = &plane[from * width..][..width];
                    for (x, value) in line.iter_mut().enumerate() {
                        let seen = &values[(2 * x).saturating_sub(1)..(2 * x + 2).min(width)];
                        *value = seen.iter().fold(*value, |largest, value| largest.max(*value));
                    }
                }
            }
        });
        Ok((CpuStorage::F32(result), Shape::from((batch, channels, down, across))))
    }
}

#[cfg(test)]
mod tests {
    use candle_core::{Device, Result, Tensor};

    use super::{Convolution, pooled};

    fn apart(a: &Tensor, b: &Tensor) -> Result<f32> {
        assert_eq!(a.dims(), b.dims());
        (a - b)?.abs()?.flatten_all()?.max(0)?.to_scalar()
    }

    #[test]
    fn convolutions_are_those_of_candle() -> Result<()> {
        let device = Device::Cpu;
        let input = Tensor::randn(0_f32, 1.0, (2, 3, 11, 14), &device)?;
        for (kernel, stride) in [(1, 1), (1, 2), (3, 1), (3, 2), (7, 2)] {
            let weight = Tensor::randn(0_f32, 1.0, (5, 3, kernel, kernel), &device)?;
            let bias = Tensor::randn(0_f32, 1.0, 5, &device)?;
            let padding = kernel / 2;
            let expected = input.conv2d(&weight, padding, stride, 1, 1)?.broadcast_add(&bias.reshape((1, 5, 1, 1))?)?;
            let ours = Convolution { weight, bias, stride, padding };
            assert!(apart(&ours.forward(&input)?, &expected)? < 1e-4, "{kernel} {stride}");
            assert!(apart(&ours.forward_relu(&input)?, &expected.relu()?)? < 1e-4);
            let more = expected.affine(-0.5, 0.1)?;
            assert!(apart(&ours.forward_add_relu(&input, &more)?, &(expected + more)?.relu()?)? < 1e-4);
        }
        Ok(())
    }

    #[test]
    fn pools_are_those_of_candle() -> Result<()> {
        for (height, width) in [(9, 12), (8, 7), (1, 1)] {
            let input = Tensor::rand(0_f32, 1.0, (2, 3, height, width), &Device::Cpu)?;
            let padded = input.pad_with_zeros(2, 1, 1)?.pad_with_zeros(3, 1, 1)?;
            assert!(apart(&pooled(&input)?, &padded.max_pool2d_with_stride(3, 2)?)? <= 0.0);
        }
        Ok(())
    }
}
