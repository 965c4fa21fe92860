//! Prompts of a person as vectors (Kirillov et al. 2023, section 3 and appendix A, "Prompt
//! encoder"): points and corners by random Fourier features (Tancik et al. 2020) and a learned
//! vector for their kind, masks by convolutions.

use candle_core::{D, DType, Device, Result, Tensor};
use candle_nn::VarBuilder;

use super::config::Config;
use crate::kernels::{Activation, Conv2d, LayerNorm, Linear};

/// Kind of a prompt's point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PointKind {
    /// Stands where no box is given.
    Padding,
    Exclude,
    Include,
    UpperLeft,
    LowerRight,
}

#[derive(Debug, Clone)]
pub(super) struct PromptEncoder {
    /// `(2, width / 2)`, of f32: phases are too large for narrower types.
    frequencies: Tensor,
    /// `(5, width)`, in the order of [`PointKind`].
    kinds: Tensor,
    no_mask: Tensor,
    mask_first: Conv2d,
    mask_first_norm: LayerNorm,
    mask_second: Conv2d,
    mask_second_norm: LayerNorm,
    mask_project: Linear,
    image_size: usize,
    grid: usize,
}

impl PromptEncoder {
    pub(super) fn new(config: &Config, weights: &VarBuilder) -> Result<Self> {
        let (width, channels) = (config.prompt_width, config.mask_channels);
        let learned = |name: &str| weights.get((1, width), &format!("{name}.weight"));
        let mut kinds = vec![learned("not_a_point_embed")?];
        for kind in 0..4 {
            kinds.push(learned(&format!("point_embeddings.{kind}"))?);
        }
        let masks = weights.pp("mask_downscaling");
        let convolution = |name: &str, input: usize, output: usize| {
            let masks = masks.pp(name);
            let (weight, bias) = (
                masks.get((output, input, 2, 2), "weight")?,
                masks.get(output, "bias")?,
            );
            Conv2d::new(&weight, Some(bias), 2, 0)
        };
        let project = masks.pp("6");
        let project = Linear::from_tensors(
            &project
                .get((width, channels, 1, 1), "weight")?
                .reshape((width, channels))?,
            Some(project.get(width, "bias")?),
        )?;
        let frequencies = weights.get(
            (2, width / 2),
            "pe_layer.positional_encoding_gaussian_matrix",
        )?;
        Ok(Self {
            frequencies: frequencies.to_dtype(DType::F32)?.contiguous()?,
            kinds: Tensor::cat(&kinds, 0)?,
            no_mask: learned("no_mask_embed")?,
            mask_first: convolution("0", 1, channels / 4)?,
            mask_first_norm: LayerNorm::new(channels / 4, 1e-6, &masks.pp("1"))?,
            mask_second: convolution("3", channels / 4, channels)?,
            mask_second_norm: LayerNorm::new(channels, 1e-6, &masks.pp("4"))?,
            mask_project: project,
            image_size: config.image_size,
            grid: config.grid(),
        })
    }

    pub(super) fn device(&self) -> &Device {
        self.kinds.device()
    }

    pub(super) fn dtype(&self) -> DType {
        self.kinds.dtype()
    }

    /// Points of several prompts, as many in each, in pixels of the square image, to `(prompts,
    /// points, width)`.
    pub(super) fn points(&self, prompts: &[Vec<(f32, f32, PointKind)>]) -> Result<Tensor> {
        let count = prompts.first().map_or(0, Vec::len);
        let width = self.kinds.dim(1)?;
        if count == 0 {
            return Tensor::zeros((prompts.len(), 0, width), self.dtype(), self.device());
        }
        let points: Vec<_> = prompts.iter().flatten().copied().collect();
        // A pixel's middle lies half a pixel from its corner.
        let place = |at: f32| (at + 0.5) / self.image_size as f32;
        let places: Vec<f32> = points
            .iter()
            .flat_map(|(x, y, _)| [place(*x), place(*y)])
            .collect();
        let places = Tensor::from_vec(places, (points.len(), 2), self.device())?;
        // Padding has no place: only its kind counts.
        let has_place = |kind: PointKind| {
            if kind == PointKind::Padding {
                0.0_f32
            } else {
                1.0
            }
        };
        let has_place: Vec<f32> = points.iter().map(|(_, _, kind)| has_place(*kind)).collect();
        let has_place = Tensor::from_vec(has_place, (points.len(), 1), self.device())?;
        let kinds: Vec<u32> = points.iter().map(|(_, _, kind)| *kind as u32).collect();
        let kinds = self
            .kinds
            .index_select(&Tensor::from_vec(kinds, points.len(), self.device())?, 0)?;
        let positions = self
            .positions(&places)?
            .broadcast_mul(&has_place)?
            .to_dtype(self.dtype())?;
        (positions + kinds)?.reshape((prompts.len(), count, width))
    }

    /// The places of an embedding: `(places, width)`.
    pub(super) fn grid_positions(&self) -> Result<Tensor> {
        let place = |at: usize| (at as f32 + 0.5) / self.grid as f32;
        let places: Vec<f32> = (0..self.grid * self.grid)
            .flat_map(|index| [place(index % self.grid), place(index / self.grid)])
            .collect();
        let places = Tensor::from_vec(places, (self.grid * self.grid, 2), self.device())?;
        self.positions(&places)?.to_dtype(self.dtype())
    }

    /// Sines and cosines of places `(count, 2)`, x and y from 0 to 1.
    fn positions(&self, places: &Tensor) -> Result<Tensor> {
        let phases = ((places * 2.0)? - 1.0)?.matmul(&self.frequencies)?;
        let phases = (phases * std::f64::consts::TAU)?;
        Tensor::cat(&[phases.sin()?, phases.cos()?], D::Minus1)
    }

    /// Returns what is added to every place of an embedding: for a mask's logits `(4 · grid, 4 ·
    /// grid)`,
    /// `(places, width)`; without one, a learned vector `(1, width)`.
    pub(super) fn mask(&self, logits: Option<&Tensor>) -> Result<Tensor> {
        let Some(logits) = logits else {
            return Ok(self.no_mask.clone());
        };
        let x = self
            .mask_first
            .forward(&logits.unsqueeze(2)?, Activation::None)?;
        let x = self.mask_first_norm.forward_then(&x, Activation::Gelu)?;
        let x = self.mask_second.forward(&x, Activation::None)?;
        let x = self.mask_second_norm.forward_then(&x, Activation::Gelu)?;
        self.mask_project.forward(&x)?.flatten_to(1)
    }
}
