//! The compact network (`SRVGGNetCompact` of Wang et al. 2021): one convolution after the other at
//! the image's own size, and what the last one says of each place are the pixels that it becomes,
//! less the image made larger.

use candle_core::{Result, Tensor};
use candle_nn::VarBuilder;

use crate::kernels::{Activation, Conv2d, Interpolation, interpolated, prelu};
use crate::{InferenceError, Watch};

/// One convolution after the other.
pub(super) struct Compact {
    /// Each with the slopes behind it.
    layers: Vec<(Conv2d, Tensor)>,
    last: Conv2d,
    scale: usize,
}

impl Compact {
    /// `convolutions` between the first and the last, all of `features` channels.
    pub(super) fn new(
        convolutions: usize,
        features: usize,
        scale: usize,
        weights: &VarBuilder,
    ) -> Result<Self> {
        let weights = weights.pp("body");
        let layer = |index: usize| {
            let input = if index == 0 { 3 } else { features };
            let slopes = weights.pp(2 * index + 1).get(features, "weight")?;
            Ok((
                Conv2d::same((input, features, 3, 1), &weights.pp(2 * index))?,
                slopes,
            ))
        };
        let layers = (0..=convolutions).map(layer).collect::<Result<Vec<_>>>()?;
        let last = Conv2d::same(
            (features, 3 * scale * scale, 3, 1),
            &weights.pp(2 * layers.len()),
        )?;
        Ok(Self {
            layers,
            last,
            scale,
        })
    }

    /// `(height, width, 3)` to `scale` times the size.
    pub(super) fn forward(
        &self,
        pixels: &Tensor,
        watch: Watch,
    ) -> std::result::Result<Tensor, InferenceError> {
        let mut x = pixels.clone();
        for (done, (convolution, slopes)) in self.layers.iter().enumerate() {
            watch.at(done, self.layers.len() + 1)?;
            x = prelu(&convolution.forward(&x, Activation::None)?, slopes)?;
        }
        watch.at(self.layers.len(), self.layers.len() + 1)?;
        let added = unfolded(&self.last.forward(&x, Activation::None)?, self.scale)?;
        let size = (added.dim(0)?, added.dim(1)?);
        Ok((added + interpolated(pixels, size, Interpolation::Nearest)?)?)
    }
}

/// The channels of each place as `scale` times `scale` places (Shi et al. 2016, equation 4):
/// `(height, width, channels · scale²)` to `(height · scale, width · scale, channels)`.
fn unfolded(x: &Tensor, scale: usize) -> Result<Tensor> {
    let (height, width, channels) = x.dims3()?;
    let channels = channels / (scale * scale);
    let x = x
        .reshape(&[height, width, channels, scale, scale])?
        .permute([0, 3, 1, 4, 2])?;
    x.contiguous()?
        .reshape((height * scale, width * scale, channels))
}
