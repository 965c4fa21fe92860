//! Masks of what was found (Carion et al. 2020, section 4.2 and figure 8): where each query looks becomes a mask, made sharper
//! from stage to stage with what the backbone saw.
//!
//! Queries are taken one after another and only where their mask is wanted: the maps of a hundred of them at once would
//! take gigabytes. What is the same for each of them is computed once.

use candle_core::{D, Result, Tensor};
use candle_nn::{GroupNorm, Linear, Module, VarBuilder, group_norm, linear};

use super::config::DetrConfig;
use super::transformer::EPSILON;
use crate::layers::attention::heads;
use crate::layers::convolution::Convolution;
use crate::{InferenceError, Watch};

/// Groups of the group norms, where there are as many channels.
const GROUPS: usize = 8;

/// Where each query looks in the picture, by several heads that are weighed against each other.
pub(super) struct Looks {
    queries: Linear,
    keys: Linear,
    heads: usize,
}

impl Looks {
    pub(super) fn new(config: &DetrConfig, weights: &VarBuilder) -> Result<Self> {
        let width = config.d_model;
        Ok(Self {
            queries: linear(width, width, weights.pp("q_linear"))?,
            keys: linear(width, width, weights.pp("k_linear"))?,
            heads: config.encoder_attention_heads,
        })
    }

    /// Takes what was found and what the encoder gave, `(1, queries, width)` and `(1, places, width)`; gives
    /// `(queries, heads, places)`, which is 1 together for each query.
    pub(super) fn forward(&self, found: &Tensor, memory: &Tensor) -> Result<Tensor> {
        let query = heads(&self.queries.forward(found)?, self.heads)?;
        let key = heads(&self.keys.forward(memory)?, self.heads)?;
        let (_, heads, queries, size) = query.dims4()?;
        let scores = (query * (size as f64).powf(-0.5))?.matmul(&key.transpose(2, 3)?)?;
        let places = scores.dim(D::Minus1)?;
        let scores = scores.squeeze(0)?.transpose(0, 1)?.reshape((queries, heads * places))?;
        candle_nn::ops::softmax_last_dim(&scores)?.reshape((queries, heads, places))
    }
}

/// Makes masks out of where queries look.
pub(super) struct MaskHead {
    /// The first convolution reads the picture, which is the same for each query, and where the query looks.
    picture: Convolution,
    looks: Convolution,
    first: GroupNorm,
    second: (Convolution, GroupNorm),
    stages: Vec<Stage>,
    output: Convolution,
}

struct Stage {
    adapter: Convolution,
    refine: Convolution,
    norm: GroupNorm,
}

impl MaskHead {
    /// `channels`: of the backbone's first three stages.
    pub(super) fn new(config: &DetrConfig, channels: [usize; 3], weights: &VarBuilder) -> Result<Self> {
        let width = config.d_model;
        let inputs = width + config.encoder_attention_heads;
        let norm = |number: usize, channels: usize| {
            group_norm(GROUPS.min(channels), channels, EPSILON, weights.pp(format!("gn{number}")))
        };
        let convolution = |number: usize, inputs: usize, outputs: usize| {
            Convolution::new(inputs, outputs, 3, &weights.pp(format!("lay{number}")))
        };
        let whole = convolution(1, inputs, inputs)?;
        let stage = |number: usize| {
            let (inputs, outputs) = (width >> number, width >> (number + 1));
            let adapter = weights.pp(format!("adapter{number}"));
            Ok(Stage {
                adapter: Convolution::new(channels[3 - number], inputs, 1, &adapter)?,
                refine: convolution(number + 2, inputs, outputs)?,
                norm: norm(number + 2, outputs)?,
            })
        };
        Ok(Self {
            looks: whole.of_inputs(width, config.encoder_attention_heads)?,
            picture: whole.first_inputs(width)?,
            first: norm(1, inputs)?,
            second: (convolution(2, inputs, width / 2)?, norm(2, width / 2)?),
            stages: (1..=3).map(stage).collect::<Result<_>>()?,
            output: Convolution::new(width >> 4, 1, 3, &weights.pp("out_lay"))?,
        })
    }

    /// The masks of queries before the sigmoid, `(queries, height, width)` at a quarter of the picture's size.
    ///
    /// `picture`: the last stage at the transformer's width, `(1, width, height, width)`. `looks`: where each query looks,
    /// `(queries, heads, places)`. `maps`: what came out of the backbone's stages.
    pub(super) fn forward(
        &self,
        picture: &Tensor,
        looks: &Tensor,
        maps: &[Tensor],
        watch: Watch,
    ) -> std::result::Result<Tensor, InferenceError> {
        let (_, _, down, across) = picture.dims4()?;
        let (queries, heads, _) = looks.dims3()?;
        let shared = self.picture.forward(picture)?;
        let from_stages = self.stages.iter().zip(maps.iter().take(3).rev());
        let sharper: Vec<Tensor> = from_stages.map(|(stage, map)| stage.adapter.forward(map)).collect::<Result<_>>()?;
        let mut masks = Vec::with_capacity(queries);
        for query in 0..queries {
            watch.at(query, queries)?;
            let look = looks.get(query)?.reshape((1, heads, down, across))?;
            masks.push(self.mask(&shared, &look, &sharper)?);
        }
        Ok(Tensor::cat(&masks, 0)?)
    }

    fn mask(&self, shared: &Tensor, look: &Tensor, sharper: &[Tensor]) -> Result<Tensor> {
        let hidden = (self.looks.forward(look)? + shared)?;
        let hidden = self.first.forward(&hidden)?.relu()?;
        let mut hidden = self.second.1.forward(&self.second.0.forward(&hidden)?)?.relu()?;
        for (stage, sharper) in self.stages.iter().zip(sharper) {
            let (_, _, down, across) = sharper.dims4()?;
            let larger = hidden.upsample_nearest2d(down, across)?;
            hidden = stage.norm.forward(&stage.refine.forward(&(larger + sharper)?)?)?.relu()?;
        }
        self.output.forward(&hidden)?.squeeze(1)
    }
}
