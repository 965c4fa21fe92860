//! Norms whose statistics stand still, worked into weights where they can be.

use candle_core::{DType, Device, Result, Tensor};
use candle_nn::VarBuilder;

/// Of `PyTorch`'s batch normalisation.
const EPSILON: f64 = 1e-5;

/// Reads a convolution's weights of shape `(out, in, kernel, kernel)`, which are to be divided by
/// about their largest singular value (Miyato et al. 2018, "Spectral Normalization", section 2.1):
/// that which the saved vectors tell. In single precision.
pub(super) fn spectral(
    (input, output, kernel): (usize, usize, usize),
    weights: &VarBuilder,
) -> Result<Tensor> {
    let read = |tensor: Tensor| tensor.to_dtype(DType::F32);
    let weight = read(weights.get((output, input, kernel, kernel), "weight_orig")?)?;
    let left = read(weights.get(output, "weight_u")?)?;
    let right = read(weights.get(input * kernel * kernel, "weight_v")?)?;
    let stretched = weight
        .reshape((output, input * kernel * kernel))?
        .broadcast_mul(&right)?
        .sum(1)?;
    weight.broadcast_div(&(stretched * left)?.sum_all()?)
}

/// A scale and a shift of each channel, `(channels,)` each.
pub(super) struct Affine {
    pub(super) scale: Tensor,
    pub(super) shift: Tensor,
}

impl Affine {
    /// Reads a batch normalisation (Ioffe and Szegedy 2015, section 3.1). In single precision.
    pub(super) fn of_batch_norm(channels: usize, weights: &VarBuilder) -> Result<Self> {
        // A rounded scale would make a whole channel wrong by as much. Not every device has f64.
        let read = |name: &str| {
            weights
                .get(channels, name)?
                .to_device(&Device::Cpu)?
                .to_dtype(DType::F64)
        };
        let scale = (read("weight")? / (read("running_var")? + EPSILON)?.sqrt()?)?;
        let shift = (read("bias")? - (read("running_mean")? * &scale)?)?;
        let there = |tensor: Tensor| tensor.to_dtype(DType::F32)?.to_device(weights.device());
        Ok(Self {
            scale: there(scale)?,
            shift: there(shift)?,
        })
    }

    /// In another dtype.
    pub(super) fn to_dtype(&self, dtype: DType) -> Result<Self> {
        Ok(Self {
            scale: self.scale.to_dtype(dtype)?,
            shift: self.shift.to_dtype(dtype)?,
        })
    }

    /// `(…, channels)` in its shape.
    pub(super) fn forward(&self, x: &Tensor) -> Result<Tensor> {
        x.broadcast_mul(&self.scale)?.broadcast_add(&self.shift)
    }
}
