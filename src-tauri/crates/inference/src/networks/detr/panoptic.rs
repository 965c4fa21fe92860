//! DETR with masks: everything in an image, things and what is around them, pixel by pixel.

use candle_core::Tensor;
use candle_nn::VarBuilder;
use image::RgbImage;

use super::config::DetrConfig;
use super::mask_head::{AttentionMaps, MaskHead};
use super::model::{DetrDetector, Found};
use super::postprocess::{Segment, segments, sure};
use super::preprocess::{SIDES, pixels};
use crate::models::weights::Network;
use crate::{InferenceError, Watch};

/// DETR for panoptic segmentation.
pub struct DetrSegmenter {
    detector: DetrDetector,
    looks: AttentionMaps,
    head: MaskHead,
}

impl Network for DetrSegmenter {
    type Config = DetrConfig;

    fn new(config: &DetrConfig, weights: VarBuilder) -> candle_core::Result<Self> {
        let [a, b, c, _] = config.stages()?.1.map(|inner| inner * 4);
        Ok(Self {
            detector: DetrDetector::new(config, weights.pp("detr"))?,
            looks: AttentionMaps::new(config, &weights.pp("bbox_attention"))?,
            head: MaskHead::new(config, [a, b, c], &weights.pp("mask_head"))?,
        })
    }
}

impl DetrSegmenter {
    /// The detector that the segmenter stands on.
    pub fn detector(&self) -> &DetrDetector {
        &self.detector
    }

    /// The masks of some queries before the sigmoid, `(queries, height, width)` at a quarter of the
    /// pixels' size.
    pub fn masks(
        &self,
        found: &Found,
        queries: &[usize],
        watch: Watch,
    ) -> Result<Tensor, InferenceError> {
        let indices = Tensor::from_iter(
            queries.iter().map(|query| *query as u32),
            found.queries.device(),
        )?;
        let looks = self
            .looks
            .forward(&found.queries.index_select(&indices, 1)?, &found.memory)?;
        self.head
            .forward(&found.projected, &looks, &found.maps, watch)
    }

    /// The segments of an image: each pixel belongs to at most one. What is only seen in small
    /// parts is left out.
    pub fn segment(&self, image: &RgbImage, watch: Watch) -> Result<Vec<Segment>, InferenceError> {
        let detector = &self.detector;
        let pixels = pixels(image, SIDES, detector.dtype, &detector.device)?;
        let found = detector.forward(&pixels, watch.part(0.0, 0.5))?;
        let sure = sure(&found.logits)?;
        if sure.is_empty() {
            return Ok(Vec::new());
        }
        let queries: Vec<usize> = sure.iter().map(|sure| sure.query).collect();
        let masks =
            candle_nn::ops::sigmoid(&self.masks(&found, &queries, watch.part(0.5, 0.9))?)?;
        segments(
            &detector.config,
            &sure,
            &masks,
            image.dimensions(),
            watch.part(0.9, 1.0),
        )
    }
}
