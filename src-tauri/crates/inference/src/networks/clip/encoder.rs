//! The transformer that both towers are made of: layer norms stand before attention and feed-forward layers (Radford et
//! al. 2021, section 2.4).

use candle_core::{Result, Tensor};
use candle_nn::VarBuilder;

use crate::operations::{Activation, Columns, LayerNorm, Linear, masked_attention};
use crate::{InferenceError, Watch};

/// What the layers of a tower look like.
pub(crate) struct Shape {
    pub(crate) width: usize,
    pub(crate) inner: usize,
    pub(crate) heads: usize,
    pub(crate) layers: usize,
    pub(crate) activation: Activation,
    pub(crate) epsilon: f64,
}

/// A stack of layers.
pub(crate) struct Encoder(Vec<Layer>);

struct Layer {
    attention_norm: LayerNorm,
    /// Queries, keys and values side by side.
    attention: Linear,
    output: Linear,
    feed_norm: LayerNorm,
    up: Linear,
    down: Linear,
    heads: usize,
    activation: Activation,
}

impl Encoder {
    pub(crate) fn new(shape: &Shape, weights: &VarBuilder) -> Result<Self> {
        if shape.heads == 0 || !shape.width.is_multiple_of(shape.heads) {
            candle_core::bail!("{} heads do not divide a width of {}", shape.heads, shape.width);
        }
        let layer = |index| Layer::new(shape, &weights.pp(format!("layers.{index}")));
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

impl Layer {
    fn new(shape: &Shape, weights: &VarBuilder) -> Result<Self> {
        let own = weights.pp("self_attn");
        Ok(Self {
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

    fn forward(&self, hidden: &Tensor, mask: Option<&Tensor>) -> Result<Tensor> {
        let width = hidden.dim(2)?;
        let all = self.attention.forward(&self.attention_norm.forward(hidden)?)?;
        let part = |index: usize| Columns { tensor: &all, from: index * width };
        let seen = masked_attention(part(0), part(1), part(2), width, self.heads, mask)?;
        let hidden = self.output.forward_then(&seen, Some(hidden), Activation::None)?;
        let inner = self.up.forward_then(&self.feed_norm.forward(&hidden)?, None, self.activation)?;
        self.down.forward_then(&inner, Some(&hidden), Activation::None)
    }
}
