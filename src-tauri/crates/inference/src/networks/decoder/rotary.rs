//! How places are told: pairs of values are turned by their place (Su et al. 2021, "`RoFormer`",
//! section 3.2).

use std::io::{Read, Seek};

use candle_core::{Device, Result, Tensor, bail};
use candle_nn::rotary_emb::{rope, rope_i};

use super::config::DecoderConfig;
use super::weights::GgufWeights;

/// How fast each pair of values turns.
pub(super) struct Rotary {
    everywhere: Vec<f64>,
    local: Option<Vec<f64>>,
    interleaved: bool,
    turned: usize,
}

/// Cosines and sines of the turns of consecutive places, `(places, pairs)` in single precision.
pub(super) struct Turns {
    everywhere: [Tensor; 2],
    local: Option<[Tensor; 2]>,
}

impl Rotary {
    pub(super) fn new<R: Read + Seek>(
        config: &DecoderConfig,
        weights: &mut GgufWeights<'_, R>,
    ) -> Result<Self> {
        // Llama 3 and Phi-3 have a factor for each wavelength.
        let mut factors = weights.optional_values("rope_freqs.weight")?;
        if factors.is_none() {
            factors = weights.optional_values("rope_factors_short.weight")?;
        }
        let half = config.turned / 2;
        let factors = match factors {
            Some(factors) => factors.to_vec1()?,
            None => vec![1f32; half],
        };
        if factors.len() != half {
            bail!("there are {} factors for {half} rotations", factors.len());
        }
        let speeds = |theta: f64, stretch: f64| -> Vec<f64> {
            let speed = |(index, factor): (usize, &f32)| {
                theta.powf(-(index as f64) / half as f64) / f64::from(*factor) / stretch
            };
            factors.iter().enumerate().map(speed).collect()
        };
        Ok(Self {
            everywhere: speeds(config.theta, config.stretch),
            local: config.local_theta().map(|theta| speeds(theta, 1.0)),
            interleaved: config.interleaved(),
            turned: config.turned,
        })
    }

    /// The turns of `count` places from `from` on.
    pub(super) fn turns(&self, from: usize, count: usize, device: &Device) -> Result<Turns> {
        let of = |speeds: &[f64], function: fn(f64) -> f64| {
            let values = (from..from + count).flat_map(|place| {
                let angle = move |speed: &f64| function(place as f64 * speed) as f32;
                speeds.iter().map(angle)
            });
            Tensor::from_iter(values, &Device::Cpu)?
                .reshape((count, speeds.len()))?
                .to_device(device)
        };
        let both = |speeds: &[f64]| -> Result<[Tensor; 2]> {
            Ok([of(speeds, f64::cos)?, of(speeds, f64::sin)?])
        };
        Ok(Turns {
            everywhere: both(&self.everywhere)?,
            local: self.local.as_deref().map(both).transpose()?,
        })
    }

    /// Turns `(heads, places, width)`.
    pub(super) fn forward(&self, x: &Tensor, turns: &Turns, is_local: bool) -> Result<Tensor> {
        let [cosines, sines] = match &turns.local {
            Some(local) if is_local => local,
            _ => &turns.everywhere,
        };
        let (_, _, width) = x.dims3()?;
        let part = x.narrow(2, 0, self.turned)?.contiguous()?.unsqueeze(0)?;
        let turned = if self.interleaved {
            rope_i(&part, cosines, sines)?
        } else {
            rope(&part, cosines, sines)?
        }
        .squeeze(0)?;
        if self.turned == width {
            return Ok(turned);
        }
        let rest = x.narrow(2, self.turned, width - self.turned)?;
        Tensor::cat(&[&turned, &rest.contiguous()?], 2)
    }
}
