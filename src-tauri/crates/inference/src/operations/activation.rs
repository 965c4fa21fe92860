//! What stands behind a layer: its bias, what is added, its activation.

use candle_core::{Result, Tensor};

use super::vectors::{gelu, vectorised};

/// A function of each value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Activation {
    /// The value itself.
    None,
    /// `x · Φ(x)` with the error function, as `PyTorch`'s default.
    Gelu,
    /// The value where it is above zero.
    Relu,
}

impl Activation {
    pub(super) fn of_tensor(self, tensor: &Tensor) -> Result<Tensor> {
        match self {
            Self::None => Ok(tensor.clone()),
            Self::Gelu => tensor.gelu_erf(),
            Self::Relu => tensor.relu(),
        }
    }

    /// Finishes rows in place: `activation(values + bias + added)`. `bias` has one row's width, `added` the size of all.
    pub(super) fn finish(self, values: &mut [f32], bias: Option<&[f32]>, added: Option<&[f32]>, width: usize) {
        vectorised(|| {
            for (index, row) in values.chunks_exact_mut(width).enumerate() {
                if let Some(bias) = bias {
                    row.iter_mut().zip(bias).for_each(|(value, bias)| *value += bias);
                }
                if let Some(added) = added {
                    row.iter_mut().zip(&added[index * width..]).for_each(|(value, added)| *value += added);
                }
                match self {
                    Self::None => {}
                    Self::Gelu => row.iter_mut().for_each(|value| *value = gelu(*value)),
                    Self::Relu => row.iter_mut().for_each(|value| *value = if *value > 0.0 { *value } else { 0.0 }),
                }
            }
        });
    }
}
