//! The mel scale as Slaney's Auditory Toolbox has it (1998, section "Mel-frequency cepstral coefficients"): straight below 1000 Hz,
//! logarithmic above, and triangles of equal area on it.

/// Hertz of a step of the straight part.
const STEP: f64 = 200.0 / 3.0;
/// Where the scale becomes logarithmic, in hertz.
const KNEE: f64 = 1000.0;
/// Steps above the knee in which the frequency becomes 6.4 times as high.
const OCTAVES: f64 = 27.0;

/// A triangle over the bins of a power spectrum.
pub(super) struct Band {
    /// The first bin that it weighs.
    pub(super) first: usize,
    /// What the bins from there on count.
    pub(super) weights: Vec<f32>,
}

fn to_mel(hertz: f64) -> f64 {
    if hertz < KNEE { hertz / STEP } else { KNEE / STEP + (hertz / KNEE).ln() * OCTAVES / 6.4_f64.ln() }
}

fn to_hertz(mel: f64) -> f64 {
    let knee = KNEE / STEP;
    if mel < knee { mel * STEP } else { KNEE * ((mel - knee) * 6.4_f64.ln() / OCTAVES).exp() }
}

/// So many bands from 0 to half of `sample_rate`, over a spectrum of `bins` from 0 to there.
pub(super) fn bands(count: usize, bins: usize, sample_rate: f64) -> Vec<Band> {
    let highest = sample_rate / 2.0;
    let edge = |index: usize| to_hertz(to_mel(highest) * index as f64 / (count + 1) as f64);
    let band = |index: usize| {
        let (low, peak, high) = (edge(index), edge(index + 1), edge(index + 2));
        let weight = |bin: usize| {
            let hertz = highest * bin as f64 / (bins - 1) as f64;
            ((hertz - low) / (peak - low)).min((high - hertz) / (high - peak)).max(0.0) * 2.0 / (high - low)
        };
        let first = (0..bins).find(|bin| weight(*bin) > 0.0).unwrap_or(0);
        let weights = (first..bins).map(weight).take_while(|weight| *weight > 0.0);
        Band { first, weights: weights.map(|weight| weight as f32).collect() }
    };
    (0..count).map(band).collect()
}

#[cfg(test)]
mod tests {
    use super::{bands, to_hertz, to_mel};

    #[test]
    fn the_scale_is_straight_below_its_knee_and_goes_back_and_forth() {
        assert!((to_mel(500.0) - 7.5).abs() < 1e-9 && (to_mel(6400.0) - 42.0).abs() < 1e-9);
        for hertz in [0.0, 130.0, 999.0, 1000.0, 1001.0, 8000.0] {
            assert!((to_hertz(to_mel(hertz)) - hertz).abs() < 1e-6, "{hertz}");
        }
    }

    #[test]
    fn bands_lie_side_by_side_up_to_the_highest_frequency() {
        let bands = bands(80, 201, 16_000.0);
        assert!(bands.is_sorted_by_key(|band| band.first) && bands.iter().all(|band| !band.weights.is_empty()));
        let last = &bands[79];
        assert_eq!(last.first + last.weights.len(), 200, "what lies at the edge itself counts nothing");
    }
}
