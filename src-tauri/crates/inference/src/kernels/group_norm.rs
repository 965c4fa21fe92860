//! Group normalisation (Wu and He 2018, section 3) in channels-last.

use candle_core::{DType, Result, Tensor};
use candle_nn::VarBuilder;
use rayon::prelude::*;

use super::simd_math::vectorised;
use super::{Activation, is_fused, with_values};

/// Places whose sums are taken in single precision.
const PLACES: usize = 256;

/// Normalises groups of neighbouring channels over all places of a map, then scales each channel
/// and moves it.
#[derive(Debug, Clone)]
pub struct GroupNorm {
    weight: Tensor,
    bias: Tensor,
    groups: usize,
    epsilon: f64,
}

impl GroupNorm {
    /// Reads `weight` and `bias`, each of shape `(channels,)`, which `groups` has to divide.
    pub fn new(groups: usize, channels: usize, epsilon: f64, weights: &VarBuilder) -> Result<Self> {
        if groups == 0 || !channels.is_multiple_of(groups) {
            candle_core::bail!("{groups} groups do not divide {channels} channels");
        }
        let (weight, bias) = (
            weights.get(channels, "weight")?,
            weights.get(channels, "bias")?,
        );
        Ok(Self {
            weight,
            bias,
            groups,
            epsilon,
        })
    }

    /// `(height, width, channels)` in its shape, with an activation behind it.
    pub fn forward_then(&self, x: &Tensor, activation: Activation) -> Result<Tensor> {
        let x = &x.contiguous()?;
        if !is_fused(x) {
            return self.by_tensors(x, activation);
        }
        self.scaling(x)?.apply(x, activation)
    }

    /// Returns the scale and shift of each channel of a map. Takes a contiguous map of f32 on the
    /// CPU.
    pub(crate) fn scaling(&self, x: &Tensor) -> Result<Scaling> {
        let channels = self.weight.dim(0)?;
        with_values(x, |values| {
            with_values(&self.weight, |weight| {
                with_values(&self.bias, |bias| {
                    let means = self.means(values, channels, |value, _| value, &[]);
                    let variances = self.means(
                        values,
                        channels,
                        |value, mean| (value - mean) * (value - mean),
                        &means,
                    );
                    let scale: Vec<f32> = (variances.iter().zip(weight))
                        .map(|(variance, weight)| weight / (variance + self.epsilon as f32).sqrt())
                        .collect();
                    let shift = (bias.iter().zip(&means).zip(&scale))
                        .map(|((bias, mean), scale)| bias - mean * scale);
                    Ok(Scaling {
                        shift: shift.collect(),
                        scale,
                    })
                })
            })
        })
    }

    /// The mean of `part(value, mean of the channel)` over each channel's group, for each channel.
    /// Without means, they are taken as zero.
    fn means(
        &self,
        values: &[f32],
        channels: usize,
        part: impl Fn(f32, f32) -> f32 + Sync,
        means: &[f32],
    ) -> Vec<f32> {
        let zeros = vec![0.0; channels];
        let means = if means.is_empty() { &zeros } else { means };
        let parts = values.par_chunks(PLACES * channels).map(|values| {
            let mut sums = vec![0.0_f32; channels];
            vectorised(|| {
                for values in values.chunks_exact(channels) {
                    for ((sum, value), mean) in sums.iter_mut().zip(values).zip(means) {
                        *sum += part(*value, *mean);
                    }
                }
            });
            sums
        });
        // One after the other: in another order they would be another sum.
        let mut sums = vec![0.0; channels];
        for part in parts.collect::<Vec<_>>() {
            sums.iter_mut()
                .zip(part)
                .for_each(|(sum, part)| *sum += f64::from(part));
        }
        let together = channels / self.groups;
        let count = (values.len() / self.groups).max(1) as f64;
        let groups = sums
            .chunks(together)
            .map(|group| (group.iter().sum::<f64>() / count) as f32);
        groups
            .flat_map(|mean| std::iter::repeat_n(mean, together))
            .collect()
    }

    fn by_tensors(&self, x: &Tensor, activation: Activation) -> Result<Tensor> {
        let (height, width, channels) = x.dims3()?;
        // Half a precision does not hold sums over all places.
        let wide = if x.dtype() == DType::F64 {
            DType::F64
        } else {
            DType::F32
        };
        let groups =
            x.to_dtype(wide)?
                .reshape((height * width, self.groups, channels / self.groups))?;
        let mean = groups.mean_keepdim((0, 2))?;
        let centred = groups.broadcast_sub(&mean)?;
        let variance = centred.sqr()?.mean_keepdim((0, 2))?;
        let normed = centred
            .broadcast_div(&(variance + self.epsilon)?.sqrt()?)?
            .to_dtype(x.dtype())?;
        let normed = normed.reshape((height, width, channels))?;
        activation.of_tensor(
            &normed
                .broadcast_mul(&self.weight)?
                .broadcast_add(&self.bias)?,
        )
    }
}

/// Scale and shift of each channel of one map by a group norm.
pub(crate) struct Scaling {
    scale: Vec<f32>,
    shift: Vec<f32>,
}

impl Scaling {
    /// Scales and moves a map, or some rows of it, with an activation behind it. Takes a contiguous
    /// one of f32 on the CPU.
    pub(crate) fn apply(&self, x: &Tensor, activation: Activation) -> Result<Tensor> {
        let channels = self.scale.len();
        let result = with_values(x, |values| {
            let mut result = vec![0.0; values.len()];
            let blocks = result
                .par_chunks_mut(PLACES * channels)
                .zip(values.par_chunks(PLACES * channels));
            blocks.for_each(|(result, values)| {
                vectorised(|| {
                    for (result, values) in result.chunks_mut(channels).zip(values.chunks(channels))
                    {
                        for ((result, value), scale) in
                            result.iter_mut().zip(values).zip(&self.scale)
                        {
                            *result = value * scale;
                        }
                    }
                });
                activation.finish(result, Some(&self.shift), None, channels);
            });
            Ok(result)
        })?;
        Tensor::from_vec(result, x.shape(), x.device())
    }
}

#[cfg(test)]
mod tests {
    use candle_core::Result;

    use super::{Activation, GroupNorm, PLACES};
    use crate::kernels::testing::{apart, draws, largest, sum_bound, wide};

    #[test]
    fn a_fused_norm_gives_what_candle_gives() -> Result<()> {
        let mut random = draws(1);
        let (weight, bias, x) = (
            random(&[12]),
            random(&[12]),
            ((random(&[23, 31, 12]) * 2.0)? + 1.0)?,
        );
        let norm = GroupNorm {
            weight: weight.clone(),
            bias: bias.clone(),
            groups: 4,
            epsilon: 1e-5,
        };
        let planes = wide(&x)?.permute((2, 0, 1))?.unsqueeze(0)?.contiguous()?;
        let expected = candle_nn::GroupNorm::new(wide(&weight)?, wide(&bias)?, 12, 4, 1e-5)?;
        let expected = candle_nn::Module::forward(&expected, &planes)?
            .squeeze(0)?
            .permute((1, 2, 0))?
            .relu()?;
        // The mean and half the logarithm of the variance are off by what sums over 256 places are;
        // what is normed by them is off by that, times a value's distance from the mean, in
        // deviations. These are above 1, weights and biases up to 1.
        let bound = sum_bound(PLACES + 8, 2.0 * largest(&x)?);
        assert!(apart(&norm.forward_then(&x, Activation::Relu)?, &expected)? < bound);
        let plain = GroupNorm {
            weight: wide(&weight)?,
            bias: wide(&bias)?,
            ..norm
        };
        assert!(
            apart(
                &plain.forward_then(&wide(&x)?, Activation::Relu)?,
                &expected
            )? < 1e-12
        );
        Ok(())
    }
}
