//! A slow leveller, by libav's `dynaudnorm`: of its filters the one that looks ahead and leaves what was loud as it was
//! (`speechnorm` follows half waves, `compand` knows no future; both leave a guest 10 dB below).

use crate::Inputs;

/// By how many dB at most a soft voice is lifted, where nobody says it.
const LIFT: f64 = 20.0;
/// Over how many seconds the level is followed, where nobody says it.
const PACE: f64 = 2.5;
/// How long the frames are whose peaks are measured, in milliseconds.
const FRAME: f64 = 500.0;
/// The fewest frames that are looked at.
const FEWEST: u32 = 3;
/// So much softer than what is lifted is noise, in dB: it stays as it is.
const NOISE: f64 = 14.0;
/// What the filter takes as the peak to reach.
const PEAKS: (f64, f64) = (0.05, 0.95);

/// How far and how fast soft voices are lifted.
pub(crate) struct Leveller {
    lift: f64,
    pace: f64,
}

impl Leveller {
    /// By the values `lift` in dB and `pace` in seconds.
    pub(crate) fn of(inputs: &Inputs) -> Self {
        let number = |name: &str| inputs.value(name).and_then(|value| value.parse().ok());
        Self {
            lift: number("lift").unwrap_or(LIFT),
            pace: number("pace").unwrap_or(PACE),
        }
    }

    /// libav's filter for a sound with such a peak, of full scale; none where it is silent.
    pub(crate) fn filter(&self, peak: f32) -> Option<String> {
        let peak = f64::from(peak);
        if peak <= 1e-4 {
            return None;
        }
        let factor = |decibels: f64| 10.0_f64.powf(decibels / 20.0);
        // The filter takes odd numbers.
        let frames = (self.pace * 1000.0 / FRAME).round().max(1.0) as u32 / 2 * 2 + 1;
        let (frames, most) = (frames.max(FEWEST), factor(self.lift).max(1.0));
        let (reached, noise) = (
            peak.clamp(PEAKS.0, PEAKS.1),
            peak * factor(-self.lift - NOISE),
        );
        Some(format!(
            "dynaudnorm=framelen={FRAME}:gausssize={frames}:peak={reached:.4}:maxgain={most:.3}:threshold={noise:.6}"
        ))
    }
}
