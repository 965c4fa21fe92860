//! The transformer that both towers are made of: layer norms stand before attention and
//! feed-forward layers (Radford et al. 2021, section 2.4).

use candle_core::{Result, Tensor};
use candle_nn::VarBuilder;

use crate::kernels::{Activation, LayerNorm, Linear};
use crate::networks::shared::pre_norm_block::{PreNormLayer, check_heads};
use crate::{InferenceError, Watch};

/// Shape of a tower's layers.
pub(crate) struct Shape {
    pub(crate) width: usize,
    pub(crate) inner: usize,
    pub(crate) heads: usize,
    pub(crate) layers: usize,
    pub(crate) activation: Activation,
    pub(crate) epsilon: f64,
}

/// A stack of layers.
pub(crate) struct Encoder(Vec<PreNormLayer>);

impl Encoder {
    pub(crate) fn new(shape: &Shape, weights: &VarBuilder) -> Result<Self> {
        check_heads(shape.width, shape.heads)?;
        let layer = |index| layer(shape, &weights.pp(format!("layers.{index}")));
        Ok(Self((0..shape.layers).map(layer).collect::<Result<_>>()?))
    }

    /// Takes and gives `(batch, length, width)`; `mask` is added to the attention's scores.
    pub(crate) fn forward(
        &self,
        hidden: Tensor,
        mask: Option<&Tensor>,
        watch: Watch,
    ) -> std::result::Result<Tensor, InferenceError> {
        let mut hidden = hidden;
        for (index, layer) in self.0.iter().enumerate() {
            watch.at(index, self.0.len())?;
            hidden = layer.forward(&hidden, mask)?;
        }
        Ok(hidden)
    }
}

fn layer(shape: &Shape, weights: &VarBuilder) -> Result<PreNormLayer> {
    let own = weights.pp("self_attn");
    Ok(PreNormLayer {
        attention_norm: LayerNorm::new(shape.width, shape.epsilon, &weights.pp("layer_norm1"))?,
        attention: Linear::joined(shape.width, &["q_proj", "k_proj", "v_proj"], &own)?,
        output: Linear::new(shape.width, shape.width, &own.pp("out_proj"))?,
        feed_norm: LayerNorm::new(shape.width, shape.epsilon, &weights.pp("layer_norm2"))?,
        up: Linear::new(shape.width, shape.inner, &weights.pp("mlp.fc1"))?,
        down: Linear::new(shape.inner, shape.width, &weights.pp("mlp.fc2"))?,
        heads: shape.heads,
        activation: shape.activation,
    })
}
