//! The dense network (`RRDBNet`; Wang et al. 2018, "ESRGAN", section 3.1): blocks whose every
//! convolution sees the maps of all that came before it in the block, each worth a fifth of what
//! goes around it.

use candle_core::{Result, Tensor};
use candle_nn::VarBuilder;

use crate::kernels::{Activation, Conv2d, Interpolation, interpolated, prelu};
use crate::{InferenceError, Watch};

/// The slope of all rectifiers below zero.
const SLOPE: f32 = 0.2;
/// Weight of a block beside what goes around it (ibid., "residual scaling").
const SHARE: f64 = 0.2;
/// Convolutions of a part of a block, and parts of a block.
const CONVOLUTIONS: usize = 5;
const PARTS: usize = 3;

/// Blocks, then larger twice, then two convolutions.
pub(super) struct Dense {
    first: Conv2d,
    blocks: Vec<Vec<Vec<Conv2d>>>,
    body_conv: Conv2d,
    /// One for each time that the map becomes twice as large.
    larger: [Conv2d; 2],
    fine: Conv2d,
    last: Conv2d,
    /// `(features,)` and `(growth,)` of the one slope.
    slopes: (Tensor, Tensor),
}

impl Dense {
    /// `blocks` of three parts whose convolutions add `growth` channels to `features`.
    pub(super) fn new(
        blocks: usize,
        growth: usize,
        features: usize,
        weights: &VarBuilder,
    ) -> Result<Self> {
        let convolution = |input: usize, output: usize, name: &str| {
            Conv2d::same((input, output, 3, 1), &weights.pp(name))
        };
        let part = |block: usize, part: usize| {
            let weights = weights.pp(format!("body.{block}.rdb{}", part + 1));
            (0..CONVOLUTIONS)
                .map(|index| own(index, growth, features, &weights))
                .collect::<Result<Vec<_>>>()
        };
        let block = |block: usize| {
            (0..PARTS)
                .map(|index| part(block, index))
                .collect::<Result<Vec<_>>>()
        };
        let slopes =
            |width: usize| Tensor::full(SLOPE, width, weights.device())?.to_dtype(weights.dtype());
        Ok(Self {
            first: convolution(3, features, "conv_first")?,
            blocks: (0..blocks).map(block).collect::<Result<_>>()?,
            body_conv: convolution(features, features, "conv_body")?,
            larger: [
                convolution(features, features, "conv_up1")?,
                convolution(features, features, "conv_up2")?,
            ],
            fine: convolution(features, features, "conv_hr")?,
            last: convolution(features, 3, "conv_last")?,
            slopes: (slopes(features)?, slopes(growth)?),
        })
    }

    /// `(height, width, 3)` to four times the size.
    pub(super) fn forward(
        &self,
        pixels: &Tensor,
        watch: Watch,
    ) -> std::result::Result<Tensor, InferenceError> {
        let count = self.blocks.len() + self.larger.len() + 2;
        let first = self.first.forward(pixels, Activation::None)?;
        let mut x = first.clone();
        for (done, block) in self.blocks.iter().enumerate() {
            let mut inner = x.clone();
            for part in block {
                watch.at(done, count)?;
                inner = self.part(part, &inner)?;
            }
            x = ((inner * SHARE)? + x)?;
        }
        x = self
            .body_conv
            .forward_then(&x, Some(&first), Activation::None)?;
        let mut done = self.blocks.len();
        for larger in &self.larger {
            let ask = &|| watch.at(done, count);
            let size = (2 * x.dim(0)?, 2 * x.dim(1)?);
            let wide = interpolated(&x, size, Interpolation::Nearest)?;
            x = prelu(
                &larger.forward_asking(&wide, None, Activation::None, ask)?,
                &self.slopes.0,
            )?;
            done += 1;
        }
        let fine = self
            .fine
            .forward_asking(&x, None, Activation::None, &|| watch.at(done, count))?;
        let fine = prelu(&fine, &self.slopes.0)?;
        self.last
            .forward_asking(&fine, None, Activation::None, &|| watch.at(done + 1, count))
    }

    fn part(&self, convolutions: &[Conv2d], x: &Tensor) -> Result<Tensor> {
        let mut maps = x.clone();
        for (index, convolution) in convolutions.iter().enumerate() {
            if index + 1 == convolutions.len() {
                return convolution.forward_then(&maps, Some(x), Activation::None);
            }
            let map = prelu(
                &convolution.forward(&maps, Activation::None)?,
                &self.slopes.1,
            )?;
            maps = Tensor::cat(&[&maps, &map], 2)?;
        }
        Ok(maps)
    }
}

/// A convolution of a part; the last one already worth its share.
fn own(index: usize, growth: usize, features: usize, weights: &VarBuilder) -> Result<Conv2d> {
    let weights = weights.pp(format!("conv{}", index + 1));
    let input = features + index * growth;
    if index + 1 < CONVOLUTIONS {
        return Conv2d::same((input, growth, 3, 1), &weights);
    }
    let weight = (weights.get((features, input, 3, 3), "weight")? * SHARE)?;
    Conv2d::new(
        &weight,
        Some((weights.get(features, "bias")? * SHARE)?),
        1,
        1,
    )
}
