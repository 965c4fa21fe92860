//! How alike the sides of stereo audio are.

/// The sum of both sides is this much weaker than their difference where they cancel out: 8 dB.
const WEAKER: f64 = 0.158;
/// Sides whose difference is this much weaker than their sum are as good as one: 30 dB.
const SAME: f64 = 1e-3;

/// Energies of the two sides' sum and difference, measured as audio streams by.
#[derive(Debug, Clone, Copy, Default)]
pub struct Polarity {
    /// The energy of both sides added.
    sum: f64,
    /// The energy of one less the other.
    difference: f64,
}

impl Polarity {
    /// Takes the next samples of both sides, equally many.
    pub fn hear(&mut self, left: &[f32], right: &[f32]) {
        for (left, right) in left.iter().zip(right) {
            let (left, right) = (f64::from(*left), f64::from(*right));
            self.sum += (left + right).powi(2);
            self.difference += (left - right).powi(2);
        }
    }

    /// Whether they cancel out where they are added: the same on both sides, once turned over.
    pub fn is_opposite(&self) -> bool {
        self.sum < WEAKER * self.difference
    }

    /// Whether they are as good as one channel, whichever way up.
    pub fn is_mono(&self) -> bool {
        self.sum.min(self.difference) <= SAME * self.sum.max(self.difference)
    }
}
