//! Mel scales, and triangles on them that cut a spectrum into bands as wide as they are heard.

use realfft::num_complex::Complex;

/// Hertz of a step of the straight part of Slaney's scale.
const STEP: f64 = 200.0 / 3.0;
/// Frequency at which that becomes logarithmic, in hertz.
const KNEE: f64 = 1000.0;
/// Steps above the knee in which the frequency becomes 6.4 times as high.
const OCTAVES: f64 = 27.0;

/// How high a frequency is heard.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Scale {
    /// As Slaney's Auditory Toolbox has it (1998, section "Mel-frequency cepstral coefficients"):
    /// straight below 1000 Hz, logarithmic above, and triangles of equal area over hertz.
    Slaney,
    /// As Kaldi has it (Povey et al. 2011): logarithmic everywhere, and triangles of equal height
    /// over the scale itself.
    Kaldi,
}

/// A triangle over the bins of a power spectrum.
pub(crate) struct Band {
    /// The first bin that it weighs.
    first: usize,
    /// Weights of the bins from there on; none if the triangle lies between two bins.
    weights: Vec<f32>,
}

impl Band {
    /// The power that a spectrum has in it.
    pub(super) fn power(&self, spectrum: &[Complex<f32>]) -> f32 {
        spectrum[self.first..]
            .iter()
            .zip(&self.weights)
            .map(|(bin, weight)| bin.norm_sqr() * weight)
            .sum()
    }
}

impl Scale {
    fn to_mel(self, hertz: f64) -> f64 {
        match self {
            Self::Slaney if hertz < KNEE => hertz / STEP,
            Self::Slaney => KNEE / STEP + (hertz / KNEE).ln() * OCTAVES / 6.4_f64.ln(),
            Self::Kaldi => 1127.0 * (1.0 + hertz / 700.0).ln(),
        }
    }

    fn to_hertz(self, mel: f64) -> f64 {
        match self {
            Self::Slaney if mel < KNEE / STEP => mel * STEP,
            Self::Slaney => KNEE * ((mel - KNEE / STEP) * 6.4_f64.ln() / OCTAVES).exp(),
            Self::Kaldi => 700.0 * ((mel / 1127.0).exp() - 1.0),
        }
    }
}

/// Returns `count` bands from a lowest to a highest frequency in hertz, over a spectrum of `bins`
/// from 0 to the highest.
pub(crate) fn bands(
    scale: Scale,
    count: usize,
    bins: usize,
    (lowest, highest): (f64, f64),
) -> Vec<Band> {
    let (from, to) = (scale.to_mel(lowest), scale.to_mel(highest));
    let edge = |index: usize| {
        let mel = from + (to - from) * index as f64 / (count + 1) as f64;
        if matches!(scale, Scale::Slaney) {
            scale.to_hertz(mel)
        } else {
            mel
        }
    };
    let place = |bin: usize| {
        let hertz = highest * bin as f64 / (bins - 1) as f64;
        if matches!(scale, Scale::Slaney) {
            hertz
        } else {
            scale.to_mel(hertz)
        }
    };
    let band = |index: usize| {
        let (low, peak, high) = (edge(index), edge(index + 1), edge(index + 2));
        let height = if matches!(scale, Scale::Slaney) {
            2.0 / (high - low)
        } else {
            1.0
        };
        let weight = |bin: usize| {
            let here = place(bin);
            ((here - low) / (peak - low))
                .min((high - here) / (high - peak))
                .max(0.0)
                * height
        };
        let first = (0..bins).find(|bin| weight(*bin) > 0.0).unwrap_or(0);
        let weights = (first..bins).map(weight).take_while(|weight| *weight > 0.0);
        Band {
            first,
            weights: weights.map(|weight| weight as f32).collect(),
        }
    };
    (0..count).map(band).collect()
}

#[cfg(test)]
mod tests {
    use super::{Scale, bands};

    #[test]
    fn the_scales_go_back_and_forth_and_slaneys_is_straight_below_its_knee() {
        assert!(
            (Scale::Slaney.to_mel(500.0) - 7.5).abs() < 1e-9
                && (Scale::Slaney.to_mel(6400.0) - 42.0).abs() < 1e-9
        );
        assert!((Scale::Kaldi.to_mel(1000.0) - 1000.0).abs() < 0.1);
        for scale in [Scale::Slaney, Scale::Kaldi] {
            for hertz in [0.0, 130.0, 999.0, 1000.0, 1001.0, 8000.0] {
                assert!(
                    (scale.to_hertz(scale.to_mel(hertz)) - hertz).abs() < 1e-6,
                    "{scale:?} {hertz}"
                );
            }
        }
    }

    #[test]
    fn bands_lie_side_by_side_up_to_the_highest_frequency() {
        let slaney = bands(Scale::Slaney, 80, 201, (0.0, 8000.0));
        assert!(
            slaney.is_sorted_by_key(|band| band.first)
                && slaney.iter().all(|band| !band.weights.is_empty())
        );
        let last = &slaney[79];
        assert_eq!(
            last.first + last.weights.len(),
            200,
            "what lies at the edge itself counts nothing"
        );
        let kaldi = bands(Scale::Kaldi, 128, 257, (20.0, 8000.0));
        assert!(
            kaldi
                .iter()
                .flat_map(|band| &band.weights)
                .all(|weight| *weight <= 1.0)
        );
        assert_eq!(kaldi[127].first + kaldi[127].weights.len(), 256);
    }
}
