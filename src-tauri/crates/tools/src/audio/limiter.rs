//! Holds samples under a ceiling without distortion: the gain falls before a peak comes and recovers after it.

use std::collections::VecDeque;

use patchbay_media::audio::Sound;

use crate::ToolError;

/// How far the limiter looks ahead, in seconds.
const AHEAD: f32 = 0.005;
/// How fast the gain recovers, in seconds.
const RECOVERY: f32 = 0.1;
/// The samples between two looks at whether to stop.
const BLOCK: usize = 1 << 15;

/// Holds all samples of a sound within ±`ceiling`, both sides by the same gain. `check` is called often and stops it.
pub(super) fn limit(
    sound: &mut Sound,
    ceiling: f32,
    check: &dyn Fn() -> Result<(), ToolError>,
) -> Result<(), ToolError> {
    let frames = sound.frames();
    let span = ((AHEAD * sound.sample_rate as f32) as usize).max(1);
    let recovery = 1.0 - (-1.0 / (RECOVERY * sound.sample_rate as f32)).exp();
    let wanted = |sound: &Sound, frame: usize| {
        let peak = sound.channels.iter().map(|channel| channel[frame].abs()).fold(0.0, f32::max);
        if peak > ceiling { ceiling / peak } else { 1.0 }
    };
    // The least gain wanted within the time looked ahead, the earliest first.
    let mut least: VecDeque<(usize, f32)> = VecDeque::new();
    let mut window: VecDeque<f32> = std::iter::repeat_n(1.0, span).collect();
    let (mut sum, mut held) = (span as f64, 1.0_f32);
    for ahead in 0..frames + span {
        if ahead % BLOCK == 0 {
            check()?;
        }
        let gain = if ahead < frames { wanted(sound, ahead) } else { 1.0 };
        while least.back().is_some_and(|(_, later)| *later >= gain) {
            least.pop_back();
        }
        least.push_back((ahead, gain));
        while least.front().is_some_and(|(at, _)| at + span < ahead) {
            least.pop_front();
        }
        let target = least.front().map_or(1.0, |(_, gain)| *gain);
        held = target.min(held + (target - held) * recovery);
        sum += f64::from(held) - f64::from(window.pop_front().unwrap_or(1.0));
        window.push_back(held);
        if let Some(frame) = ahead.checked_sub(span) {
            let smooth = (sum / span as f64) as f32;
            for channel in &mut sound.channels {
                channel[frame] = (channel[frame] * smooth).clamp(-ceiling, ceiling);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ceiling_holds_without_steps() {
        // It gets loud where the tone crosses zero, at 318 half turns.
        let loud = |i: usize| if i as f32 * 0.05 > 318.0 * std::f32::consts::PI { 2.5 } else { 0.5 };
        let tone: Vec<f32> = (0..48_000).map(|i| (i as f32 * 0.05).sin() * loud(i)).collect();
        let mut sound = Sound { sample_rate: 48_000, channels: vec![tone.clone(), tone.clone()] };
        limit(&mut sound, 0.84, &|| Ok(())).expect("nobody stops it");
        assert!(sound.peak() <= 0.84);
        assert!((sound.channels[0][10_000] - tone[10_000]).abs() < 1e-4, "what is quiet enough is left alone");
        let steepest = sound.channels[0].windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f32::max);
        assert!(steepest < 0.1, "a step of {steepest}");
    }
}
