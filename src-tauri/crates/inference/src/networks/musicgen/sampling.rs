//! Which code comes next: one of the likeliest, by how likely each is (Fan et al. 2018,
//! "Hierarchical Neural Story Generation", section 5.4).

/// Draws a number from 0 up to 1, evenly.
pub type Draw<'a> = &'a mut dyn FnMut() -> f64;

/// How codes are chosen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sampling {
    /// Number of the likeliest codes that can be chosen; 1 always takes the likeliest.
    pub top_k: usize,
    /// Above 1 makes less likely codes likelier, below 1 less likely; above 0.
    pub temperature: f64,
}

impl Default for Sampling {
    /// As `MusicGen`'s authors have it (Copet et al. 2023, section 4).
    fn default() -> Self {
        Self {
            top_k: 250,
            temperature: 1.0,
        }
    }
}

impl Sampling {
    /// How likely each code is chosen; none where the logits tell nothing.
    pub fn probabilities(&self, logits: &[f32]) -> Option<Vec<f64>> {
        let mut sorted = logits.to_vec();
        let kept = self.top_k.clamp(1, logits.len().max(1));
        sorted.sort_unstable_by(|a, b| b.total_cmp(a));
        let (most, least) = (*sorted.first()?, *sorted.get(kept - 1)?);
        if !most.is_finite() {
            return None;
        }
        let share = |logit: &f32| {
            if *logit < least {
                0.0
            } else {
                (f64::from(logit - most) / self.temperature).exp()
            }
        };
        let shares: Vec<f64> = logits.iter().map(share).collect();
        let sum: f64 = shares.iter().sum();
        sum.is_finite()
            .then(|| shares.into_iter().map(|share| share / sum).collect())
    }

    /// The code that a drawn number stands for.
    pub(in crate::networks) fn choose(&self, logits: &[f32], draw: Draw) -> Option<u32> {
        let probabilities = self.probabilities(logits)?;
        let mut left = draw();
        let mut last = None;
        for (code, probability) in probabilities
            .into_iter()
            .enumerate()
            .filter(|(_, probability)| *probability > 0.0)
        {
            last = Some(code as u32);
            left -= probability;
            if left < 0.0 {
                break;
            }
        }
        last
    }
}

#[cfg(test)]
mod tests {
    use super::Sampling;

    #[test]
    fn drawn_numbers_choose_by_how_likely_codes_are() {
        let logits = [1.0_f32, 3.0, -2.0, 2.0, 0.0].map(|share: f32| share);
        let sampling = Sampling {
            top_k: 3,
            temperature: 0.5,
        };
        let probabilities = sampling.probabilities(&logits).unwrap();
        assert_eq!(
            (probabilities[2], probabilities[4]),
            (0.0, 0.0),
            "they are not among the three likeliest"
        );
        let mut counts = [0_usize; 5];
        for step in 0..10_000 {
            let drawn = f64::from(step) / 10_000.0;
            counts[sampling.choose(&logits, &mut || drawn).unwrap() as usize] += 1;
        }
        for (count, probability) in counts.iter().zip(&probabilities) {
            assert!(
                (*count as f64 / 1e4 - probability).abs() < 1e-3,
                "{counts:?} {probabilities:?}"
            );
        }
        assert_eq!(
            sampling.choose(&logits, &mut || 1.0),
            Some(3),
            "rounding chooses none that cannot be"
        );
        let likeliest = Sampling {
            top_k: 1,
            ..sampling
        };
        assert_eq!(likeliest.choose(&logits, &mut || 0.999), Some(1));
    }

    #[test]
    fn damaged_logits_choose_nothing() {
        let sampling = Sampling::default();
        for logits in [
            vec![],
            vec![f32::NAN; 3],
            vec![f32::NEG_INFINITY; 3],
            vec![f32::INFINITY, 0.0],
        ] {
            assert_eq!(sampling.choose(&logits, &mut || 0.5), None, "{logits:?}");
        }
    }
}
