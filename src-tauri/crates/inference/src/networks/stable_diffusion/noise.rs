//! Noise of our own, so that a seed gives the same image on every computer.

use candle_core::{Device, Result, Tensor};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A source of independent values with the mean 0 and the deviation 1.
#[derive(Debug, Clone)]
pub struct Noise(ChaCha8Rng);

impl Noise {
    /// The same seed gives the same values.
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// Values of a shape, in f32 on the processor.
    pub fn draw(&mut self, shape: (usize, usize, usize)) -> Result<Tensor> {
        let count = shape.0 * shape.1 * shape.2;
        let mut values = Vec::with_capacity(count + 1);
        while values.len() < count {
            // Box and Muller 1958. One less what is drawn is never zero.
            let radius = (-2.0 * (1.0 - self.evenly()).ln()).sqrt();
            let angle = std::f64::consts::TAU * self.evenly();
            values.extend([(radius * angle.cos()) as f32, (radius * angle.sin()) as f32]);
        }
        values.truncate(count);
        Tensor::from_vec(values, shape, &Device::Cpu)
    }

    /// A value from 0 up to 1, evenly.
    pub fn evenly(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::Noise;

    #[test]
    fn values_have_the_mean_0_and_the_deviation_1_and_are_those_of_their_seed() {
        let values = |seed: u64| {
            Noise::new(seed)
                .draw((100, 100, 3))
                .unwrap()
                .flatten_all()
                .unwrap()
                .to_vec1::<f32>()
                .unwrap()
        };
        let found = values(7);
        assert_eq!(found, values(7));
        assert_ne!(found, values(8));
        let mean = |power: i32| {
            found
                .iter()
                .map(|value| f64::from(*value).powi(power))
                .sum::<f64>()
                / found.len() as f64
        };
        assert!(
            mean(1).abs() < 0.02 && (mean(2) - 1.0).abs() < 0.02,
            "{} {}",
            mean(1),
            mean(2)
        );
        assert!(
            mean(3).abs() < 0.05 && (mean(4) - 3.0).abs() < 0.2,
            "{} {}",
            mean(3),
            mean(4)
        );
        let neighbours = found
            .windows(2)
            .map(|pair| f64::from(pair[0] * pair[1]))
            .sum::<f64>()
            / found.len() as f64;
        assert!(neighbours.abs() < 0.02, "{neighbours}");
    }
}
