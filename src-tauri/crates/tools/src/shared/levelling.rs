//! A slow leveller, by libav's `dynaudnorm`: of its filters the one that looks ahead and leaves what was loud as it was
//! (`speechnorm` follows half waves, `compand` knows no future; both leave a guest 10 dB below).
//!
//! Its own `threshold` is not used: it counts frames below it as a gain of nothing, which makes softer what is said
//! beside a pause. A gate goes before it instead, and what the gate holds back (the noise of long pauses) is added to
//! what comes out, as it was.

use crate::{Inputs, ToolError};

/// Default maximum lift of a soft voice, in dB.
const LIFT: f64 = 20.0;
/// Over how many seconds the level is followed, where nobody says it.
const PACE: f64 = 2.5;
/// Length of the frames whose peaks are measured, in milliseconds.
const FRAME: f64 = 100.0;
/// The share of the pace that the frames looked at span: the gain is the least of them and then their mean, which
/// reaches further.
const SPAN: f64 = 0.8;
/// The fewest frames that are looked at.
const FEWEST: u32 = 3;
/// Distance in dB below a voice that is `LIFT` below the loudest, from which on all is noise: it
/// stays as it is. A smaller lift does not make noise of soft voices.
const NOISE: f64 = 14.0;
/// Settings of the gate: it opens within a sound, and closes some two seconds after the last one.
const GATE: &str = "range=0:ratio=3:attack=20:release=2000:detection=peak:link=maximum";
/// Range that the filter takes as the peak to reach.
const PEAKS: (f64, f64) = (0.05, 0.95);

/// Lift of soft voices, and pace at which the level is followed.
pub(crate) struct Leveller {
    lift: f64,
    pace: f64,
}

impl Leveller {
    /// By the values `lift` in dB and `pace` in seconds.
    ///
    /// # Errors
    /// A value is no number.
    pub(crate) fn of(inputs: &Inputs) -> Result<Self, ToolError> {
        Ok(Self {
            lift: inputs.number("lift")?.unwrap_or(LIFT),
            pace: inputs.number("pace")?.unwrap_or(PACE),
        })
    }

    /// libav's filter for a sound with such a peak, of full scale; none where it is silent.
    pub(crate) fn filter(&self, peak: f32) -> Option<String> {
        let peak = f64::from(peak);
        if peak <= 1e-4 {
            return None;
        }
        let factor = |decibels: f64| 10.0_f64.powf(decibels / 20.0);
        // The filter takes odd numbers.
        let frames = (self.pace * SPAN * 1000.0 / FRAME).round().max(1.0) as u32;
        let frames = ((frames - 1) / 2 * 2 + 1).max(FEWEST);
        let most = factor(self.lift).max(1.0);
        let reached = peak.clamp(PEAKS.0, PEAKS.1);
        let noise = peak * factor(-self.lift.max(LIFT) - NOISE);
        // Beyond both ends it goes on as there, so that who speaks last is lifted to the end. What comes late goes into
        // the sum first, as `amix` waits for its first way in alone.
        Some(format!(
            "asplit[level_all][level_in];\
             [level_in]agate=threshold={noise:.6}:{GATE},asplit[level_said][level_taken];\
             [level_taken]volume=-1:precision=double[level_less];\
             [level_said]dynaudnorm=framelen={FRAME}:gausssize={frames}:peak={reached:.4}\
             :maxgain={most:.3}:altboundary=1[level_lifted];\
             [level_lifted][level_all][level_less]amix=inputs=3:normalize=0"
        ))
    }
}
