//! Masks of what was found (Carion et al. 2020, section 4.2 and figure 8): where each query looks
//! becomes a mask, made sharper from stage to stage with what the backbone saw.
//!
//! Queries are taken one after another and only where their mask is wanted: the maps of a hundred
//! of them at once would take gigabytes. What is the same for each of them is computed once.

use candle_core::{D, Result, Tensor};
use candle_nn::VarBuilder;

use super::config::DetrConfig;
use super::transformer::EPSILON;
use crate::kernels::{Activation, Conv2d, GroupNorm, Interpolation, Linear, interpolated};
use crate::{InferenceError, Watch};

/// Groups of the group norms, where there are as many channels.
const GROUPS: usize = 8;

/// Layers that tell where each query looks in the image, by several heads that are weighed against
/// each other.
pub(super) struct AttentionMaps {
    queries: Linear,
    keys: Linear,
    heads: usize,
}

impl AttentionMaps {
    pub(super) fn new(config: &DetrConfig, weights: &VarBuilder) -> Result<Self> {
        let width = config.d_model;
        Ok(Self {
            queries: Linear::new(width, width, &weights.pp("q_linear"))?,
            keys: Linear::new(width, width, &weights.pp("k_linear"))?,
            heads: config.encoder_attention_heads,
        })
    }

    /// Takes what was found and what the encoder gave, `(1, queries, width)` and `(1, places,
    /// width)`; gives `(queries, places, heads)`, which is 1 together for each query.
    pub(super) fn forward(&self, found: &Tensor, memory: &Tensor) -> Result<Tensor> {
        let heads = |rows: Tensor| -> Result<Tensor> {
            let (_, count, width) = rows.dims3()?;
            rows.reshape((count, self.heads, width / self.heads))?
                .transpose(0, 1)?
                .contiguous()
        };
        let (query, key) = (
            heads(self.queries.forward(found)?)?,
            heads(self.keys.forward(memory)?)?,
        );
        let (heads, queries, size) = query.dims3()?;
        let scores = (query * (size as f64).powf(-0.5))?.matmul(&key.t()?)?;
        let places = scores.dim(D::Minus1)?;
        let scores = scores.transpose(0, 1)?.reshape((queries, heads * places))?;
        let looks = candle_nn::ops::softmax_last_dim(&scores)?.reshape((queries, heads, places))?;
        looks.transpose(1, 2)?.contiguous()
    }
}

/// Makes masks out of where queries look.
pub(super) struct MaskHead {
    /// The first convolution reads the image, which is the same for each query, and where the query
    /// looks.
    image: Conv2d,
    looks: Conv2d,
    first: GroupNorm,
    second: (Conv2d, GroupNorm),
    stages: Vec<Stage>,
    output: Conv2d,
}

struct Stage {
    adapter: Conv2d,
    refine: Conv2d,
    norm: GroupNorm,
}

impl MaskHead {
    /// `channels`: of the backbone's first three stages.
    pub(super) fn new(
        config: &DetrConfig,
        channels: [usize; 3],
        weights: &VarBuilder,
    ) -> Result<Self> {
        let width = config.d_model;
        let inputs = width + config.encoder_attention_heads;
        let norm = |number: usize, channels: usize| {
            GroupNorm::new(
                GROUPS.min(channels),
                channels,
                EPSILON,
                &weights.pp(format!("gn{number}")),
            )
        };
        let convolution = |number: usize, inputs: usize, outputs: usize| {
            Conv2d::same((inputs, outputs, 3, 1), &weights.pp(format!("lay{number}")))
        };
        let (image, looks) = convolution(1, inputs, inputs)?.split(width)?;
        let stage = |number: usize| {
            let (inputs, outputs) = (width >> number, width >> (number + 1));
            let adapter = weights.pp(format!("adapter{number}"));
            Ok(Stage {
                adapter: Conv2d::same((channels[3 - number], inputs, 1, 1), &adapter)?,
                refine: convolution(number + 2, inputs, outputs)?,
                norm: norm(number + 2, outputs)?,
            })
        };
        Ok(Self {
            image,
            looks,
            first: norm(1, inputs)?,
            second: (convolution(2, inputs, width / 2)?, norm(2, width / 2)?),
            stages: (1..=3).map(stage).collect::<Result<_>>()?,
            output: Conv2d::same((width >> 4, 1, 3, 1), &weights.pp("out_lay"))?,
        })
    }

    /// The masks of queries before the sigmoid, `(queries, height, width)` at a quarter of the
    /// image's size.
    ///
    /// `image`: the last stage at the transformer's width, `(height, width, channels)`. `looks`:
    /// where each query looks, `(queries, places, heads)`. `maps`: what came out of the backbone's
    /// stages.
    pub(super) fn forward(
        &self,
        image: &Tensor,
        looks: &Tensor,
        maps: &[Tensor],
        watch: Watch,
    ) -> std::result::Result<Tensor, InferenceError> {
        let (down, across, _) = image.dims3()?;
        let (queries, _, heads) = looks.dims3()?;
        let shared = self.image.forward(image, Activation::None)?;
        let from_stages = self.stages.iter().zip(maps.iter().take(3).rev());
        let sharper: Vec<Tensor> = from_stages
            .map(|(stage, map)| stage.adapter.forward(map, Activation::None))
            .collect::<Result<_>>()?;
        let mut masks = Vec::with_capacity(queries);
        for query in 0..queries {
            watch.at(query, queries)?;
            let look = looks.get(query)?.reshape((down, across, heads))?;
            masks.push(self.mask(&shared, &look, &sharper)?);
        }
        Ok(Tensor::stack(&masks, 0)?)
    }

    fn mask(&self, shared: &Tensor, look: &Tensor, sharper: &[Tensor]) -> Result<Tensor> {
        let hidden = self
            .looks
            .forward_then(look, Some(shared), Activation::None)?;
        let hidden = self.first.forward_then(&hidden, Activation::Relu)?;
        let (second, norm) = &self.second;
        let mut hidden = norm.forward_then(
            &second.forward(&hidden, Activation::None)?,
            Activation::Relu,
        )?;
        for (stage, sharper) in self.stages.iter().zip(sharper) {
            let (down, across, _) = sharper.dims3()?;
            let larger =
                (interpolated(&hidden, (down, across), Interpolation::Nearest)? + sharper)?;
            hidden = stage.norm.forward_then(
                &stage.refine.forward(&larger, Activation::None)?,
                Activation::Relu,
            )?;
        }
        self.output.forward(&hidden, Activation::None)?.squeeze(2)
    }
}
