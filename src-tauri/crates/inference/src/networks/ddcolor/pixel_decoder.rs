//! The pixel decoder (Kang et al. 2023, section 3.2): the encoder's maps are joined from the
//! smallest to the largest, each time upsampled by pixel shuffle (Shi et al. 2016) and blurred, so
//! that no grid shows (Sugawara et al. 2018).

use candle_core::{DType, Result, Tensor};
use candle_nn::VarBuilder;

use super::config::DdColorConfig;
use super::norms::{Affine, spectral};
use crate::kernels::{Activation, Conv2d, Linear, applied};
use crate::{InferenceError, Watch};

/// Factor by which the last map becomes larger.
const LAST: usize = 4;
/// Lines of it that are upsampled at a time: all of them would take a quarter of a gigabyte.
const LINES: usize = 8;

/// The pixel decoder.
pub(super) struct PixelDecoder {
    blocks: Vec<Block>,
    last: Shuffle,
}

/// Upsamples a map and joins it with the encoder's map of that size.
struct Block {
    shuffle: Shuffle,
    /// Scale and shift that normalise the encoder's map.
    skip: Affine,
    join: Conv2d,
    norm: Affine,
}

/// Makes each place a square of places.
struct Shuffle {
    /// To the square's places one after another, row by row.
    layer: Linear,
    /// The square's side.
    factor: usize,
}

impl PixelDecoder {
    pub(super) fn new(config: &DdColorConfig, weights: &VarBuilder) -> Result<Self> {
        let (_, widths) = config.stages()?;
        let outputs = [config.nf, config.nf, config.nf / 2];
        let block = |index: usize| {
            let before = if index == 0 {
                widths[3]
            } else {
                outputs[index - 1]
            };
            Block::new(
                (before, widths[2 - index], outputs[index]),
                &weights.pp(format!("layers.{index}")),
            )
        };
        let (last, width) = (weights.pp("last_shuf.conv.0"), config.nf / 2);
        let weight = spectral((width, width * LAST * LAST, 1), &last)?;
        let bias = last.get(width * LAST * LAST, "bias")?;
        Ok(Self {
            blocks: (0..3).map(block).collect::<Result<_>>()?,
            last: Shuffle::new(&weight, &bias, LAST, weights.dtype())?,
        })
    }

    /// Three maps, `(height, width, channels)` each: of a sixteenth, an eighth and a quarter of the
    /// pixels' size. Takes the encoder's four.
    pub(super) fn forward(
        &self,
        maps: &[Tensor],
        watch: Watch,
    ) -> std::result::Result<Vec<Tensor>, InferenceError> {
        let [skips @ .., smallest] = maps else {
            return Err(candle_core::Error::Msg("there are no maps".to_owned()).into());
        };
        let mut found: Vec<Tensor> = Vec::with_capacity(self.blocks.len());
        for (index, (block, skip)) in self.blocks.iter().zip(skips.iter().rev()).enumerate() {
            let ask = || watch.at(index, self.blocks.len());
            ask()?;
            let map = block.forward(found.last().unwrap_or(smallest), skip, &ask)?;
            found.push(map);
        }
        Ok(found)
    }

    /// Returns the result of `mix` for each pixel's features, `(height, width, 2)`: the last map,
    /// `(height / 4, width / 4, channels)`, upsampled. As the blur does not mix channels, it comes
    /// behind `mix`, of which far less is to be blurred.
    pub(super) fn mixed(
        &self,
        map: &Tensor,
        mix: &Linear,
        watch: Watch,
    ) -> std::result::Result<Tensor, InferenceError> {
        let (height, width, channels) = map.dims3()?;
        let mut bands = Vec::with_capacity(height.div_ceil(LINES));
        for first in (0..height).step_by(LINES) {
            watch.at(first, height)?;
            let lines = LINES.min(height - first);
            let squares = self.last.layer.forward_then(
                &map.narrow(0, first, lines)?,
                None,
                Activation::Relu,
            )?;
            bands.push(mix.forward(&squares.reshape((lines * width, LAST * LAST, channels))?)?);
        }
        let squares = Tensor::cat(&bands, 0)?.reshape((height, width, ()))?;
        Ok(blurred(&self.last.spread(&squares)?)?)
    }
}

impl Block {
    fn new((before, skip, output): (usize, usize, usize), weights: &VarBuilder) -> Result<Self> {
        let (dtype, shuffle) = (weights.dtype(), weights.pp("shuf.conv"));
        let norm = Affine::of_batch_norm(4 * output, &shuffle.pp(1))?;
        let shuffle_weight = spectral((before, 4 * output, 1), &shuffle.pp(0))?;
        let shuffle_weight =
            shuffle_weight.broadcast_mul(&norm.scale.reshape((4 * output, 1, 1, 1))?)?;
        let join = spectral((output + skip, output, 3), &weights.pp("conv.0"))?;
        Ok(Self {
            shuffle: Shuffle::new(&shuffle_weight, &norm.shift, 2, dtype)?,
            skip: Affine::of_batch_norm(skip, &weights.pp("bn"))?.to_dtype(dtype)?,
            join: Conv2d::new(&join.to_dtype(dtype)?, None, 1, 1)?,
            // Stands behind the activation, so that no weights can take it in.
            norm: Affine::of_batch_norm(output, &weights.pp("conv.2"))?.to_dtype(dtype)?,
        })
    }

    fn forward(
        &self,
        before: &Tensor,
        skip: &Tensor,
        ask: &dyn Fn() -> std::result::Result<(), InferenceError>,
    ) -> std::result::Result<Tensor, InferenceError> {
        let squares = self
            .shuffle
            .layer
            .forward_then(before, None, Activation::Relu)?;
        let upsampled = blurred(&self.shuffle.spread(&squares)?)?;
        let both = applied(
            &Tensor::cat(&[&upsampled, &self.skip.forward(skip)?], 2)?,
            Activation::Relu,
        )?;
        let joined = self
            .join
            .forward_asking(&both, None, Activation::Relu, ask)?;
        Ok(self.norm.forward(&joined)?)
    }
}

impl Shuffle {
    /// From weights of shape `(out · factor · factor, in, 1, 1)` and a bias, the places of a square
    /// beside each other.
    fn new(weight: &Tensor, bias: &Tensor, factor: usize, dtype: DType) -> Result<Self> {
        let (rows, input, _, _) = weight.dims4()?;
        let square = factor * factor;
        let weight = weight
            .reshape((rows / square, square, input))?
            .transpose(0, 1)?
            .reshape((rows, input))?;
        let bias = bias.reshape((rows / square, square))?.t()?.reshape(rows)?;
        Ok(Self {
            layer: Linear::from_tensors(&weight.to_dtype(dtype)?, Some(bias.to_dtype(dtype)?))?,
            factor,
        })
    }

    /// Lays the squares out: `(height, width, factor · factor · channels)` to `(factor · height,
    /// factor · width, channels)`.
    fn spread(&self, squares: &Tensor) -> Result<Tensor> {
        let (height, width, values) = squares.dims3()?;
        let channels = values / (self.factor * self.factor);
        let lines = squares
            .reshape((height, width, self.factor, self.factor * channels))?
            .transpose(1, 2)?;
        lines.reshape((self.factor * height, self.factor * width, channels))
    }
}

/// The mean of each place, the ones above it and left of it, and the one above that; beyond the
/// edge are the places at it.
fn blurred(map: &Tensor) -> Result<Tensor> {
    let mut map = map.clone();
    for side in [0_usize, 1] {
        let before = [
            map.narrow(side, 0, 1)?,
            map.narrow(side, 0, map.dim(side)? - 1)?,
        ];
        map = ((Tensor::cat(&before, side)? + map)? * 0.5)?;
    }
    Ok(map)
}
