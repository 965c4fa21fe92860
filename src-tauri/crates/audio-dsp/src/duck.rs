//! Making room for a voice, as an editor draws it: the music falls shortly before somebody speaks,
//! stays down between sentences, and rises when the voice is done.

use patchbay_domain::Cancelled;
use patchbay_media::audio::AudioBuffer;

use crate::Check;
use crate::levelling;
use crate::speech_activity::{Activity, STEP};

/// Levels of the other audio against the voice, in LU: how far under it while somebody speaks, and
/// how far above it at most in between. It is made softer where it is louder, never louder.
const UNDER: f64 = 16.0;
const BETWEEN: f64 = 1.0;
/// It begins to fall so many seconds before the voice, and is down in so many.
const AHEAD: f64 = 0.35;
const FALL: f64 = 0.35;
/// Pauses shorter than this keep it down; then it rises in so many seconds.
const PAUSE: f64 = 1.4;
const RISE: f64 = 1.0;
/// A voice that sounds shorter than this is a click, in seconds.
const SHORTEST: f64 = 0.08;

/// Levels of music under a voice; a level that is none is as an editor would have it.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Under {
    /// Its loudness in the pauses against that of the voice, in LU: -10 is softer by 10.
    pub level: Option<f64>,
    /// Reduction while somebody speaks, in dB.
    pub depth: Option<f64>,
}

impl Under {
    /// Returns whether a level or depth is set.
    pub fn is_said(self) -> bool {
        self.level.is_some() || self.depth.is_some()
    }

    /// The gain in dB in pauses and while somebody speaks, where the voice is so many LU louder than the music and these are
    /// the usual levels of the music against the voice in pauses and under speech, each with at most so much gain.
    pub fn gains(self, louder: f64, (pauses, speech): (f64, f64), most: f64) -> (f64, f64) {
        let full = match self.level {
            Some(level) => louder + level,
            None => (louder + pauses).min(most),
        };
        let down = match self.depth {
            Some(depth) => full - depth,
            None => (louder + speech).min(most).min(full),
        };
        (full, down)
    }
}

/// Makes `audio` (of a loudness in LUFS) softer where a voice of another loudness speaks. `check`
/// is called often and stops it.
pub(crate) fn make_room(
    (audio, own): (&mut AudioBuffer, f64),
    (voice, loudness): (&Activity, f64),
    under: Under,
    check: &Check,
) -> Result<(), Cancelled> {
    if !own.is_finite() || !loudness.is_finite() {
        return Ok(());
    }
    let (full, down) = under.gains(loudness - own, (BETWEEN, -UNDER), 0.0);
    let rate = f64::from(audio.sample_rate);
    let curve = curve(&speaking(voice), audio.seconds(), full, down);
    levelling::follow(audio, &curve, rate * STEP, check)
}

/// Spans in which somebody speaks, in seconds from and to: short pauses belong to them.
pub fn speaking(voice: &Activity) -> Vec<(f64, f64)> {
    let mut spans: Vec<(f64, f64)> = Vec::new();
    for (index, _) in voice
        .moments
        .iter()
        .enumerate()
        .filter(|(_, moment)| moment.is_voice)
    {
        let (start, end) = (index as f64 * STEP, (index + 1) as f64 * STEP);
        match spans.last_mut() {
            Some(last) if start - last.1 < 2.0 * STEP => last.1 = end,
            _ => spans.push((start, end)),
        }
    }
    spans.retain(|(start, end)| end - start >= SHORTEST);
    let mut joined: Vec<(f64, f64)> = Vec::new();
    for span in spans {
        match joined.last_mut() {
            Some(last) if span.0 - last.1 < PAUSE => last.1 = span.1,
            _ => joined.push(span),
        }
    }
    joined
}

/// The gain at each [`STEP`] in dB: `down` while somebody speaks, `full` otherwise, along half
/// cosines.
pub fn curve(speaking: &[(f64, f64)], seconds: f64, full: f64, down: f64) -> Vec<f32> {
    let eased = |along: f64| 0.5 - 0.5 * (along.clamp(0.0, 1.0) * std::f64::consts::PI).cos();
    let mut first = 0;
    (0..=(seconds / STEP) as usize + 1)
        .map(|index| {
            let time = index as f64 * STEP;
            while speaking
                .get(first)
                .is_some_and(|(_, end)| end + RISE < time)
            {
                first += 1;
            }
            let depth = |&(start, end): &(f64, f64)| {
                if time <= end {
                    eased((time - (start - AHEAD)) / FALL)
                } else {
                    1.0 - eased((time - end) / RISE)
                }
            };
            let near = speaking
                .iter()
                .skip(first)
                .take(2)
                .map(depth)
                .fold(0.0, f64::max);
            (full + (down - full) * near) as f32
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn level_and_depth_are_as_they_are_set() {
        let gains = |level, depth| Under { level, depth }.gains(6.0, (1.0, -16.0), 0.0);
        assert_eq!(gains(None, None), (0.0, -10.0));
        assert_eq!(gains(Some(-12.0), None), (-6.0, -10.0));
        assert_eq!(gains(None, Some(20.0)), (0.0, -20.0));
        assert_eq!(gains(Some(-2.0), Some(0.0)), (4.0, 4.0));
    }

    #[test]
    fn the_curve_is_down_before_the_voice_begins_and_up_after_it() {
        let curve = curve(&[(3.0, 5.0), (9.0, 10.0)], 15.0, -2.0, -14.0);
        let at = |seconds: f64| curve[(seconds / STEP).round() as usize];
        for (seconds, expected) in [
            (2.6, -2.0),
            (3.0, -14.0),
            (4.9, -14.0),
            (5.5, -8.0),
            (6.1, -2.0),
            (9.5, -14.0),
            (12.0, -2.0),
        ] {
            assert!(
                (at(seconds) - expected).abs() < 0.2,
                "{} at {seconds}",
                at(seconds)
            );
        }
        let steepest = curve
            .windows(2)
            .map(|pair| (pair[1] - pair[0]).abs())
            .fold(0.0, f32::max);
        assert!(steepest < 1.2, "{steepest} dB in 20 ms");
    }
}
