//! The mask decoder's transformer (Kirillov et al. 2023, appendix A, "Lightweight mask decoder"):
//! tokens attend to each other and to the image, the image attends to the tokens.

use candle_core::{Result, Tensor};
use candle_nn::VarBuilder;

use super::config::Config;
use crate::kernels::{Activation, Columns, LayerNorm, Linear, cross_attention};

/// Of the transformer's layer normalisations.
const EPSILON: f64 = 1e-5;

#[derive(Debug, Clone)]
pub(super) struct TwoWayTransformer {
    layers: Vec<Layer>,
    last: Attention,
    norm: LayerNorm,
}

impl TwoWayTransformer {
    pub(super) fn new(config: &Config, weights: &VarBuilder) -> Result<Self> {
        let layer =
            |index: usize| Layer::new(config, index == 0, &weights.pp(format!("layers.{index}")));
        let narrow = config.prompt_width / config.attention_downsample_rate;
        Ok(Self {
            layers: (0..config.decoder_depth)
                .map(layer)
                .collect::<Result<_>>()?,
            last: Attention::new(config, narrow, &weights.pp("final_attn_token_to_image"))?,
            norm: LayerNorm::new(config.prompt_width, EPSILON, &weights.pp("norm_final_attn"))?,
        })
    }

    /// Tokens `(prompts, tokens, width)` and the image `(1 or prompts, places, width)`, whose
    /// places' positions are `(1, places, width)`, to both as they are then.
    pub(super) fn forward(
        &self,
        tokens: &Tensor,
        image: &Tensor,
        positions: &Tensor,
    ) -> Result<(Tensor, Tensor)> {
        let (mut queries, mut keys) = (tokens.clone(), image.clone());
        for layer in &self.layers {
            (queries, keys) = layer.forward(&queries, &keys, tokens, positions)?;
        }
        let query = (&queries + tokens)?;
        let attended = self.last.forward(
            &query,
            &keys.broadcast_add(positions)?,
            &keys,
            Some(&queries),
        )?;
        Ok((self.norm.forward(&attended)?, keys))
    }
}

#[derive(Debug, Clone)]
struct Layer {
    among_tokens: Attention,
    to_image: Attention,
    to_tokens: Attention,
    norms: [LayerNorm; 4],
    expand: Linear,
    shrink: Linear,
    /// The first layer's tokens are positions themselves.
    is_first: bool,
}

impl Layer {
    fn new(config: &Config, is_first: bool, weights: &VarBuilder) -> Result<Self> {
        let (width, hidden) = (config.prompt_width, config.decoder_mlp_width);
        let narrow = width / config.attention_downsample_rate;
        let norm =
            |number: usize| LayerNorm::new(width, EPSILON, &weights.pp(format!("norm{number}")));
        Ok(Self {
            among_tokens: Attention::new(config, width, &weights.pp("self_attn"))?,
            to_image: Attention::new(config, narrow, &weights.pp("cross_attn_token_to_image"))?,
            to_tokens: Attention::new(config, narrow, &weights.pp("cross_attn_image_to_token"))?,
            norms: [norm(1)?, norm(2)?, norm(3)?, norm(4)?],
            expand: Linear::new(width, hidden, &weights.pp("mlp.lin1"))?,
            shrink: Linear::new(hidden, width, &weights.pp("mlp.lin2"))?,
            is_first,
        })
    }

    fn forward(
        &self,
        queries: &Tensor,
        keys: &Tensor,
        tokens: &Tensor,
        positions: &Tensor,
    ) -> Result<(Tensor, Tensor)> {
        let queries = if self.is_first {
            self.among_tokens.forward(queries, queries, queries, None)?
        } else {
            let placed = (queries + tokens)?;
            self.among_tokens
                .forward(&placed, &placed, queries, Some(queries))?
        };
        let queries = self.norms[0].forward(&queries)?;
        let placed_keys = keys.broadcast_add(positions)?;
        let placed = (&queries + tokens)?;
        let queries = self.norms[1].forward(&self.to_image.forward(
            &placed,
            &placed_keys,
            keys,
            Some(&queries),
        )?)?;
        let hidden = self.expand.forward_then(&queries, None, Activation::Relu)?;
        let queries = self.norms[2].forward(&self.shrink.forward_then(
            &hidden,
            Some(&queries),
            Activation::None,
        )?)?;
        let placed = (&queries + tokens)?;
        // One image serves all prompts until here.
        let each = keys
            .broadcast_as((queries.dim(0)?, keys.dim(1)?, keys.dim(2)?))?
            .contiguous()?;
        let keys = self.norms[3].forward(&self.to_tokens.forward(
            &placed_keys,
            &placed,
            &queries,
            Some(&each),
        )?)?;
        Ok((queries, keys))
    }
}

/// Attention at a width of its own, with projections before and behind it.
#[derive(Debug, Clone)]
struct Attention {
    query: Linear,
    key: Linear,
    value: Linear,
    out: Linear,
    width: usize,
    heads: usize,
}

impl Attention {
    fn new(config: &Config, width: usize, weights: &VarBuilder) -> Result<Self> {
        let project = |name: &str| Linear::new(config.prompt_width, width, &weights.pp(name));
        Ok(Self {
            query: project("q_proj")?,
            key: project("k_proj")?,
            value: project("v_proj")?,
            out: Linear::new(width, config.prompt_width, &weights.pp("out_proj"))?,
            width,
            heads: config.decoder_heads,
        })
    }

    fn forward(
        &self,
        query: &Tensor,
        key: &Tensor,
        value: &Tensor,
        added: Option<&Tensor>,
    ) -> Result<Tensor> {
        let (query, key, value) = (
            self.query.forward(query)?,
            self.key.forward(key)?,
            self.value.forward(value)?,
        );
        let whole = |tensor| Columns { tensor, from: 0 };
        let attended = cross_attention(
            whole(&query),
            whole(&key),
            whole(&value),
            self.width,
            self.heads,
        )?;
        self.out.forward_then(&attended, added, Activation::None)
    }
}
