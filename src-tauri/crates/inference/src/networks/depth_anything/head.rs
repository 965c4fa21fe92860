//! The dense prediction head (Ranftl et al. 2021, section 3): four maps of the transformer are brought to four sizes and
//! joined from the smallest to the largest.

use candle_core::{Result, Tensor};
use candle_nn::VarBuilder;

use super::config::DepthAnythingConfig;
use crate::layers::convolution::Convolution;
use crate::layers::interpolation::{Interpolation, interpolated};
use crate::{InferenceError, Watch};

/// Makes a depth map out of the transformer's maps.
pub(super) struct Head {
    stages: Vec<Stage>,
    fusions: Vec<Fusion>,
    first: Convolution,
    second: Convolution,
    last: Convolution,
    /// The farthest that a metric model can tell; none where the output has no unit.
    farthest: Option<f64>,
}

/// A map of the transformer, brought to its size and channels.
struct Stage {
    projection: Convolution,
    resize: Resize,
    adapter: Convolution,
}

enum Resize {
    /// Each place becomes a square: `(in, out * factor * factor)`, and the bias.
    Larger(Tensor, Tensor, usize),
    Same,
    Smaller(Convolution),
}

/// Joins a map with what came before it.
struct Fusion {
    /// What is joined; the smallest map has nothing before it, though its file has weights for it.
    joined: Residual,
    together: Residual,
    projection: Convolution,
}

/// Two convolutions with what goes in added.
struct Residual(Convolution, Convolution);

impl Head {
    pub(super) fn new(config: &DepthAnythingConfig, neck: &VarBuilder, head: &VarBuilder) -> Result<Self> {
        let (width, fusion) = (config.backbone_config.hidden_size, config.fusion_hidden_size);
        let stage = |index: usize| {
            let channels = config.neck_hidden_sizes[index];
            let weights = neck.pp(format!("reassemble_stage.layers.{index}"));
            let resize = weights.pp("resize");
            let factor = config.reassemble_factors[index];
            let resize = if factor > 1.0 {
                let factor = factor as usize;
                let matrix = resize.get((channels, channels, factor, factor), "weight")?.reshape((channels, ()))?;
                Resize::Larger(matrix, resize.get(channels, "bias")?, factor)
            } else if factor < 1.0 {
                Resize::Smaller(Convolution::new(channels, channels, 3, &resize)?.with_stride((1.0 / factor) as usize))
            } else {
                Resize::Same
            };
            Ok(Stage {
                projection: Convolution::new(width, channels, 1, &weights.pp("projection"))?,
                resize,
                adapter: Convolution::without_bias(channels, fusion, 3, &neck.pp(format!("convs.{index}")))?,
            })
        };
        let fused = |index: usize| Fusion::new(fusion, &neck.pp(format!("fusion_stage.layers.{index}")));
        let farthest = match config.depth_estimation_type.as_str() {
            "relative" => None,
            "metric" => Some(config.max_depth.unwrap_or(1.0)),
            other => candle_core::bail!("depth of the type {other} is not known: only relative and metric are"),
        };
        Ok(Self {
            stages: (0..4).map(stage).collect::<Result<_>>()?,
            fusions: (0..4).map(fused).collect::<Result<_>>()?,
            first: Convolution::new(fusion, fusion / 2, 3, &head.pp("conv1"))?,
            second: Convolution::new(fusion / 2, config.head_hidden_size, 3, &head.pp("conv2"))?,
            last: Convolution::new(config.head_hidden_size, 1, 1, &head.pp("conv3"))?,
            farthest,
        })
    }

    /// The depth, `(1, 1, height, width)`. Takes the transformer's maps and the pixels' height and width.
    pub(super) fn forward(
        &self,
        maps: &[Tensor],
        size: (usize, usize),
        watch: Watch,
    ) -> std::result::Result<Tensor, InferenceError> {
        let mut features = Vec::with_capacity(maps.len());
        for (index, (stage, map)) in self.stages.iter().zip(maps).enumerate() {
            watch.at(index, 12)?;
            features.push(stage.forward(map)?);
        }
        let mut together: Option<Tensor> = None;
        for (index, fusion) in self.fusions.iter().enumerate() {
            watch.at(4 + index, 12)?;
            let place = features.len() - 1 - index;
            let next = place.checked_sub(1).map(|next| features[next].dims4()).transpose()?;
            let next = next.map(|(_, _, down, across)| (down, across));
            together = Some(fusion.forward(together.as_ref(), &features[place], next)?);
        }
        let Some(together) = together else {
            return Err(candle_core::Error::Msg("there are no maps".to_owned()).into());
        };
        watch.at(8, 12)?;
        let depth = interpolated(&self.first.forward(&together)?, size, Interpolation::LinearToCorners)?;
        watch.at(10, 12)?;
        let depth = self.second.forward_relu(&depth)?;
        Ok(match self.farthest {
            None => self.last.forward_relu(&depth)?,
            Some(farthest) => (candle_nn::ops::sigmoid(&self.last.forward(&depth)?)? * farthest)?,
        })
    }
}

impl Stage {
    fn forward(&self, map: &Tensor) -> Result<Tensor> {
        let map = self.projection.forward(map)?;
        let map = match &self.resize {
            Resize::Larger(matrix, bias, factor) => larger(&map, matrix, bias, *factor)?,
            Resize::Same => map,
            Resize::Smaller(convolution) => convolution.forward(&map)?,
        };
        self.adapter.forward(&map)
    }
}

/// A transposed convolution whose squares do not overlap.
fn larger(map: &Tensor, matrix: &Tensor, bias: &Tensor, factor: usize) -> Result<Tensor> {
    let (_, channels, down, across) = map.dims4()?;
    let places = map.reshape((channels, down * across))?.t()?.contiguous()?;
    places
        .matmul(matrix)?
        .reshape((down, across, channels, factor, factor))?
        .permute((2, 0, 3, 1, 4))?
        .reshape((1, channels, down * factor, across * factor))?
        .broadcast_add(&bias.reshape((1, channels, 1, 1))?)
}

impl Fusion {
    fn new(channels: usize, weights: &VarBuilder) -> Result<Self> {
        Ok(Self {
            joined: Residual::new(channels, &weights.pp("residual_layer1"))?,
            together: Residual::new(channels, &weights.pp("residual_layer2"))?,
            projection: Convolution::new(channels, channels, 1, &weights.pp("projection"))?,
        })
    }

    /// `next`: the size of the next map, which the result gets; the last one becomes twice as large.
    fn forward(&self, before: Option<&Tensor>, map: &Tensor, next: Option<(usize, usize)>) -> Result<Tensor> {
        let together = match before {
            None => map.clone(),
            // What came before has been brought to this map's size.
            Some(before) => (before + self.joined.forward(map)?)?,
        };
        let together = self.together.forward(&together)?;
        let (_, _, down, across) = together.dims4()?;
        // The projection goes place by place, so that it can stand before what makes the map larger.
        let projected = self.projection.forward(&together)?;
        interpolated(&projected, next.unwrap_or((2 * down, 2 * across)), Interpolation::LinearToCorners)
    }
}

impl Residual {
    fn new(channels: usize, weights: &VarBuilder) -> Result<Self> {
        let part = |name: &str| Convolution::new(channels, channels, 3, &weights.pp(name));
        Ok(Self(part("convolution1")?, part("convolution2")?))
    }

    fn forward(&self, map: &Tensor) -> Result<Tensor> {
        self.1.forward_add(&self.0.forward_relu(&map.relu()?)?, map)
    }
}
