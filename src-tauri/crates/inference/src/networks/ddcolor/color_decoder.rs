//! The colour decoder (Kang et al. 2023, section 3.3): learnt queries look at the pixel decoder's
//! maps in turn, then at each other, and become colours, each a direction in the features of
//! pixels. Layer norms stand behind what they normalise.

use candle_core::{Result, Tensor};
use candle_nn::VarBuilder;

use super::config::DdColorConfig;
use crate::kernels::{Activation, Columns, LayerNorm, Linear, cross_attention};
use crate::networks::shared::positional_encoding;
use crate::{InferenceError, Watch};

/// Added to the variance in layer norms.
const EPSILON: f64 = 1e-5;

/// The colour decoder.
pub(super) struct ColorDecoder {
    /// Initial queries and their places, which are learnt: `(1, queries, width)` each.
    queries: Tensor,
    places: Tensor,
    /// Each map's channels to the decoder's width.
    maps: Vec<Linear>,
    layers: Vec<Layer>,
    norm: LayerNorm,
    colors: [Linear; 3],
}

struct Layer {
    cross: Attention,
    own: Attention,
    feed: FeedForward,
}

/// Attention of queries, with what goes in added and a layer norm behind.
struct Attention {
    queries: Linear,
    keys: Linear,
    values: Linear,
    output: Linear,
    norm: LayerNorm,
    heads: usize,
}

/// Two layers with an activation between, with what goes in added and a layer norm behind.
struct FeedForward {
    up: Linear,
    down: Linear,
    norm: LayerNorm,
}

impl ColorDecoder {
    pub(super) fn new(config: &DdColorConfig, weights: &VarBuilder) -> Result<Self> {
        let (width, inputs) = (config.hidden_dim, [config.nf, config.nf, config.nf / 2]);
        let learnt = |name: &str| weights.get((config.num_queries, width), name)?.unsqueeze(0);
        let levels = weights.get((inputs.len(), width), "level_embed.weight")?;
        let map = |(index, input): (usize, usize)| {
            let own = weights.pp(format!("input_proj.{index}"));
            let weight = own
                .get((width, input, 1, 1), "weight")?
                .reshape((width, input))?;
            // Which of the maps it is stands in the bias.
            Linear::from_tensors(
                &weight,
                Some((own.get(width, "bias")? + levels.get(index)?)?),
            )
        };
        let layer = |index: usize| {
            let own = |kind: &str| weights.pp(format!("transformer_{kind}_layers.{index}"));
            Ok(Layer {
                cross: Attention::new(
                    (width, config.nheads),
                    "multihead_attn",
                    &own("cross_attention"),
                )?,
                own: Attention::new((width, config.nheads), "self_attn", &own("self_attention"))?,
                feed: FeedForward::new(width, config.dim_feedforward, &own("ffn"))?,
            })
        };
        let colors = weights.pp("color_embed.layers");
        Ok(Self {
            queries: learnt("query_feat.weight")?,
            places: learnt("query_embed.weight")?,
            maps: inputs
                .into_iter()
                .enumerate()
                .map(map)
                .collect::<Result<_>>()?,
            layers: (0..config.dec_layers).map(layer).collect::<Result<_>>()?,
            norm: LayerNorm::new(width, EPSILON, &weights.pp("decoder_norm"))?,
            colors: [
                Linear::new(width, width, &colors.pp(0))?,
                Linear::new(width, width, &colors.pp(1))?,
                Linear::new(width, config.nf / 2, &colors.pp(2))?,
            ],
        })
    }

    /// The colours, `(queries, channels)`, of as many channels as pixels have features. Takes the
    /// pixel decoder's maps, `(height, width, channels)` each.
    pub(super) fn forward(
        &self,
        maps: &[Tensor],
        watch: Watch,
    ) -> std::result::Result<Tensor, InferenceError> {
        let mut seen = Vec::with_capacity(self.maps.len());
        for (map, layer) in maps.iter().zip(&self.maps) {
            let (down, across, _) = map.dims3()?;
            let values = layer.forward(&map.flatten_to(1)?.unsqueeze(0)?)?;
            let places = positional_encoding::sines(
                down,
                across,
                values.dim(2)?,
                values.dtype(),
                values.device(),
            )?;
            seen.push(((&values + places)?, values));
        }
        let mut hidden = self.queries.clone();
        for (index, (layer, (keys, values))) in
            self.layers.iter().zip(seen.iter().cycle()).enumerate()
        {
            watch.at(index, self.layers.len())?;
            hidden = layer.cross.forward(&hidden, &self.places, keys, values)?;
            hidden =
                layer
                    .own
                    .forward(&hidden, &self.places, &(&hidden + &self.places)?, &hidden)?;
            hidden = layer.feed.forward(&hidden)?;
        }
        let [first, second, last] = &self.colors;
        let colors = first.forward_then(&self.norm.forward(&hidden)?, None, Activation::Relu)?;
        Ok(last
            .forward(&second.forward_then(&colors, None, Activation::Relu)?)?
            .squeeze(0)?)
    }
}

impl Attention {
    /// `name`: what the attention within the layer is called.
    fn new((width, heads): (usize, usize), name: &str, weights: &VarBuilder) -> Result<Self> {
        let own = weights.pp(name);
        let (weight, bias) = (
            own.get((3 * width, width), "in_proj_weight")?,
            own.get(3 * width, "in_proj_bias")?,
        );
        let part = |index: usize| {
            let bias = bias.narrow(0, index * width, width)?.contiguous()?;
            Linear::from_tensors(&weight.narrow(0, index * width, width)?, Some(bias))
        };
        Ok(Self {
            queries: part(0)?,
            keys: part(1)?,
            values: part(2)?,
            output: Linear::new(width, width, &own.pp("out_proj"))?,
            norm: LayerNorm::new(width, EPSILON, &weights.pp("norm"))?,
            heads,
        })
    }

    /// Takes queries and their places, `(1, queries, width)`, and keys and values, `(1, places,
    /// width)`.
    fn forward(
        &self,
        hidden: &Tensor,
        places: &Tensor,
        keys: &Tensor,
        values: &Tensor,
    ) -> Result<Tensor> {
        let query = Columns {
            tensor: &self.queries.forward(&(hidden + places)?)?,
            from: 0,
        };
        let key = Columns {
            tensor: &self.keys.forward(keys)?,
            from: 0,
        };
        let value = Columns {
            tensor: &self.values.forward(values)?,
            from: 0,
        };
        let seen = cross_attention(query, key, value, hidden.dim(2)?, self.heads)?;
        self.norm.forward(
            &self
                .output
                .forward_then(&seen, Some(hidden), Activation::None)?,
        )
    }
}

impl FeedForward {
    fn new(width: usize, inner: usize, weights: &VarBuilder) -> Result<Self> {
        Ok(Self {
            up: Linear::new(width, inner, &weights.pp("linear1"))?,
            down: Linear::new(inner, width, &weights.pp("linear2"))?,
            norm: LayerNorm::new(width, EPSILON, &weights.pp("norm"))?,
        })
    }

    fn forward(&self, hidden: &Tensor) -> Result<Tensor> {
        let inner = self.up.forward_then(hidden, None, Activation::Relu)?;
        self.norm.forward(
            &self
                .down
                .forward_then(&inner, Some(hidden), Activation::None)?,
        )
    }
}
