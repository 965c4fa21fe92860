//! Longer or shorter without another pitch, and another pitch without another length.
//!
//! - [`vocoder`]: the phase vocoder that changes the length
//! - [`phases`]: how phases go on from piece to piece, which decides what it sounds like
//! - [`queue`]: gives the loudest first

mod phases;
mod queue;
mod vocoder;

use patchbay_domain::Cancelled;
use patchbay_media::audio::AudioBuffer;

use crate::Report;
use crate::resampling::resampled;
pub use vocoder::stretch;

/// The audio `semitones` higher (or lower, where negative), as long as it was. `progress` is told
/// how far it is, from 0 to 1, and stops it.
pub fn shift_pitch(
    audio: &AudioBuffer,
    semitones: f64,
    progress: &Report,
) -> Result<AudioBuffer, Cancelled> {
    let ratio = 2.0_f64.powf(semitones / 12.0);
    let stretched = stretch(audio, ratio, &|done| progress(done * 0.7))?;
    let mut shifted = play_faster(stretched, ratio, &|done| progress(0.7 + done * 0.3))?;
    shifted
        .channels
        .iter_mut()
        .for_each(|channel| channel.resize(audio.frames(), 0.0));
    Ok(shifted)
}

/// The audio played `speed` times as fast, as a tape would: pitch and tempo change together.
pub fn play_faster(
    audio: AudioBuffer,
    speed: f64,
    progress: &Report,
) -> Result<AudioBuffer, Cancelled> {
    let rate = audio.sample_rate;
    let played = AudioBuffer {
        sample_rate: (f64::from(rate) * speed).round().max(1.0) as u32,
        ..audio
    };
    resampled(&played, rate, progress)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{level, pitch, tone};

    #[test]
    fn the_length_changes_and_the_pitch_stays() {
        for (rate, factor) in [(48_000, 1.25), (44_100, 0.6), (8_000, 2.0), (96_000, 0.9)] {
            let audio = tone(440.0, 3.0, rate);
            let stretched = stretch(&audio, factor, &|_| Ok(())).expect("nobody stops it");
            assert_eq!(
                stretched.frames(),
                (audio.frames() as f64 * factor).round() as usize
            );
            let (from, to) = (0.2, 3.0 * factor - 0.2);
            let found = pitch(&stretched, from, to);
            assert!(
                (found / 440.0 - 1.0).abs() < 5e-4,
                "{found} Hz at {rate} times {factor}"
            );
            assert!((level(&stretched, from, to) - level(&audio, 0.2, 2.8)).abs() < 0.2);
        }
    }

    #[test]
    fn the_pitch_changes_and_the_length_stays() {
        for (semitones, expected) in [(12.0, 880.0), (-5.0, 329.63), (0.5, 452.89)] {
            let audio = tone(440.0, 2.0, 44_100);
            let shifted = shift_pitch(&audio, semitones, &|_| Ok(())).expect("nobody stops it");
            assert_eq!(
                (shifted.sample_rate, shifted.frames()),
                (44_100, audio.frames())
            );
            let found = pitch(&shifted, 0.2, 1.8);
            assert!(
                (found / expected - 1.0).abs() < 1e-3,
                "{found} for {expected}"
            );
            assert!((level(&shifted, 0.2, 1.8) - level(&audio, 0.2, 1.8)).abs() < 0.3);
        }
    }

    #[test]
    fn a_tape_changes_both() {
        let fast =
            play_faster(tone(440.0, 3.0, 48_000), 1.5, &|_| Ok(())).expect("nobody stops it");
        assert!((fast.seconds() - 2.0).abs() < 1e-3 && fast.sample_rate == 48_000);
        assert!((pitch(&fast, 0.2, 1.8) / 660.0 - 1.0).abs() < 1e-3);
    }

    #[test]
    fn beats_stay_short_and_fall_where_they_belong() {
        let mut audio = AudioBuffer::silence(48_000, 2, 96_000);
        for beat in [24_000, 48_000, 72_000] {
            for channel in &mut audio.channels {
                channel[beat..beat + 240]
                    .iter_mut()
                    .enumerate()
                    .for_each(|(i, sample)| {
                        *sample = 0.8 * (-(i as f32) / 40.0).exp() * (i as f32 * 0.9).cos();
                    });
            }
        }
        let stretched = stretch(&audio, 1.4, &|_| Ok(())).expect("nobody stops it");
        for beat in [24_000.0, 48_000.0, 72_000.0] {
            let middle = (beat * 1.4) as usize;
            let energy = |from: usize, to: usize| {
                stretched.channels[0][from..to]
                    .iter()
                    .map(|s| s * s)
                    .sum::<f32>()
            };
            let (near, around) = (
                energy(middle - 480, middle + 720),
                energy(middle - 4_800, middle + 4_800),
            );
            assert!(
                near / around > 0.9,
                "{} of a beat is within 25 ms",
                near / around
            );
            assert!(
                energy(middle - 4_800, middle - 480) / around < 0.03,
                "no echo comes before it"
            );
        }
    }

    #[test]
    fn sides_keep_their_place() {
        let left = tone(440.0, 1.5, 44_100).channels.remove(0);
        let right: Vec<f32> = left.iter().map(|sample| sample * -0.25).collect();
        let audio = AudioBuffer {
            sample_rate: 44_100,
            channels: vec![left, right],
        };
        let stretched = stretch(&audio, 1.3, &|_| Ok(())).expect("nobody stops it");
        let pairs = stretched.channels[0].iter().zip(&stretched.channels[1]);
        let worst = pairs
            .map(|(l, r)| (l * -0.25 - r).abs())
            .fold(0.0, f32::max);
        assert!(worst < 1e-4, "{worst}");
    }

    #[test]
    fn it_can_be_stopped_and_empty_audio_stays_empty() {
        let stopped = stretch(&tone(440.0, 1.0, 44_100), 2.0, &|_| Err(Cancelled));
        assert_eq!(stopped, Err(Cancelled));
        let empty =
            stretch(&AudioBuffer::silence(44_100, 2, 0), 2.0, &|_| Ok(())).expect("nothing to do");
        assert_eq!(empty.frames(), 0);
    }
}
