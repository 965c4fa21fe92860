//! The dense prediction head (Ranftl et al. 2021, section 3): four maps of the transformer are
//! brought to four sizes and joined from the smallest to the largest.

use candle_core::{Result, Tensor};
use candle_nn::VarBuilder;

use super::config::DepthAnythingConfig;
use crate::kernels::{Activation, Conv2d, Interpolation, Linear, interpolated};
use crate::{InferenceError, Watch};

/// Makes a depth map out of the transformer's maps.
pub(super) struct Head {
    stages: Vec<Stage>,
    fusions: Vec<Fusion>,
    first: Conv2d,
    second: Conv2d,
    last: Conv2d,
    /// The farthest that a metric model can tell; none where the output has no unit.
    farthest: Option<f64>,
}

/// A map of the transformer, brought to its size and channels.
struct Stage {
    projection: Conv2d,
    resize: Resize,
    adapter: Conv2d,
}

enum Resize {
    /// Each place becomes a square with this side.
    Larger(Linear, usize),
    Same,
    Smaller(Conv2d),
}

/// Joins a map with what came before it.
struct Fusion {
    /// Layers on the map that is joined; the smallest map has nothing before it, though its file
    /// has weights for it.
    joined: Residual,
    together: Residual,
    projection: Conv2d,
}

/// Two convolutions with what goes in added.
struct Residual(Conv2d, Conv2d);

impl Head {
    pub(super) fn new(
        config: &DepthAnythingConfig,
        neck: &VarBuilder,
        head: &VarBuilder,
    ) -> Result<Self> {
        let (width, fusion) = (
            config.backbone_config.hidden_size,
            config.fusion_hidden_size,
        );
        let stage = |index: usize| {
            let channels = config.neck_hidden_sizes[index];
            let weights = neck.pp(format!("reassemble_stage.layers.{index}"));
            let resize = weights.pp("resize");
            let factor = config.reassemble_factors[index];
            let resize = if factor > 1.0 {
                let factor = factor as usize;
                Resize::Larger(
                    Linear::transposed_conv(channels, channels, factor, &resize)?,
                    factor,
                )
            } else if factor < 1.0 {
                Resize::Smaller(Conv2d::same(
                    (channels, channels, 3, (1.0 / factor) as usize),
                    &resize,
                )?)
            } else {
                Resize::Same
            };
            let adapter = neck.get((fusion, channels, 3, 3), &format!("convs.{index}.weight"))?;
            Ok(Stage {
                projection: Conv2d::same((width, channels, 1, 1), &weights.pp("projection"))?,
                resize,
                adapter: Conv2d::new(&adapter, None, 1, 1)?,
            })
        };
        let fused =
            |index: usize| Fusion::new(fusion, &neck.pp(format!("fusion_stage.layers.{index}")));
        let farthest = match config.depth_estimation_type.as_str() {
            "relative" => None,
            "metric" => Some(config.max_depth.unwrap_or(1.0)),
            other => candle_core::bail!(
                "depth of the type {other} is not known: only relative and metric are"
            ),
        };
        Ok(Self {
            stages: (0..4).map(stage).collect::<Result<_>>()?,
            fusions: (0..4).map(fused).collect::<Result<_>>()?,
            first: Conv2d::same((fusion, fusion / 2, 3, 1), &head.pp("conv1"))?,
            second: Conv2d::same(
                (fusion / 2, config.head_hidden_size, 3, 1),
                &head.pp("conv2"),
            )?,
            last: Conv2d::same((config.head_hidden_size, 1, 1, 1), &head.pp("conv3"))?,
            farthest,
        })
    }

    /// The depth, `(height, width, 1)`. Takes the transformer's maps and the pixels' height and
    /// width.
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
            let next = place
                .checked_sub(1)
                .map(|next| features[next].dims3())
                .transpose()?;
            let next = next.map(|(down, across, _)| (down, across));
            together = Some(fusion.forward(together.as_ref(), &features[place], next)?);
        }
        let Some(together) = together else {
            return Err(candle_core::Error::Msg("there are no maps".to_owned()).into());
        };
        watch.at(8, 12)?;
        let depth = interpolated(
            &self.first.forward(&together, Activation::None)?,
            size,
            Interpolation::LinearToCorners,
        )?;
        watch.at(10, 12)?;
        let depth = self.second.forward(&depth, Activation::Relu)?;
        Ok(match self.farthest {
            None => self.last.forward(&depth, Activation::Relu)?,
            Some(farthest) => {
                (candle_nn::ops::sigmoid(&self.last.forward(&depth, Activation::None)?)?
                    * farthest)?
            }
        })
    }
}

impl Stage {
    fn forward(&self, map: &Tensor) -> Result<Tensor> {
        let map = self.projection.forward(map, Activation::None)?;
        let map = match &self.resize {
            Resize::Larger(layer, factor) => larger(&map, layer, *factor)?,
            Resize::Same => map,
            Resize::Smaller(convolution) => convolution.forward(&map, Activation::None)?,
        };
        self.adapter.forward(&map, Activation::None)
    }
}

/// A transposed convolution whose squares do not overlap.
fn larger(map: &Tensor, layer: &Linear, factor: usize) -> Result<Tensor> {
    let (down, across, channels) = map.dims3()?;
    let squares = layer
        .forward(map)?
        .reshape((down, across, factor, factor * channels))?;
    squares
        .transpose(1, 2)?
        .reshape((down * factor, across * factor, channels))
}

impl Fusion {
    fn new(channels: usize, weights: &VarBuilder) -> Result<Self> {
        Ok(Self {
            joined: Residual::new(channels, &weights.pp("residual_layer1"))?,
            together: Residual::new(channels, &weights.pp("residual_layer2"))?,
            projection: Conv2d::same((channels, channels, 1, 1), &weights.pp("projection"))?,
        })
    }

    /// `next`: the size of the next map, which the result gets; the last one becomes twice as
    /// large.
    fn forward(
        &self,
        before: Option<&Tensor>,
        map: &Tensor,
        next: Option<(usize, usize)>,
    ) -> Result<Tensor> {
        let together = match before {
            None => map.clone(),
            // What came before has been brought to this map's size.
            Some(before) => self.joined.forward(map, Some(before))?,
        };
        let together = self.together.forward(&together, None)?;
        let (down, across, _) = together.dims3()?;
        // The projection goes place by place, so that it can stand before what makes the map
        // larger.
        let projected = self.projection.forward(&together, Activation::None)?;
        interpolated(
            &projected,
            next.unwrap_or((2 * down, 2 * across)),
            Interpolation::LinearToCorners,
        )
    }
}

impl Residual {
    fn new(channels: usize, weights: &VarBuilder) -> Result<Self> {
        let part = |name: &str| Conv2d::same((channels, channels, 3, 1), &weights.pp(name));
        Ok(Self(part("convolution1")?, part("convolution2")?))
    }

    /// With `more` added.
    fn forward(&self, map: &Tensor, more: Option<&Tensor>) -> Result<Tensor> {
        let around = if let Some(more) = more {
            &(map + more)?
        } else {
            map
        };
        let inner = self.0.forward(&map.relu()?, Activation::Relu)?;
        self.1.forward_then(&inner, Some(around), Activation::None)
    }
}
