//! The rectifier whose slope below zero is learnt, one for each channel (He et al. 2015, "Delving
//! Deep into Rectifiers", section 2.1).

use candle_core::{Result, Tensor};
use rayon::prelude::*;

use crate::kernels::simd_math::vectorised;
use crate::kernels::{is_fused, with_values};

/// Places that one task takes.
const PLACES: usize = 256;

/// `(…, channels)`, each value below zero times its channel's slope, of shape `(channels,)`.
pub fn prelu(x: &Tensor, slopes: &Tensor) -> Result<Tensor> {
    let x = &x.contiguous()?;
    if !is_fused(x) {
        return x.relu()?.sub(&x.neg()?.relu()?.broadcast_mul(slopes)?);
    }
    let channels = slopes.dim(0)?;
    let values = with_values(x, |values| {
        with_values(slopes, |slopes| {
            let mut result = values.to_vec();
            result.par_chunks_mut(PLACES * channels).for_each(|result| {
                vectorised(|| {
                    for row in result.chunks_exact_mut(channels) {
                        for (value, slope) in row.iter_mut().zip(slopes) {
                            *value = if *value > 0.0 { *value } else { *value * slope };
                        }
                    }
                });
            });
            Ok(result)
        })
    })?;
    Tensor::from_vec(values, x.shape(), x.device())
}

#[cfg(test)]
mod tests {
    use candle_core::{DType, Device, Result, Tensor};

    use super::prelu;

    #[test]
    fn each_channel_has_its_own_slope() -> Result<()> {
        let slopes = Tensor::new(&[0.25_f32, 0.0, -1.0], &Device::Cpu)?;
        let x = Tensor::new(
            &[[4_f32, 5.0, 6.0], [-4.0, -5.0, -6.0], [0.0, -1.0, 1.0]],
            &Device::Cpu,
        )?;
        let expected = vec![
            vec![4.0, 5.0, 6.0],
            vec![-1.0, 0.0, 6.0],
            vec![0.0, 0.0, 1.0],
        ];
        assert_eq!(prelu(&x, &slopes)?.to_vec2::<f32>()?, expected);
        let wide = prelu(&x.to_dtype(DType::F64)?, &slopes.to_dtype(DType::F64)?)?;
        assert_eq!(wide.to_dtype(DType::F32)?.to_vec2::<f32>()?, expected);
        Ok(())
    }
}
