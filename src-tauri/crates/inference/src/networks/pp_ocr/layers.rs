//! Layers of PP-OCR's networks, channels-last: `(height, width, channels)`.

use candle_core::{Result, Tensor};
use candle_nn::VarBuilder;

use crate::kernels::{Activation, Linear};

/// Number that batch normalisations add to the variance.
const EPSILON: f64 = 1e-5;

/// The scale and the shift of each channel that a batch normalisation comes to.
fn scale_and_shift(channels: usize, weights: &VarBuilder) -> Result<(Tensor, Tensor)> {
    let read = |name: &str| weights.get(channels, name);
    let scale = (read("weight")? / (read("running_var")? + EPSILON)?.sqrt()?)?;
    let shift = (read("bias")? - (read("running_mean")? * &scale)?)?;
    Ok((scale, shift))
}

/// A convolution's weights of shape `(out, in, height, width)` and its bias, with the batch
/// normalisation behind it folded in.
pub(super) fn folded(
    shape: (usize, usize, usize, usize),
    convolution: &VarBuilder,
    normalisation: &VarBuilder,
) -> Result<(Tensor, Tensor)> {
    let (scale, shift) = scale_and_shift(shape.0, normalisation)?;
    Ok((
        convolution
            .get(shape, "weight")?
            .broadcast_mul(&scale.reshape((shape.0, 1, 1, 1))?)?,
        shift,
    ))
}

/// A convolution of one by one with a batch normalisation behind it; `weights` holds `convolution`
/// and `normalization`.
pub(super) fn pointwise(input: usize, output: usize, weights: &VarBuilder) -> Result<Linear> {
    let (weight, bias) = folded(
        (output, input, 1, 1),
        &weights.pp("convolution"),
        &weights.pp("normalization"),
    )?;
    Linear::from_tensors(&weight.reshape((output, input))?, Some(bias))
}

/// A convolution of one by one with a bias, or without.
pub(super) fn plain_pointwise(
    input: usize,
    output: usize,
    has_bias: bool,
    weights: &VarBuilder,
) -> Result<Linear> {
    let bias = if has_bias {
        Some(weights.get(output, "bias")?)
    } else {
        None
    };
    Linear::from_tensors(
        &weights
            .get((output, input, 1, 1), "weight")?
            .reshape((output, input))?,
        bias,
    )
}

/// Weighs channels by what the whole map says (Hu et al. 2018, "Squeeze-and-Excitation Networks").
pub(super) struct ChannelWeights {
    narrow: Linear,
    wide: Linear,
    /// The gate's rise in its middle; it is a line from 0 to 1.
    slope: f64,
}

impl ChannelWeights {
    /// Reads both layers; `names` are theirs.
    pub(super) fn new(
        channels: usize,
        reduction: usize,
        slope: f64,
        names: [&str; 2],
        weights: &VarBuilder,
    ) -> Result<Self> {
        let narrower = channels / reduction.max(1);
        Ok(Self {
            narrow: plain_pointwise(channels, narrower, true, &weights.pp(names[0]))?,
            wide: plain_pointwise(narrower, channels, true, &weights.pp(names[1]))?,
            slope,
        })
    }

    /// `(height, width, channels)` to the same, each channel times its weight.
    pub(super) fn forward(&self, x: &Tensor) -> Result<Tensor> {
        let (height, width, channels) = x.dims3()?;
        let places = height * width;
        // A product with a row of equal shares: the mean over all places.
        let shares =
            Tensor::full(1.0 / places as f32, (1, places), x.device())?.to_dtype(x.dtype())?;
        let mean = shares.matmul(&x.reshape((places, channels))?)?;
        let gate =
            self.wide
                .forward(&self.narrow.forward_then(&mean, None, Activation::Relu)?)?;
        x.broadcast_mul(
            &gate
                .affine(self.slope, 0.5)?
                .clamp(0.0, 1.0)?
                .reshape((1, 1, channels))?,
        )
    }
}

/// A transposed convolution with a kernel and a stride of two: each pixel becomes four.
pub(super) struct ConvTranspose2d {
    layer: Linear,
    output: usize,
}

impl ConvTranspose2d {
    /// Reads weights of shape `(in, out, 2, 2)` and a bias, with the batch normalisation behind
    /// them where there is one.
    pub(super) fn new(
        input: usize,
        output: usize,
        weights: &VarBuilder,
        normalisation: Option<&VarBuilder>,
    ) -> Result<Self> {
        let weight = weights.get((input, output, 2, 2), "weight")?;
        let (mut weight, mut bias) = (
            weight.permute((2, 3, 1, 0))?.contiguous()?,
            weights.get(output, "bias")?,
        );
        if let Some(normalisation) = normalisation {
            let (scale, shift) = scale_and_shift(output, normalisation)?;
            weight = weight.broadcast_mul(&scale.reshape((1, 1, output, 1))?)?;
            bias = ((bias * scale)? + shift)?;
        }
        let layer =
            Linear::from_tensors(&weight.reshape((4 * output, input))?, Some(bias.repeat(4)?))?;
        Ok(Self { layer, output })
    }

    /// `(height, width, in)` to `(2 · height, 2 · width, out)`.
    pub(super) fn forward(&self, x: &Tensor, activation: Activation) -> Result<Tensor> {
        let (height, width, _) = x.dims3()?;
        let four = self.layer.forward_then(x, None, activation)?.reshape((
            height,
            width,
            2,
            2,
            self.output,
        ))?;
        four.transpose(1, 2)?
            .contiguous()?
            .reshape((2 * height, 2 * width, self.output))
    }
}

/// `(height, width, channels)` with each place `times` by `times` times.
pub(super) fn upsampled(x: &Tensor, times: usize) -> Result<Tensor> {
    let (height, width, channels) = x.dims3()?;
    let spread = x
        .reshape((height, 1, width, 1, channels))?
        .broadcast_as((height, times, width, times, channels))?;
    spread
        .contiguous()?
        .reshape((height * times, width * times, channels))
}
