//! The network: backbone and head, from an image and a box to key points.

use candle_core::{DType, Device, Tensor};
use candle_nn::VarBuilder;
use image::RgbImage;

use super::backbone::Backbone;
use super::config::{KEY_POINTS, VitPoseConfig};
use super::postprocess::{self, KeyPoint};
use super::preprocess::{self, Crop};
use crate::detection::Area;
use crate::kernels::{Activation, Conv2d, Interpolation, interpolated};
use crate::models::weights::Network;
use crate::{InferenceError, Watch};

/// The network.
pub struct VitPose {
    backbone: Backbone,
    head: Conv2d,
    /// Height and width of a person's crop, in pixels.
    size: (usize, usize),
    factor: usize,
    dtype: DType,
    device: Device,
}

impl Network for VitPose {
    type Config = VitPoseConfig;

    fn new(config: &VitPoseConfig, weights: VarBuilder) -> candle_core::Result<Self> {
        config.check()?;
        let head = weights.pp("head.conv");
        let weight = head.get(
            (KEY_POINTS, config.backbone_config.hidden_size, 3, 3),
            "weight",
        )?;
        let [height, width] = config.backbone_config.image_size;
        Ok(Self {
            backbone: Backbone::new(&config.backbone_config, &weights.pp("backbone"))?,
            head: Conv2d::new(&weight, Some(head.get(KEY_POINTS, "bias")?), 1, 1)?,
            size: (height, width),
            factor: config.scale_factor,
            dtype: weights.dtype(),
            device: weights.device().clone(),
        })
    }
}

impl VitPose {
    /// Returns the hidden states of a crop, `(height / patch, width / patch, hidden)`, and a heat
    /// map for each key point, `(key points, height / patch · factor, width / patch · factor)`.
    /// Takes pixels of shape `(height, width, 3)`.
    pub fn forward(
        &self,
        pixels: &Tensor,
        watch: Watch,
    ) -> Result<(Tensor, Tensor), InferenceError> {
        if pixels.dims3()? != (self.size.0, self.size.1, 3) {
            let reason = format!("a crop has {} by {} pixels", self.size.1, self.size.0);
            return Err(InferenceError::Image(reason));
        }
        let hidden = self.backbone.forward(pixels, watch.part(0.0, 0.9))?;
        watch.at(9, 10)?;
        let (down, across, _) = hidden.dims3()?;
        let larger = (down * self.factor, across * self.factor);
        let map = interpolated(&hidden.relu()?, larger, Interpolation::Linear)?;
        let heat = self.head.forward(&map, Activation::None)?;
        Ok((hidden, heat.permute((2, 0, 1))?.contiguous()?))
    }

    /// The key points of a person in an image, who stands within `person`: 17 in COCO's order
    /// ([`KEY_POINTS`]).
    pub fn pose(
        &self,
        image: &RgbImage,
        person: Area,
        watch: Watch,
    ) -> Result<Vec<KeyPoint>, InferenceError> {
        if person.right <= person.left || person.bottom <= person.top || image.is_empty() {
            return Err(InferenceError::Image(
                "there is nothing where a person should be".to_owned(),
            ));
        }
        let crop = Crop::around(person, self.size);
        let pixels = preprocess::pixels(&crop.cut(image, self.size), self.dtype, &self.device)?;
        let (_, heat) = self.forward(&pixels, watch)?;
        postprocess::key_points(&heat, &crop)
    }
}
