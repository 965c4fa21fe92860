//! Heads on each patch of an image: which query it shows, and in which box (Minderer et al. 2022,
//! section 3.1).

use candle_core::{D, DType, Device, Result, Tensor};
use candle_nn::VarBuilder;

use crate::kernels::{Activation, Linear};

/// Keeps lengths from being zero.
const LEAST: f64 = 1e-6;
/// Keeps shares from being nothing or all.
const SHARE: f64 = 1e-4;

/// How well each patch fits each query.
pub(super) struct ClassHead {
    embedding: Linear,
    shift: Linear,
    scale: Linear,
}

impl ClassHead {
    /// `patch`: width of the patches; `query`: width of the queries' embeddings.
    pub(super) fn new(patch: usize, query: usize, weights: &VarBuilder) -> Result<Self> {
        Ok(Self {
            embedding: Linear::new(patch, query, &weights.pp("dense0"))?,
            shift: Linear::new(patch, 1, &weights.pp("logit_shift"))?,
            scale: Linear::new(patch, 1, &weights.pp("logit_scale"))?,
        })
    }

    /// Takes patches `(patches, width)` and queries `(queries, width)`; gives `(patches, queries)`
    /// before the sigmoid.
    pub(super) fn forward(&self, patches: &Tensor, queries: &Tensor) -> Result<Tensor> {
        let fits =
            nearly_unit(&self.embedding.forward(patches)?)?.matmul(&nearly_unit(queries)?.t()?)?;
        let scale = (self.scale.forward(patches)?.elu(1.0)? + 1.0)?;
        fits.broadcast_add(&self.shift.forward(patches)?)?
            .broadcast_mul(&scale)
    }
}

/// Each row divided by its length, and by a little more.
fn nearly_unit(rows: &Tensor) -> Result<Tensor> {
    rows.broadcast_div(&(rows.sqr()?.sum_keepdim(D::Minus1)?.sqrt()? + LEAST)?)
}

/// In which box each patch's thing is.
pub(super) struct BoxHead {
    layers: [Linear; 3],
    /// Each patch's own place, `(patches, 4)`: a box is told as what differs from it.
    places: Tensor,
}

impl BoxHead {
    /// `side`: patches in a row of the image, and rows.
    pub(super) fn new(width: usize, side: usize, weights: &VarBuilder) -> Result<Self> {
        Ok(Self {
            layers: [
                Linear::new(width, width, &weights.pp("dense0"))?,
                Linear::new(width, width, &weights.pp("dense1"))?,
                Linear::new(width, 4, &weights.pp("dense2"))?,
            ],
            places: places(side, weights.dtype(), weights.device())?,
        })
    }

    /// Takes patches `(patches, width)`; gives `(patches, 4)`: middle and size in shares of the
    /// image.
    pub(super) fn forward(&self, patches: &Tensor) -> Result<Tensor> {
        let [first, second, last] = &self.layers;
        let hidden = first.forward_then(patches, None, Activation::Gelu)?;
        let hidden = second.forward_then(&hidden, None, Activation::Gelu)?;
        candle_nn::ops::sigmoid(&last.forward_then(
            &hidden,
            Some(&self.places),
            Activation::None,
        )?)
    }
}

/// The lower right corner of each patch and its size, as what the sigmoid turns into shares of the
/// image.
fn places(side: usize, dtype: DType, device: &Device) -> Result<Tensor> {
    let before_sigmoid = |share: f64| ((share + SHARE).ln() - (1.0 - share + SHARE).ln()) as f32;
    let at = |patch: usize| before_sigmoid((patch + 1) as f64 / side as f64);
    let size = before_sigmoid(1.0 / side as f64);
    let values: Vec<f32> = (0..side * side)
        .flat_map(|patch| [at(patch % side), at(patch / side), size, size])
        .collect();
    Tensor::from_vec(values, (side * side, 4), device)?.to_dtype(dtype)
}
