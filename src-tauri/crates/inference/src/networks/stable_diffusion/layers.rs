//! Layers of the U-Net, the `ControlNet` and the autoencoder, in channels-last.

use candle_core::{Device, Result, Tensor};
use candle_nn::VarBuilder;

use crate::InferenceError;
use crate::kernels::{
    Activation, Conv2d, GroupNorm, Interpolation, Linear, interpolated, is_fused, with_values,
};

/// Asks whether the work goes on.
pub(super) type Ask<'a> = &'a dyn Fn() -> std::result::Result<(), InferenceError>;

/// A residual block (Ho et al. 2020, appendix B): two convolutions behind group norms, the first
/// moved by how noisy the latents are, where that is known.
pub(super) struct Residual {
    first_norm: GroupNorm,
    first: Conv2d,
    time: Option<Linear>,
    second_norm: GroupNorm,
    second: Conv2d,
    /// Convolution around the block; none unless the channels change.
    shortcut: Option<Conv2d>,
}

impl Residual {
    /// `time`: the width of what says how noisy the latents are.
    pub(super) fn new(
        (input, output): (usize, usize),
        (groups, epsilon): (usize, f64),
        time: Option<usize>,
        weights: &VarBuilder,
    ) -> Result<Self> {
        let time = time
            .map(|width| Linear::new(width, output, &weights.pp("time_emb_proj")))
            .transpose()?;
        let shortcut = if input == output {
            None
        } else {
            Some(convolution(input, output, 1, &weights.pp("conv_shortcut"))?)
        };
        Ok(Self {
            first_norm: GroupNorm::new(groups, input, epsilon, &weights.pp("norm1"))?,
            first: convolution(input, output, 3, &weights.pp("conv1"))?,
            time,
            second_norm: GroupNorm::new(groups, output, epsilon, &weights.pp("norm2"))?,
            second: convolution(output, output, 3, &weights.pp("conv2"))?,
            shortcut,
        })
    }

    /// `(height, width, in)` to `(height, width, out)`; `time`, `(1, width)`. At the autoencoder's
    /// finest level each map takes hundreds of megabytes, so `x` is let go as soon as it can be.
    pub(super) fn forward(
        &self,
        x: Tensor,
        time: Option<&Tensor>,
        ask: Ask,
    ) -> std::result::Result<Tensor, InferenceError> {
        let first = match (&self.time, time) {
            (Some(layer), Some(time)) => &self.first.shifted(&layer.forward(time)?.squeeze(0)?)?,
            _ => &self.first,
        };
        let inner = normed(&x, &self.first_norm, first, ask)?;
        let around = match &self.shortcut {
            None => x.clone(),
            Some(shortcut) => shortcut.forward(&x, Activation::None)?,
        };
        drop(x);
        let normed = self.second_norm.forward_then(&inner, Activation::Silu)?;
        drop(inner);
        self.second
            .forward_asking(&normed, Some(&around), Activation::None, ask)
    }
}

/// A group norm with its activation, then a convolution that keeps the size.
fn normed(
    x: &Tensor,
    norm: &GroupNorm,
    convolution: &Conv2d,
    ask: Ask,
) -> std::result::Result<Tensor, InferenceError> {
    if !is_large(x) {
        return convolution.forward_asking(
            &norm.forward_then(x, Activation::Silu)?,
            None,
            Activation::None,
            ask,
        );
    }
    let x = &x.contiguous()?;
    let scaling = norm.scaling(x)?;
    let rows =
        |first: usize, count: usize| scaling.apply(&x.narrow(0, first, count)?, Activation::Silu);
    let (height, width, channels) = x.dims3()?;
    in_bands(
        (height, width),
        BAND / (width * channels),
        convolution,
        rows,
        ask,
    )
}

/// Values of a map on the CPU (134 MB) above which no second one of its size is made.
const LARGE: usize = 1 << 25;
/// Values of the rows that are made at a time instead.
const BAND: usize = 1 << 24;

/// Whether a map is worked on in bands.
fn is_large(x: &Tensor) -> bool {
    is_fused(x) && x.elem_count() > LARGE
}

/// A convolution that keeps the size of a map that is never there as a whole: `rows` gives its rows
/// from one on, so many; about `step` of them are asked for at a time.
fn in_bands(
    (height, width): (usize, usize),
    step: usize,
    convolution: &Conv2d,
    rows: impl Fn(usize, usize) -> Result<Tensor>,
    ask: Ask,
) -> std::result::Result<Tensor, InferenceError> {
    let step = step.max(1);
    let (mut values, mut outputs) = (Vec::new(), 0);
    for top in (0..height).step_by(step) {
        // With the rows that the kernel takes in around them.
        let (first, last) = (top.saturating_sub(1), (top + step + 1).min(height));
        let made =
            convolution.forward_asking(&rows(first, last - first)?, None, Activation::None, ask)?;
        let made = made.narrow(0, top - first, step.min(height - top))?;
        outputs = made.dim(2)?;
        values.reserve_exact(height * width * outputs - values.len());
        with_values(&made, |made| {
            values.extend_from_slice(made);
            Ok(())
        })?;
    }
    Ok(Tensor::from_vec(
        values,
        (height, width, outputs),
        &Device::Cpu,
    )?)
}

/// A convolution that keeps the size.
pub(super) fn convolution(
    input: usize,
    output: usize,
    kernel: usize,
    weights: &VarBuilder,
) -> Result<Conv2d> {
    Conv2d::same((input, output, kernel, 1), weights)
}

/// Nearest-neighbour upsampling by two, then a convolution.
pub(super) struct Upsample(Conv2d);

impl Upsample {
    /// Reads `conv`.
    pub(super) fn new(channels: usize, weights: &VarBuilder) -> Result<Self> {
        Ok(Self(convolution(
            channels,
            channels,
            3,
            &weights.pp("conv"),
        )?))
    }

    /// To `size`, height and width.
    pub(super) fn forward(
        &self,
        x: &Tensor,
        size: (usize, usize),
        ask: Ask,
    ) -> std::result::Result<Tensor, InferenceError> {
        ask()?;
        let (height, width, channels) = x.dims3()?;
        let is_double = size == (2 * height, 2 * width);
        if !is_double || !is_fused(x) || 4 * x.elem_count() <= LARGE {
            return self.0.forward_asking(
                &interpolated(x, size, Interpolation::Nearest)?,
                None,
                Activation::None,
                ask,
            );
        }
        let rows = |first: usize, count: usize| doubled(x, first, count);
        in_bands(size, BAND / (size.1 * channels), &self.0, rows, ask)
    }
}

/// Returns `count` rows, from `first` on, of a map twice as high and wide.
fn doubled(x: &Tensor, first: usize, count: usize) -> Result<Tensor> {
    let (from, to) = (first / 2, (first + count).div_ceil(2));
    let size = (2 * (to - from), 2 * x.dim(1)?);
    interpolated(
        &x.narrow(0, from, to - from)?.contiguous()?,
        size,
        Interpolation::Nearest,
    )?
    .narrow(0, first - 2 * from, count)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use candle_core::{DType, Device};

    use super::*;
    use crate::kernels::testing::{apart, draws, sum_bound};

    #[test]
    fn in_bands_a_convolution_gives_what_it_gives_at_once() {
        let mut random = draws(1);
        let tensors = HashMap::from([
            ("weight".to_owned(), random(&[5, 4, 3, 3])),
            ("bias".to_owned(), random(&[5])),
        ]);
        let weights = VarBuilder::from_tensors(tensors, DType::F32, &Device::Cpu);
        let convolution = convolution(4, 5, 3, &weights).unwrap();
        // Both sum 36 products of values up to 1 and a bias, in other orders.
        let bound = 2.0 * sum_bound(37, 37.0);
        let x = random(&[6, 7, 4]);
        let double = interpolated(&x, (12, 14), Interpolation::Nearest).unwrap();
        let whole = convolution.forward(&double, Activation::None).unwrap();
        for step in [1, 5, 12, 40] {
            let rows = |first: usize, count: usize| double.narrow(0, first, count);
            let found = in_bands((12, 14), step, &convolution, rows, &|| Ok(())).unwrap();
            assert!(apart(&found, &whole).unwrap() < bound, "{step}");
            let rows = |first: usize, count: usize| doubled(&x, first, count);
            let found = in_bands((12, 14), step, &convolution, rows, &|| Ok(())).unwrap();
            assert!(apart(&found, &whole).unwrap() < bound, "{step}");
        }
    }
}
