//! The two image encoders behind one face.

use candle_core::{Result, Tensor};
use candle_nn::VarBuilder;

use super::config::{Config, ImageEncoder as Kind};
use super::tiny_vit::TinyVit;
use super::vision_transformer::VisionTransformer;
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
            Kind::VisionTransformer(plain) => Self::VisionTransformer(VisionTransformer::new(
                plain,
                config.grid(),
                config.prompt_width,
                weights,
            )?),
        })
    }

    /// Pixels `(side, side, 3)` to an embedding `(side / 16, side / 16, prompt width)`.
    pub(super) fn forward(
        &self,
        pixels: &Tensor,
        watch: Watch,
    ) -> std::result::Result<Tensor, InferenceError> {
        match self {
            Self::TinyVit(encoder) => encoder.forward(pixels, watch),
            Self::VisionTransformer(encoder) => encoder.forward(pixels, watch),
        }
    }
}
