//! The detector: backbone, encoder, decoder and the heads for classes and boxes.

use candle_core::{DType, Device, Tensor};
use candle_nn::VarBuilder;
use image::RgbImage;

use super::backbone::Backbone;
use super::config::DetrConfig;
use super::postprocess;
use super::preprocess;
use super::transformer::{Decoder, Encoder};
use crate::detection::Detection;
use crate::kernels::{Activation, Conv2d, Linear};
use crate::models::weights::Network;
use crate::networks::shared::positional_encoding;
use crate::{InferenceError, Watch};

/// DETR for object detection.
pub struct DetrDetector {
    pub(super) config: DetrConfig,
    pub(super) backbone: Backbone,
    pub(super) projection: Conv2d,
    /// The places of what can be found, which are learnt: `(1, queries, width)`.
    pub(super) queries: Tensor,
    pub(super) encoder: Encoder,
    pub(super) decoder: Decoder,
    pub(super) classes: Linear,
    pub(super) boxes: [Linear; 3],
    pub(super) dtype: DType,
    pub(super) device: Device,
}

/// Output of DETR for an image.
pub struct Found {
    /// The classes of each query, "nothing" last, before the softmax: `(1, queries, classes + 1)`.
    pub logits: Tensor,
    /// The boxes of each query as middle and size, in shares of the image: `(1, queries, 4)`.
    pub boxes: Tensor,
    /// Output of the encoder: `(1, places, width)`.
    pub memory: Tensor,
    /// Output of the backbone's stages, `(height, width, channels)` each.
    pub maps: Vec<Tensor>,
    /// The last of the maps at the transformer's width: `(height, width, channels)`.
    pub(super) projected: Tensor,
    /// Output of the decoder: `(1, queries, width)`.
    pub(super) queries: Tensor,
}

impl Network for DetrDetector {
    type Config = DetrConfig;

    fn new(config: &DetrConfig, weights: VarBuilder) -> candle_core::Result<Self> {
        let (layers, channels) = config.stages()?;
        let (width, model, boxes) = (
            config.d_model,
            weights.pp("model"),
            weights.pp("bbox_predictor.layers"),
        );
        let queries = model.get(
            (config.num_queries, width),
            "query_position_embeddings.weight",
        )?;
        Ok(Self {
            backbone: Backbone::new(layers, channels, &model.pp("backbone.conv_encoder.model"))?,
            projection: Conv2d::same(
                (channels[3] * 4, width, 1, 1),
                &model.pp("input_projection"),
            )?,
            queries: queries.unsqueeze(0)?,
            encoder: Encoder::new(config, &model.pp("encoder"))?,
            decoder: Decoder::new(config, &model.pp("decoder"))?,
            classes: Linear::new(
                width,
                config.id2label.len() + 1,
                &weights.pp("class_labels_classifier"),
            )?,
            boxes: [
                Linear::new(width, width, &boxes.pp(0))?,
                Linear::new(width, width, &boxes.pp(1))?,
                Linear::new(width, 4, &boxes.pp(2))?,
            ],
            config: config.clone(),
            dtype: weights.dtype(),
            device: weights.device().clone(),
        })
    }
}

impl DetrDetector {
    /// Finds what is in an image. Takes pixels of shape `(1, 3, height, width)`.
    pub fn forward(&self, pixels: &Tensor, watch: Watch) -> Result<Found, InferenceError> {
        let maps = self.backbone.forward(pixels, watch.part(0.0, 0.7))?;
        // There are four stages, so that there is a last one.
        let projected = self
            .projection
            .forward(&maps[maps.len() - 1], Activation::None)?;
        let (down, across, width) = projected.dims3()?;
        let places = positional_encoding::sines(down, across, width, self.dtype, &self.device)?;
        let image = projected.reshape((1, down * across, width))?;
        let memory = self.encoder.forward(image, &places, watch.part(0.7, 0.9))?;
        let queries =
            self.decoder
                .forward(&memory, &places, &self.queries, watch.part(0.9, 1.0))?;
        let [first, second, last] = &self.boxes;
        let boxes = first.forward_then(&queries, None, Activation::Relu)?;
        let boxes = last.forward(&second.forward_then(&boxes, None, Activation::Relu)?)?;
        Ok(Found {
            logits: self.classes.forward(&queries)?,
            boxes: candle_nn::ops::sigmoid(&boxes)?,
            memory,
            maps,
            projected,
            queries,
        })
    }

    /// The things in an image that were found with a score above `threshold` (from 0 to 1; 0.5 to
    /// 0.9 are usual), the surest first.
    pub fn detect(
        &self,
        image: &RgbImage,
        threshold: f32,
        watch: Watch,
    ) -> Result<Vec<Detection>, InferenceError> {
        let pixels = preprocess::pixels(image, preprocess::SIDES, self.dtype, &self.device)?;
        let found = self.forward(&pixels, watch)?;
        postprocess::detections(
            &self.config,
            &found.logits,
            &found.boxes,
            image.dimensions(),
            threshold,
        )
    }
}
