//! The vision transformer of the network (Gong et al. 2021, section 2.1): patches of a spectrogram
//! that overlap, and before them a token for the whole and one that learnt from another network
//! (Touvron et al. 2021, section 4), whose mean is classified.

use candle_core::{DType, Device, Result, Tensor};
use candle_nn::VarBuilder;

use super::config::AudioSpectrogramTransformerConfig;
use crate::kernels::{Activation, Conv2d, LayerNorm, Linear};
use crate::models::weights::Network;
use crate::networks::shared::pre_norm_block::PreNormLayer;
use crate::{InferenceError, Watch};

/// The tokens that are classified.
const TOKENS: usize = 2;

/// The layers, from a window of a spectrogram to a logit for each class.
pub struct AudioSpectrogramTransformerNetwork {
    patches: Conv2d,
    /// Those of the tokens and of the patches, `(tokens + patches, width)`.
    positions: Tensor,
    /// `(tokens, width)`.
    tokens: Tensor,
    layers: Vec<PreNormLayer>,
    final_norm: LayerNorm,
    classifier_norm: LayerNorm,
    classifier: Linear,
    pub(super) dtype: DType,
    pub(super) device: Device,
}

impl Network for AudioSpectrogramTransformerNetwork {
    type Config = AudioSpectrogramTransformerConfig;

    fn new(config: &Self::Config, weights: VarBuilder) -> Result<Self> {
        config.check()?;
        let (width, patch, epsilon) =
            (config.hidden_size, config.patch_size, config.layer_norm_eps);
        let (down, across) = config.patches();
        let transformer = weights.pp("audio_spectrogram_transformer");
        let embeddings = transformer.pp("embeddings");
        let projection = embeddings.pp("patch_embeddings.projection");
        let patches = projection.get((width, 1, patch, patch), "weight")?;
        let token = |name: &str| embeddings.get((1, 1, width), name)?.squeeze(0);
        let layer = |index: usize| layer(config, &transformer.pp(format!("encoder.layer.{index}")));
        Ok(Self {
            patches: Conv2d::new(
                &patches,
                Some(projection.get(width, "bias")?),
                config.time_stride,
                0,
            )?,
            positions: embeddings
                .get((1, TOKENS + down * across, width), "position_embeddings")?
                .squeeze(0)?,
            tokens: Tensor::cat(&[token("cls_token")?, token("distillation_token")?], 0)?,
            layers: (0..config.num_hidden_layers)
                .map(layer)
                .collect::<Result<_>>()?,
            final_norm: LayerNorm::new(width, epsilon, &transformer.pp("layernorm"))?,
            classifier_norm: LayerNorm::new(width, epsilon, &weights.pp("classifier.layernorm"))?,
            classifier: Linear::new(
                width,
                config.id2label.len(),
                &weights.pp("classifier.dense"),
            )?,
            dtype: weights.dtype(),
            device: weights.device().clone(),
        })
    }
}

impl AudioSpectrogramTransformerNetwork {
    /// A logit for each class, `(classes,)`. Takes a window of a spectrogram, `(max_length,
    /// bands)`.
    pub fn logits(
        &self,
        window: &Tensor,
        watch: Watch,
    ) -> std::result::Result<Tensor, InferenceError> {
        let count = 2 * self.layers.len() + 1;
        watch.at(0, count)?;
        let mut hidden = self.embedded(window)?;
        for (index, layer) in self.layers.iter().enumerate() {
            watch.at(2 * index + 1, count)?;
            let attended = layer.attend(&hidden, None)?;
            watch.at(2 * index + 2, count)?;
            // Behind the last attention the patches are not needed any more.
            let is_last = index + 1 == self.layers.len();
            hidden = layer.feed(&if is_last {
                attended.narrow(1, 0, TOKENS)?
            } else {
                attended
            })?;
        }
        Ok(self.classified(&hidden)?)
    }

    fn embedded(&self, window: &Tensor) -> Result<Tensor> {
        let patches = self
            .patches
            .forward(&window.t()?.contiguous()?.unsqueeze(2)?, Activation::None)?;
        let all = Tensor::cat(&[&self.tokens, &patches.flatten_to(1)?], 0)?;
        (all + &self.positions)?.unsqueeze(0)
    }

    fn classified(&self, hidden: &Tensor) -> Result<Tensor> {
        let both = self
            .final_norm
            .forward(&hidden.squeeze(0)?.narrow(0, 0, TOKENS)?)?;
        let mean = (both.sum_keepdim(0)? / TOKENS as f64)?;
        self.classifier
            .forward(&self.classifier_norm.forward(&mean)?)?
            .squeeze(0)
    }
}

fn layer(config: &AudioSpectrogramTransformerConfig, weights: &VarBuilder) -> Result<PreNormLayer> {
    let (width, inner) = (config.hidden_size, config.intermediate_size);
    let norm = |name: &str| LayerNorm::new(width, config.layer_norm_eps, &weights.pp(name));
    Ok(PreNormLayer {
        attention_norm: norm("layernorm_before")?,
        attention: Linear::joined(
            width,
            &["query", "key", "value"],
            &weights.pp("attention.attention"),
        )?,
        output: Linear::new(width, width, &weights.pp("attention.output.dense"))?,
        feed_norm: norm("layernorm_after")?,
        up: Linear::new(width, inner, &weights.pp("intermediate.dense"))?,
        down: Linear::new(inner, width, &weights.pp("output.dense"))?,
        heads: config.num_attention_heads,
        activation: config.hidden_act,
    })
}
