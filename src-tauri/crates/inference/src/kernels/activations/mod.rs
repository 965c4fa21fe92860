//! Steps behind a layer: its bias, what is added, its activation.

mod prelu;
mod snake;

pub use prelu::prelu;
pub use snake::Snake;

use candle_core::{Result, Tensor};
use rayon::prelude::*;
use serde::Deserialize;

use super::simd_math::{elu, gelu, swish, vectorised};
use super::{is_fused, with_values};

/// A function of each value, by the names that the hub's configurations give them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Activation {
    /// The value itself.
    #[serde(skip)]
    None,
    /// `x · Φ(x)` (Hendrycks and Gimpel 2016, section 2) with the error function, as `PyTorch`'s
    /// default.
    Gelu,
    /// `x · σ(1.702 x)` (Hendrycks and Gimpel 2016, section 2).
    QuickGelu,
    /// `x · σ(x)` (Elfwing et al. 2018). No configuration here names it.
    #[serde(skip)]
    Silu,
    /// The value where it is above zero, else `exp(x) - 1` (Clevert et al. 2016). No configuration
    /// here names it.
    #[serde(skip)]
    Elu,
    /// The value where it is above zero.
    Relu,
}

impl Activation {
    pub(super) fn of_tensor(self, tensor: &Tensor) -> Result<Tensor> {
        match self {
            Self::None => Ok(tensor.clone()),
            Self::Gelu => tensor.gelu_erf(),
            Self::QuickGelu => tensor * candle_nn::ops::sigmoid(&(tensor * 1.702)?)?,
            Self::Silu => candle_nn::ops::silu(tensor),
            Self::Elu => tensor.elu(1.0),
            Self::Relu => tensor.relu(),
        }
    }

    /// Finishes rows in place: `activation(values + bias + added)`. `bias` has one row's width,
    /// `added` the size of all.
    pub(super) fn finish(
        self,
        values: &mut [f32],
        bias: Option<&[f32]>,
        added: Option<&[f32]>,
        width: usize,
    ) {
        vectorised(|| {
            for (index, row) in values.chunks_exact_mut(width).enumerate() {
                if let Some(bias) = bias {
                    row.iter_mut()
                        .zip(bias)
                        .for_each(|(value, bias)| *value += bias);
                }
                if let Some(added) = added {
                    row.iter_mut()
                        .zip(&added[index * width..])
                        .for_each(|(value, added)| *value += added);
                }
                match self {
                    Self::None => {}
                    Self::Gelu => row.iter_mut().for_each(|value| *value = gelu(*value)),
                    Self::QuickGelu => row
                        .iter_mut()
                        .for_each(|value| *value = swish(*value, 1.702)),
                    Self::Silu => row.iter_mut().for_each(|value| *value = swish(*value, 1.0)),
                    Self::Elu => row.iter_mut().for_each(|value| *value = elu(*value)),
                    Self::Relu => row
                        .iter_mut()
                        .for_each(|value| *value = if *value > 0.0 { *value } else { 0.0 }),
                }
            }
        });
    }
}

/// An activation of a whole tensor, where no layer stands before it.
pub fn applied(tensor: &Tensor, activation: Activation) -> Result<Tensor> {
    /// Values that one task takes.
    const BLOCK: usize = 1 << 14;
    if !is_fused(tensor) {
        return activation.of_tensor(tensor);
    }
    let tensor = &tensor.contiguous()?;
    let values = with_values(tensor, |values| {
        let mut result = values.to_vec();
        result
            .par_chunks_mut(BLOCK)
            .for_each(|result| activation.finish(result, None, None, result.len()));
        Ok(result)
    })?;
    Tensor::from_vec(values, tensor.shape(), tensor.device())
}

#[cfg(test)]
mod tests {
    use candle_core::{Device, Result, Tensor};

    use super::{Activation, applied};
    use crate::kernels::testing::wide;

    #[test]
    fn activations_are_those_of_candle() -> Result<()> {
        let values: Vec<f32> = (-100_000..100_000)
            .map(|step| step as f32 * 1.1e-3)
            .collect();
        let tensor = Tensor::new(values.as_slice(), &Device::Cpu)?;
        for activation in [
            Activation::None,
            Activation::Gelu,
            Activation::QuickGelu,
            Activation::Silu,
            Activation::Elu,
            Activation::Relu,
        ] {
            let exact = activation.of_tensor(&wide(&tensor)?)?;
            let mut found = values.clone();
            activation.finish(&mut found, None, None, 1000);
            let found = Tensor::from_vec(found, values.len(), &Device::Cpu)?;
            for found in [found, applied(&tensor, activation)?] {
                // As exact as `activated_bound` takes it to be.
                let excess = ((wide(&found)? - &exact)?.abs()? - (exact.abs()? * 1e-6)?)?
                    .max(0)?
                    .to_scalar::<f64>()?;
                assert!(excess <= 1.5e-6, "{activation:?}: {excess}");
            }
        }
        Ok(())
    }
}
