//! The network: five blocks of convolutions, each whose outputs are averaged.

use candle_core::{DType, Device, Tensor};
use candle_nn::VarBuilder;
use image::RgbImage;

use super::config::{self, HedConfig};
use super::postprocess::EdgeMap;
use super::preprocess;
use crate::kernels::{Activation, Conv2d, Interpolation, Linear, interpolated};
use crate::models::weights::Network;
use crate::{InferenceError, Watch};

/// The network.
pub struct Hed {
    /// The mean colour of the training's images, which was learnt: `(3,)`.
    mean: Tensor,
    blocks: Vec<Block>,
    dtype: DType,
    device: Device,
}

struct Block {
    convolutions: Vec<Conv2d>,
    /// Says where edges are.
    side: Linear,
}

impl Network for Hed {
    type Config = HedConfig;

    fn new(config: &HedConfig, weights: VarBuilder) -> candle_core::Result<Self> {
        let block = |index: usize| {
            let width = config.widths[index];
            let before = if index == 0 {
                3
            } else {
                config.widths[index - 1]
            };
            Block::new(
                before,
                width,
                config::DEPTHS[index],
                &weights.pp(format!("block{}", index + 1)),
            )
        };
        Ok(Self {
            mean: weights.get((1, 3, 1, 1), "norm")?.flatten_all()?,
            blocks: (0..5).map(block).collect::<candle_core::Result<_>>()?,
            dtype: weights.dtype(),
            device: weights.device().clone(),
        })
    }
}

impl Hed {
    /// Returns the edges that each of the five blocks sees, before the sigmoid, `(height, width)`,
    /// the first at the pixels' size and each at half of that of the one before, rounded down.
    /// Takes
    /// `(height, width, 3)`, values of 0 to 255, 16 at least on each side.
    pub fn forward(&self, pixels: &Tensor, watch: Watch) -> Result<Vec<Tensor>, InferenceError> {
        let mut map = pixels.broadcast_sub(&self.mean)?;
        let count = self
            .blocks
            .iter()
            .map(|block| block.convolutions.len())
            .sum();
        let mut done = 0;
        let mut sides = Vec::with_capacity(self.blocks.len());
        for (index, block) in self.blocks.iter().enumerate() {
            if index > 0 {
                map = halved(&map)?;
            }
            for convolution in &block.convolutions {
                watch.at(done, count)?;
                map = convolution.forward(&map, Activation::Relu)?;
                done += 1;
            }
            sides.push(block.side.forward(&map)?.squeeze(2)?);
        }
        Ok(sides)
    }

    /// The mean of what the blocks see, as shares of an edge: `(height, width)`, of what
    /// [`forward`](Self::forward) gives.
    pub fn joined(sides: &[Tensor]) -> Result<Tensor, InferenceError> {
        let [first, further @ ..] = sides else {
            return Err(candle_core::Error::Msg("no block saw anything".to_owned()).into());
        };
        let size = first.dims2()?;
        let mut sum = first.to_dtype(DType::F32)?;
        for side in further {
            let map = side.to_dtype(DType::F32)?.unsqueeze(2)?;
            sum = (sum + interpolated(&map, size, Interpolation::Linear)?.squeeze(2)?)?;
        }
        Ok(candle_nn::ops::sigmoid(&(sum / sides.len() as f64)?)?)
    }

    /// The edges of an image, at the size that they are looked for at ([`preprocess::size`]).
    pub fn edges(&self, image: &RgbImage, watch: Watch) -> Result<EdgeMap, InferenceError> {
        let sized = preprocess::sized(image)?;
        let pixels = preprocess::pixels(&sized, self.dtype, &self.device)?;
        let edges = Self::joined(&self.forward(&pixels, watch)?)?;
        let (height, width) = edges.dims2()?;
        Ok(EdgeMap {
            width,
            height,
            values: edges.flatten_all()?.to_vec1()?,
        })
    }
}

impl Block {
    fn new(
        before: usize,
        width: usize,
        depth: usize,
        weights: &VarBuilder,
    ) -> candle_core::Result<Self> {
        let convolution = |index: usize| {
            let weights = weights.pp(format!("convs.{index}"));
            let inputs = if index == 0 { before } else { width };
            let weight = weights.get((width, inputs, 3, 3), "weight")?;
            Conv2d::new(&weight, Some(weights.get(width, "bias")?), 1, 1)
        };
        let side = weights.pp("projection");
        let weight = side.get((1, width, 1, 1), "weight")?.reshape((1, width))?;
        Ok(Self {
            convolutions: (0..depth)
                .map(convolution)
                .collect::<candle_core::Result<_>>()?,
            side: Linear::from_tensors(&weight, Some(side.get(1, "bias")?))?,
        })
    }
}

/// The largest of each two by two places of `(height, width, channels)`; a last odd line is left
/// out.
fn halved(map: &Tensor) -> candle_core::Result<Tensor> {
    let (height, width, channels) = map.dims3()?;
    let (down, across) = (height / 2, width / 2);
    let map = map
        .narrow(0, 0, 2 * down)?
        .narrow(1, 0, 2 * across)?
        .contiguous()?;
    let pairs = map.reshape((down, 2, 2 * across * channels))?;
    let rows = pairs.narrow(1, 0, 1)?.maximum(&pairs.narrow(1, 1, 1)?)?;
    let pairs = rows.reshape((down * across, 2, channels))?;
    pairs
        .narrow(1, 0, 1)?
        .maximum(&pairs.narrow(1, 1, 1)?)?
        .reshape((down, across, channels))
}
