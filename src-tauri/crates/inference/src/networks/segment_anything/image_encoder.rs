//! The two image encoders behind one face, and the neck that both end in.

use candle_core::{Result, Tensor};
use candle_nn::VarBuilder;

use super::config::{Config, ImageEncoder as Kind};
use super::tiny_vit::TinyVit;
use super::vision_transformer::VisionTransformer;
use crate::kernels::{Activation, Convolution, LayerNorm, Linear};
use crate::{InferenceError, Watch};

#[derive(Debug, Clone)]
pub(super) enum ImageEncoder {
    TinyVit(TinyVit),
    VisionTransformer(VisionTransformer),
}

impl ImageEncoder {
    pub(super) fn new(config: &Config, weights: &VarBuilder) -> Result<Self> {
        Ok(match &config.image_encoder {
            Kind::TinyVit(tiny) => Self::TinyVit(TinyVit::new(tiny, config.prompt_width, weights)?),
            Kind::VisionTransformer(plain) => {
                Self::VisionTransformer(VisionTransformer::new(plain, config.grid(), config.prompt_width, weights)?)
            }
        })
    }

    /// Pixels `(side, side, 3)` to an embedding `(side / 16, side / 16, prompt width)`.
    pub(super) fn forward(&self, pixels: &Tensor, watch: Watch) -> std::result::Result<Tensor, InferenceError> {
        match self {
            Self::TinyVit(encoder) => encoder.forward(pixels, watch),
            Self::VisionTransformer(encoder) => encoder.forward(pixels, watch),
        }
    }
}

/// Brings an encoder's channels to those of the prompts: two convolutions, each normalised.
#[derive(Debug, Clone)]
pub(super) struct Neck {
    project: Linear,
    first_norm: LayerNorm,
    mix: Convolution,
    second_norm: LayerNorm,
}

impl Neck {
    pub(super) fn new(input: usize, output: usize, weights: &VarBuilder) -> Result<Self> {
        let mix = weights.get((output, output, 3, 3), "2.weight")?;
        Ok(Self {
            project: Linear::from_tensors(
                &weights.get((output, input, 1, 1), "0.weight")?.reshape((output, input))?,
                None,
            )?,
            first_norm: LayerNorm::new(output, 1e-6, &weights.pp("1"))?,
            mix: Convolution::new(&mix, None, 1, 1)?,
            second_norm: LayerNorm::new(output, 1e-6, &weights.pp("3"))?,
        })
    }

    /// `(height, width, in)` to `(height, width, out)`.
    pub(super) fn forward(&self, x: &Tensor) -> Result<Tensor> {
        let x = self.first_norm.forward(&self.project.forward(x)?)?;
        self.second_norm.forward(&self.mix.forward(&x, Activation::None)?)
    }
}
