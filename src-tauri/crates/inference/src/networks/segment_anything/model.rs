//! The network: an image becomes an embedding once, prompts and the embedding become masks.

use candle_core::{DType, Device, Result, Tensor};
use candle_nn::VarBuilder;
use image::{GrayImage, RgbImage};

use super::config::{self, Config};
use super::image_encoder::ImageEncoder;
use super::mask_decoder::MaskDecoder;
use super::postprocess::{self, Mask};
use super::preprocess::{self, Placement};
use super::prompt_encoder::{PointKind, PromptEncoder};
use crate::models::weights::Network;
use crate::{InferenceError, Watch};

/// The network.
#[derive(Debug, Clone)]
pub struct SegmentAnything {
    pub(super) image_encoder: ImageEncoder,
    pub(super) prompt_encoder: PromptEncoder,
    pub(super) mask_decoder: MaskDecoder,
    pub(super) image_size: usize,
    pub(super) mask_size: usize,
}

/// An image as the network keeps it, to be asked again and again.
#[derive(Debug, Clone)]
pub struct Embedding {
    /// `(side / 16, side / 16, prompt width)`.
    pub features: Tensor,
    /// Placement of the image in the square.
    pub placement: Placement,
}

/// Prompt that says what to outline. All of it is about one thing.
#[derive(Debug, Clone, Default)]
pub struct Prompt {
    /// Points in pixels of the image: x, y, and whether the thing is there (or is not).
    pub points: Vec<(f32, f32, bool)>,
    /// The box around it: left, top, right, bottom, in pixels of the image.
    pub bounding_box: Option<[f32; 4]>,
    /// About where it is.
    pub mask: Option<MaskPrompt>,
}

/// A mask as a prompt.
#[derive(Debug, Clone)]
pub enum MaskPrompt {
    /// White where the thing is.
    Image(GrayImage),
    /// A candidate's logits, to refine it.
    Logits(MaskLogits),
}

/// A mask as the decoder gave it, `(side / 4, side / 4)` of f32, for the next click to refine.
/// Clones share the values.
#[derive(Debug, Clone)]
pub struct MaskLogits(Tensor);

impl MaskLogits {
    /// The values.
    pub fn tensor(&self) -> &Tensor {
        &self.0
    }
}

impl From<Tensor> for MaskLogits {
    fn from(logits: Tensor) -> Self {
        Self(logits)
    }
}

/// A mask that fits a prompt.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// At the image's size.
    pub mask: Mask,
    /// How well it is thought to fit, as an intersection over union: about 0 to 1.
    pub score: f32,
    /// The mask as a prompt for the next click.
    pub logits: MaskLogits,
}

impl Prompt {
    /// Whether it can mean several things: a part, the whole, the group. One point does; more says
    /// which.
    fn is_ambiguous(&self) -> bool {
        self.points.len() <= 1 && self.bounding_box.is_none() && self.mask.is_none()
    }

    /// In pixels of the square, with a padding point where no box is given, as the network was
    /// trained.
    fn points(&self, placement: &Placement) -> Vec<(f32, f32, PointKind)> {
        let at = |x: f32, y: f32, kind: PointKind| {
            let (x, y) = placement.of_point(x, y);
            (x, y, kind)
        };
        let kind = |include: bool| {
            if include {
                PointKind::Include
            } else {
                PointKind::Exclude
            }
        };
        let mut points: Vec<_> = self
            .points
            .iter()
            .map(|(x, y, include)| at(*x, *y, kind(*include)))
            .collect();
        if let Some([left, top, right, bottom]) = self.bounding_box {
            points.push(at(left, top, PointKind::UpperLeft));
            points.push(at(right, bottom, PointKind::LowerRight));
        } else if !points.is_empty() {
            points.push((0.0, 0.0, PointKind::Padding));
        }
        points
    }
}

impl Network for SegmentAnything {
    type Config = Config;

    fn new(config: &Config, weights: VarBuilder) -> Result<Self> {
        if config.image_size == 0 || !config.image_size.is_multiple_of(config::PATCH) {
            candle_core::bail!(
                "image_size is {}, which is not a multiple of {}",
                config.image_size,
                config::PATCH
            );
        }
        Ok(Self {
            image_encoder: ImageEncoder::new(config, &weights.pp("image_encoder"))?,
            prompt_encoder: PromptEncoder::new(config, &weights.pp("prompt_encoder"))?,
            mask_decoder: MaskDecoder::new(config, &weights.pp("mask_decoder"))?,
            image_size: config.image_size,
            mask_size: config.mask_size(),
        })
    }
}

impl SegmentAnything {
    /// Embeds an image. Takes most of the time, and asks `watch` between the encoder's blocks.
    pub fn embed(
        &self,
        image: &RgbImage,
        watch: Watch,
    ) -> std::result::Result<Embedding, InferenceError> {
        let (dtype, device) = (self.prompt_encoder.dtype(), self.prompt_encoder.device());
        let (pixels, placement) = preprocess::pixels(image, self.image_size, dtype, device)?;
        Ok(Embedding {
            features: self.embed_pixels(&pixels, watch)?,
            placement,
        })
    }

    /// Embeds what [`preprocess::pixels`] makes, `(side, side, 3)`: to `(side / 16, side / 16,
    /// prompt width)`.
    pub fn embed_pixels(
        &self,
        pixels: &Tensor,
        watch: Watch,
    ) -> std::result::Result<Tensor, InferenceError> {
        self.image_encoder.forward(pixels, watch)
    }

    /// The masks that fit a prompt, the best first: several where one point can mean several
    /// things; otherwise with the mask that the network gives for clear prompts among them.
    pub fn segment(
        &self,
        embedding: &Embedding,
        prompt: &Prompt,
    ) -> std::result::Result<Vec<Candidate>, InferenceError> {
        let mask = match &prompt.mask {
            None => None,
            Some(MaskPrompt::Logits(logits)) => Some(logits.tensor().clone()),
            Some(MaskPrompt::Image(mask)) => Some(preprocess::mask_logits(
                mask,
                &embedding.placement,
                self.mask_size,
            )?),
        };
        let points = vec![prompt.points(&embedding.placement)];
        let (logits, scores) = self.decode(embedding, &points, mask.as_ref())?;
        let scores = scores.get(0)?.to_vec1::<f32>()?;
        let first = usize::from(prompt.is_ambiguous());
        let mut candidates = Vec::with_capacity(scores.len());
        for (index, score) in scores.iter().enumerate().skip(first) {
            let logits = logits.get(0)?.get(index)?.contiguous()?;
            let values = logits.flatten_all()?.to_vec1::<f32>()?;
            let mask = postprocess::mask(
                &values,
                self.mask_size,
                self.image_size,
                &embedding.placement,
            );
            candidates.push(Candidate {
                mask,
                score: *score,
                logits: MaskLogits(logits),
            });
        }
        candidates.sort_by(|a, b| b.score.total_cmp(&a.score));
        Ok(candidates)
    }

    /// Logits `(prompts, masks, side / 4, side / 4)` and scores `(prompts, masks)`, both f32 on the
    /// CPU.
    pub(super) fn decode(
        &self,
        embedding: &Embedding,
        points: &[Vec<(f32, f32, PointKind)>],
        mask: Option<&Tensor>,
    ) -> Result<(Tensor, Tensor)> {
        let (dtype, device) = (self.prompt_encoder.dtype(), self.prompt_encoder.device());
        let mask = match mask {
            None => None,
            Some(mask) => Some(mask.to_dtype(dtype)?.to_device(device)?),
        };
        let features = embedding.features.flatten_to(1)?;
        let positions = self.prompt_encoder.grid_positions()?;
        let points = self.prompt_encoder.points(points)?;
        let mask = self.prompt_encoder.mask(mask.as_ref())?;
        let (logits, scores) = self
            .mask_decoder
            .forward(&features, &positions, &mask, &points)?;
        let read = |tensor: Tensor| tensor.to_dtype(DType::F32)?.to_device(&Device::Cpu);
        Ok((read(logits)?, read(scores)?))
    }
}
