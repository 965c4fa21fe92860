//! The activations of feed-forward layers by the names that the hub's configurations give them. On the CPU they go over
//! several cores and take one pass with an exponential that the compiler turns into vector instructions: candle's own
//! take one core, and several passes.

use candle_core::{CpuStorage, CustomOp1, Layout, Result, Shape, Tensor};
use rayon::prelude::*;
use serde::Deserialize;

/// An activation, applied to each value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Activation {
    /// `x · Φ(x)` (Hendrycks and Gimpel 2016, section 2), with the error function.
    Gelu,
    /// `x · σ(1.702 x)` (Hendrycks and Gimpel 2016, section 2).
    QuickGelu,
    /// What is below zero becomes zero.
    Relu,
}

/// Values that a thread takes at once.
const CHUNK: usize = 1 << 14;

impl Activation {
    /// The activation of each value of a tensor, in its shape.
    pub(crate) fn forward(self, values: &Tensor) -> Result<Tensor> {
        let ours = values.device().is_cpu() && values.dtype() == candle_core::DType::F32;
        match self {
            Self::Relu => values.relu(),
            Self::Gelu | Self::QuickGelu if ours => values.contiguous()?.apply_op1_no_bwd(&self),
            Self::Gelu => values.gelu_erf(),
            Self::QuickGelu => values * candle_nn::ops::sigmoid(&(values * 1.702)?)?,
        }
    }
}

impl CustomOp1 for Activation {
    fn name(&self) -> &'static str {
        "activation"
    }

    fn cpu_fwd(&self, storage: &CpuStorage, layout: &Layout) -> Result<(CpuStorage, Shape)> {
        let values = storage.as_slice::<f32>()?;
        // `forward` makes it contiguous.
        let (start, end) = layout.contiguous_offsets().unwrap_or((0, 0));
        let values = &values[start..end];
        let mut result = vec![0_f32; values.len()];
        let function = match self {
            Self::Gelu => gelu,
            Self::QuickGelu => quick_gelu,
            Self::Relu => |x: &[f32], y: &mut [f32]| y.iter_mut().zip(x).for_each(|(y, x)| *y = x.max(0.0)),
        };
        result
            .par_chunks_mut(CHUNK)
            .zip(values.par_chunks(CHUNK))
            .for_each(|(result, values)| function(values, result));
        Ok((CpuStorage::F32(result), layout.shape().clone()))
    }
}

fn quick_gelu(values: &[f32], result: &mut [f32]) {
    for (result, x) in result.iter_mut().zip(values) {
        *result = x / (1.0 + exponential(-1.702 * x));
    }
}

/// By the complementary error function of Abramowitz and Stegun 1964, 7.1.26, which is exact to 1.5e-7.
fn gelu(values: &[f32], result: &mut [f32]) {
    const P: f32 = 0.327_591_1;
    const A: [f32; 5] = [0.254_829_6, -0.284_496_74, 1.421_413_7, -1.453_152, 1.061_405_4];
    for (result, x) in result.iter_mut().zip(values) {
        let z = x.abs() * std::f32::consts::FRAC_1_SQRT_2;
        let t = 1.0 / (1.0 + P * z);
        let polynomial = t * (A[0] + t * (A[1] + t * (A[2] + t * (A[3] + t * A[4]))));
        let beyond = 0.5 * polynomial * exponential(-z * z);
        let share = if *x < 0.0 { beyond } else { 1.0 - beyond };
        *result = x * share;
    }
}

/// The exponential without a branch: a power of two from the exponent's bits, and Taylor's polynomial over what is left,
/// which is at most ln(2) / 2. Exact to 2e-7 of the result from -87 to 88, and held there.
#[inline]
fn exponential(x: f32) -> f32 {
    /// Adding and taking it away rounds to whole numbers.
    const ROUND: f32 = 12_582_912.0;
    /// ln(2) in two parts, so that the difference is exact.
    const LN_2: [f32; 2] = [0.693_359_4, -2.121_944_4e-4];
    let x = x.clamp(-87.0, 88.0);
    let whole = (x * std::f32::consts::LOG2_E + ROUND) - ROUND;
    let rest = (x - whole * LN_2[0]) - whole * LN_2[1];
    let high = 1.0 / 24.0 + rest * (1.0 / 120.0 + rest * (1.0 / 720.0));
    let polynomial = 1.0 + rest * (1.0 + rest * (0.5 + rest * (1.0 / 6.0 + rest * high)));
    let power = f32::from_bits(((whole as i32 + 127) as u32) << 23);
    polynomial * power
}

#[cfg(test)]
mod tests {
    use candle_core::{Device, Result, Tensor};

    use super::Activation;

    #[test]
    fn activations_are_those_of_candle() -> Result<()> {
        let values: Vec<f32> = (-100_000..100_000).map(|step| step as f32 * 1.1e-3).collect();
        let values = Tensor::new(values, &Device::Cpu)?;
        let apart = |a: Tensor, b: Tensor| -> Result<f32> { (a - b)?.abs()?.max(0)?.to_scalar::<f32>() };
        assert!(apart(Activation::Gelu.forward(&values)?, values.gelu_erf()?)? < 1e-6);
        let quick = (&values * candle_nn::ops::sigmoid(&(&values * 1.702)?)?)?;
        assert!(apart(Activation::QuickGelu.forward(&values)?, quick)? < 1e-5);
        assert!(apart(Activation::Relu.forward(&values)?, values.maximum(0.0)?)? <= 0.0);
        Ok(())
    }
}
