//! Masks out of an embedding and a prompt (Kirillov et al. 2023, section 3 and appendix A): a token
//! for each mask goes through the transformer and becomes the weights of a linear classifier for
//! every pixel of the upscaled embedding.

use candle_core::{Result, Tensor};
use candle_nn::VarBuilder;

use super::config::Config;
use super::two_way_transformer::TwoWayTransformer;
use crate::kernels::{Activation, LayerNorm, Linear};

#[derive(Debug, Clone)]
pub(super) struct MaskDecoder {
    /// `(1, 2 + candidates, width)`: how good the masks are, the mask for a clear prompt, those for
    /// an ambiguous one.
    tokens: Tensor,
    transformer: TwoWayTransformer,
    first_upscaling: Linear,
    upscaling_norm: LayerNorm,
    second_upscaling: Linear,
    classifiers: Vec<Perceptron>,
    scores: Perceptron,
    width: usize,
    grid: usize,
}

impl MaskDecoder {
    pub(super) fn new(config: &Config, weights: &VarBuilder) -> Result<Self> {
        let (width, masks) = (config.prompt_width, config.candidates + 1);
        let tokens = [
            weights.get((1, width), "iou_token.weight")?,
            weights.get((masks, width), "mask_tokens.weight")?,
        ];
        let upscaling = weights.pp("output_upscaling");
        let classifier = |mask: usize| {
            let widths = [width, width, width, width / 8];
            Perceptron::new(
                &widths,
                &weights.pp(format!("output_hypernetworks_mlps.{mask}")),
            )
        };
        let mut widths = vec![config.iou_head_width; config.iou_head_depth.saturating_sub(1)];
        widths.insert(0, width);
        widths.push(masks);
        Ok(Self {
            tokens: Tensor::cat(&tokens, 0)?.unsqueeze(0)?,
            transformer: TwoWayTransformer::new(config, &weights.pp("transformer"))?,
            first_upscaling: Linear::transposed_conv(width, width / 4, 2, &upscaling.pp("0"))?,
            upscaling_norm: LayerNorm::new(width / 4, 1e-6, &upscaling.pp("1"))?,
            second_upscaling: Linear::transposed_conv(width / 4, width / 8, 2, &upscaling.pp("3"))?,
            classifiers: (0..masks).map(classifier).collect::<Result<_>>()?,
            scores: Perceptron::new(&widths, &weights.pp("iou_prediction_head"))?,
            width,
            grid: config.grid(),
        })
    }

    /// An embedding `(places, width)`, its places' positions of the same shape, what a mask adds to
    /// it, `(places or 1, width)`, and the points of prompts `(prompts, points, width)`, to logits
    /// `(prompts, masks, 4 · grid, 4 · grid)` and how well each mask is thought to fit, `(prompts,
    /// masks)`. The first mask is for a clear prompt, the others for an ambiguous one.
    pub(super) fn forward(
        &self,
        embedding: &Tensor,
        positions: &Tensor,
        mask: &Tensor,
        points: &Tensor,
    ) -> Result<(Tensor, Tensor)> {
        let prompts = points.dim(0)?;
        let own = self
            .tokens
            .broadcast_as((prompts, self.tokens.dim(1)?, self.width))?;
        let tokens = Tensor::cat(&[&own, points], 1)?.contiguous()?;
        let image = embedding.broadcast_add(mask)?.unsqueeze(0)?;
        let (tokens, image) =
            self.transformer
                .forward(&tokens, &image, &positions.unsqueeze(0)?)?;
        let token = |index: usize| tokens.narrow(1, index, 1)?.squeeze(1)?.contiguous();
        let classifiers: Vec<Tensor> = self
            .classifiers
            .iter()
            .enumerate()
            .map(|(mask, layers)| layers.forward(&token(1 + mask)?)?.unsqueeze(1))
            .collect::<Result<_>>()?;
        let logits = self.classify(&image, &Tensor::cat(&classifiers, 1)?)?;
        Ok((logits, self.scores.forward(&token(0)?)?))
    }

    /// Upscales the image `(prompts, places, width)` four times and multiplies each pixel with the
    /// classifiers `(prompts, masks, width / 8)`. Pixels stay in the order of the upscalings until
    /// only the masks' values are left.
    fn classify(&self, image: &Tensor, classifiers: &Tensor) -> Result<Tensor> {
        let (prompts, masks, narrow) = classifiers.dims3()?;
        let x = self
            .first_upscaling
            .forward(image)?
            .reshape(((), self.width / 4))?;
        let x = self.upscaling_norm.forward_then(&x, Activation::Gelu)?;
        let x = self
            .second_upscaling
            .forward_then(&x, None, Activation::Gelu)?;
        let logits = x
            .reshape((prompts, (), narrow))?
            .matmul(&classifiers.t()?)?;
        let logits = logits.reshape(vec![prompts, self.grid, self.grid, 2, 2, 2, 2, masks])?;
        let logits = logits.permute(vec![0, 7, 1, 3, 5, 2, 4, 6])?;
        logits.reshape((prompts, masks, 4 * self.grid, 4 * self.grid))
    }
}

/// Linear layers with what is below zero cut off between them.
#[derive(Debug, Clone)]
struct Perceptron(Vec<Linear>);

impl Perceptron {
    fn new(widths: &[usize], weights: &VarBuilder) -> Result<Self> {
        let layer = |(index, pair): (usize, &[usize])| {
            Linear::new(pair[0], pair[1], &weights.pp(format!("layers.{index}")))
        };
        Ok(Self(
            widths
                .windows(2)
                .enumerate()
                .map(layer)
                .collect::<Result<_>>()?,
        ))
    }

    fn forward(&self, x: &Tensor) -> Result<Tensor> {
        let mut x = x.clone();
        for (index, layer) in self.0.iter().enumerate() {
            let activation = if index + 1 < self.0.len() {
                Activation::Relu
            } else {
                Activation::None
            };
            x = layer.forward_then(&x, None, activation)?;
        }
        Ok(x)
    }
}
