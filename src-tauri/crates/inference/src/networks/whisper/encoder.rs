//! The layers that listen: two convolutions over the spectrogram, the second of which halves its
//! steps, and a transformer.

use candle_core::{Result, Tensor};
use candle_nn::VarBuilder;

use super::config::WhisperConfig;
use super::projections::{EPSILON, joined};
use crate::kernels::{Activation, LayerNorm, Linear};
use crate::networks::shared::pre_norm_block::{PreNormLayer, check_heads};
use crate::{InferenceError, Watch};

pub(super) struct Encoder {
    /// Convolutions of three neighbours, as layers over these side by side.
    first: Linear,
    second: Linear,
    positions: Tensor,
    layers: Vec<PreNormLayer>,
    final_norm: LayerNorm,
    activation: Activation,
}

impl Encoder {
    pub(super) fn new(config: &WhisperConfig, weights: &VarBuilder) -> Result<Self> {
        let width = config.d_model;
        check_heads(width, config.encoder_attention_heads)?;
        let layer = |index: usize| layer(config, &weights.pp(format!("layers.{index}")));
        Ok(Self {
            first: convolution(config.num_mel_bins, width, &weights.pp("conv1"))?,
            second: convolution(width, width, &weights.pp("conv2"))?,
            positions: weights.get(
                (config.max_source_positions, width),
                "embed_positions.weight",
            )?,
            layers: (0..config.encoder_layers)
                .map(layer)
                .collect::<Result<_>>()?,
            final_norm: LayerNorm::new(width, EPSILON, &weights.pp("layer_norm"))?,
            activation: config.activation_function,
        })
    }

    /// Returns the hidden states of a window, `(1, window / 2, width)`. Takes a window of the
    /// spectrogram, `(window, bands)`.
    pub(super) fn forward(
        &self,
        window: &Tensor,
        watch: Watch,
    ) -> std::result::Result<Tensor, InferenceError> {
        let count = self.layers.len() + 1;
        watch.at(0, count)?;
        let mut hidden = self.embedded(window)?;
        for (index, layer) in self.layers.iter().enumerate() {
            watch.at(2 * index + 2, 2 * count)?;
            let attended = layer.attend(&hidden, None)?;
            watch.at(2 * index + 3, 2 * count)?;
            hidden = layer.feed(&attended)?;
        }
        Ok(self.final_norm.forward(&hidden)?)
    }

    fn embedded(&self, window: &Tensor) -> Result<Tensor> {
        let steps = window.dim(0)?;
        if steps != 2 * self.positions.dim(0)? {
            candle_core::bail!(
                "a window of {steps} steps is not the {} that are heard",
                2 * self.positions.dim(0)?
            );
        }
        let around = window.pad_with_zeros(0, 1, 1)?;
        let neighbours = |first: usize| around.narrow(0, first, steps);
        let all = Tensor::cat(&[neighbours(0)?, neighbours(1)?, neighbours(2)?], 1)?;
        let hidden = self.first.forward_then(&all, None, self.activation)?;
        // Every second step with its neighbours: two steps stand in a row, and the third in the
        // next.
        let width = hidden.dim(1)?;
        let pairs = hidden
            .pad_with_zeros(0, 1, 1)?
            .reshape((steps / 2 + 1, 2 * width))?;
        let (before, behind) = (
            pairs.narrow(0, 0, steps / 2)?,
            pairs.narrow(0, 1, steps / 2)?.narrow(1, 0, width)?,
        );
        let all = Tensor::cat(&[before, behind], 1)?;
        let hidden = self.second.forward_then(&all, None, self.activation)?;
        (hidden + &self.positions)?.unsqueeze(0)
    }
}

/// A convolution over three steps as a layer over the three side by side: reads `weight`, `(out,
/// in, 3)`, and `bias`.
fn convolution(input: usize, output: usize, weights: &VarBuilder) -> Result<Linear> {
    let weight = weights.get((output, input, 3), "weight")?;
    let weight = weight.permute((0, 2, 1))?.reshape((output, 3 * input))?;
    Linear::from_tensors(&weight, Some(weights.get(output, "bias")?))
}

fn layer(config: &WhisperConfig, weights: &VarBuilder) -> Result<PreNormLayer> {
    let (width, inner) = (config.d_model, config.encoder_ffn_dim);
    let own = weights.pp("self_attn");
    Ok(PreNormLayer {
        attention_norm: LayerNorm::new(width, EPSILON, &weights.pp("self_attn_layer_norm"))?,
        attention: joined(width, &["q_proj", "k_proj", "v_proj"], &own)?,
        output: Linear::new(width, width, &own.pp("out_proj"))?,
        feed_norm: LayerNorm::new(width, EPSILON, &weights.pp("final_layer_norm"))?,
        up: Linear::new(width, inner, &weights.pp("fc1"))?,
        down: Linear::new(inner, width, &weights.pp("fc2"))?,
        heads: config.encoder_attention_heads,
        activation: config.activation_function,
    })
}
