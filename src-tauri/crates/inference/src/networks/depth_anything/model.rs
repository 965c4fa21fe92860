//! The network: backbone and head, and the depth map that it gives.

use candle_core::{DType, Device, Tensor};
use candle_nn::VarBuilder;
use image::{ImageBuffer, Luma, RgbImage};

use super::backbone::Backbone;
use super::config::DepthAnythingConfig;
use super::head::Head;
use super::preprocess;
use crate::kernels::{Interpolation, interpolated};
use crate::models::weights::Network;
use crate::{InferenceError, Watch};

/// The network.
pub struct DepthAnything {
    backbone: Backbone,
    head: Head,
    side: u32,
    patch: u32,
    dtype: DType,
    device: Device,
}

/// How near each pixel is.
#[derive(Debug, Clone)]
pub struct DepthMap {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Row by row. Of a relative model: nearness without a unit, larger is nearer. Of a metric one:
    /// metres.
    pub values: Vec<f32>,
}

impl Network for DepthAnything {
    type Config = DepthAnythingConfig;

    fn new(config: &DepthAnythingConfig, weights: VarBuilder) -> candle_core::Result<Self> {
        Ok(Self {
            backbone: Backbone::new(&config.backbone_config, &weights.pp("backbone"))?,
            head: Head::new(config, &weights.pp("neck"), &weights.pp("head"))?,
            side: config.backbone_config.image_size as u32,
            patch: config.backbone_config.patch_size as u32,
            dtype: weights.dtype(),
            device: weights.device().clone(),
        })
    }
}

impl DepthAnything {
    /// The depth of pixels, `(1, 1, height, width)`. Takes `(1, 3, height, width)`, multiples of
    /// the patches' side.
    pub fn forward(&self, pixels: &Tensor, watch: Watch) -> Result<Tensor, InferenceError> {
        let (_, _, height, width) = pixels.dims4()?;
        let maps = self.backbone.forward(pixels, watch.part(0.0, 0.7))?;
        let depth = self
            .head
            .forward(&maps, (height, width), watch.part(0.7, 1.0))?;
        Ok(depth.reshape((1, 1, height, width))?)
    }

    /// How near each pixel of an image is.
    pub fn depth(&self, image: &RgbImage, watch: Watch) -> Result<DepthMap, InferenceError> {
        let pixels = preprocess::pixels(image, self.side, self.patch, self.dtype, &self.device)?;
        let depth = self.forward(&pixels, watch)?.to_dtype(DType::F32)?;
        let (width, height) = image.dimensions();
        let depth = depth.reshape((depth.dim(2)?, depth.dim(3)?, 1))?;
        let depth = interpolated(
            &depth,
            (height as usize, width as usize),
            Interpolation::Cubic,
        )?;
        Ok(DepthMap {
            width,
            height,
            values: depth.flatten_all()?.to_vec1()?,
        })
    }
}

impl DepthMap {
    /// As grey of 16 bits: the smallest value is black, the largest white. A map of one value is
    /// black.
    pub fn grey(&self) -> ImageBuffer<Luma<u16>, Vec<u16>> {
        let least = self.values.iter().copied().fold(f32::INFINITY, f32::min);
        let most = self
            .values
            .iter()
            .copied()
            .fold(f32::NEG_INFINITY, f32::max);
        let scale = f32::from(u16::MAX) / (most - least).max(f32::MIN_POSITIVE);
        ImageBuffer::from_fn(self.width, self.height, |x, y| {
            let value = self.values[(y * self.width + x) as usize];
            Luma([((value - least) * scale).round() as u16])
        })
    }
}
