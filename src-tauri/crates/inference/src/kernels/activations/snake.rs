//! The snake activation (Ziyin et al. 2020, "Neural Networks Fail to Learn Periodic Functions and
//! How to Fix It", section 3).

use candle_core::{Result, Tensor};
use candle_nn::VarBuilder;
use rayon::prelude::*;

use crate::kernels::simd_math::{sine_squared, vectorised};
use crate::kernels::{is_fused, with_values};

/// Values that one task takes, about.
const BLOCK: usize = 1 << 14;

/// `x + sin²(a · x) / a` with a value `a` of its own for each channel.
#[derive(Debug, Clone)]
pub struct Snake {
    /// `(channels,)`.
    slope: Tensor,
    /// One divided by it.
    inverse: Tensor,
}

impl Snake {
    /// Reads `alpha`, `(1, channels, 1)`.
    pub fn new(channels: usize, weights: &VarBuilder) -> Result<Self> {
        let slope = weights.get((1, channels, 1), "alpha")?.flatten_all()?;
        // What is added keeps a slope of 0 from having no inverse, as in the published models.
        let inverse = (&slope + 1e-9)?.recip()?;
        Ok(Self { slope, inverse })
    }

    /// `(steps, channels)` to the same.
    pub fn forward(&self, x: &Tensor) -> Result<Tensor> {
        let channels = self.slope.dim(0)?;
        if x.dims2()?.1 != channels {
            candle_core::bail!("snakes of {channels} channels got {:?}", x.dims());
        }
        if !is_fused(x) {
            let wave = x.broadcast_mul(&self.slope)?.sin()?.sqr()?;
            return x + wave.broadcast_mul(&self.inverse)?;
        }
        let x = &x.contiguous()?;
        let values = with_values(&self.slope, |slope| {
            with_values(&self.inverse, |inverse| {
                with_values(x, |x| {
                    let mut result = x.to_vec();
                    let block = BLOCK.next_multiple_of(channels);
                    result.par_chunks_mut(block).for_each(|rows| {
                        vectorised(|| {
                            for row in rows.chunks_exact_mut(channels) {
                                for ((value, slope), inverse) in
                                    row.iter_mut().zip(slope).zip(inverse)
                                {
                                    *value += sine_squared(*value * slope) * inverse;
                                }
                            }
                        });
                    });
                    Ok(result)
                })
            })
        })?;
        Tensor::from_vec(values, x.shape(), x.device())
    }
}

#[cfg(test)]
mod tests {
    use candle_core::Result;

    use super::Snake;
    use crate::kernels::testing::{apart, draws, wide};

    #[test]
    fn a_fused_snake_is_that_of_tensors() -> Result<()> {
        let mut random = draws(1);
        let (slope, x) = (
            ((random(&[7]) * 4.0)?.abs()? + 0.1)?,
            (random(&[5000, 7]) * 6.0)?,
        );
        let fused = Snake {
            inverse: slope.recip()?,
            slope: slope.clone(),
        };
        let plain = Snake {
            inverse: wide(&slope)?.recip()?,
            slope: wide(&slope)?,
        };
        // The squared sine of a · x is exact to 3e-7 and 2e-7 · |a · x| and divided by a; what is
        // left are the roundings of a · x, of 1 / a, of the product and of the sum. Here |x| is at
        // most 6 and a at least 0.1.
        let (most, inverse) = (6.0, 10.0);
        let bound =
            3e-7 * inverse + 2e-7 * most + 4.0 * f64::from(f32::EPSILON) / 2.0 * (most + inverse);
        let apart = apart(&fused.forward(&x)?, &plain.forward(&wide(&x)?)?)?;
        assert!(apart < bound, "{apart}");
        assert!(fused.forward(&x.narrow(1, 0, 6)?).is_err());
        Ok(())
    }
}
