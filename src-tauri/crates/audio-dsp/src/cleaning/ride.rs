//! Riding the level: passages that are softer than the whole are lifted and louder ones lowered,
//! slowly, as a hand on a fader does. Pauses do not move it, so that noise is not lifted.

use patchbay_domain::Cancelled;
use patchbay_media::audio::AudioBuffer;
use patchbay_values::effects::{Band, Shape};

use super::musical;
use crate::Check;
use crate::equaliser::equalise;
use crate::levelling;
use crate::speech_activity::Activity;

/// The blocks whose loudness is measured, in seconds.
const BLOCK: f64 = 0.1;
/// Loudness is that of the blocks within this many blocks to either side: three seconds (EBU Tech
/// 3341, short-term).
const REACH: usize = 15;
/// Blocks this far below the loudest around them are pauses, in dB.
const PAUSE: f32 = 14.0;
/// Loudness below which audio is silence, in LUFS.
const SILENCE: f32 = -60.0;
/// Share of a difference that is evened out, and its maximum in dB: of speech, and of music, which
/// means its dynamics.
const SPEECH: (f32, f32) = (0.8, 9.0);
const MUSIC: (f32, f32) = (0.25, 2.5);

/// Evens out the passages of an audio clip. `check` is called often and stops it.
pub(super) fn even_out(
    audio: &mut AudioBuffer,
    activity: &Activity,
    check: &Check,
) -> Result<(), Cancelled> {
    let block = ((BLOCK * f64::from(audio.sample_rate)) as usize).max(1);
    let blocks = loudness(audio, block, check)?;
    let passages = passages(&blocks);
    let whole = mean(passages.iter().flatten().copied());
    let mut gains: Vec<Option<f32>> = passages
        .iter()
        .enumerate()
        .map(|(index, passage)| {
            let music = musical(activity, index as f64 * BLOCK);
            let mixed = |speech: f32, of_music: f32| speech + (of_music - speech) * music;
            let most = mixed(SPEECH.1, MUSIC.1);
            passage
                .map(|loudness| ((whole - loudness) * mixed(SPEECH.0, MUSIC.0)).clamp(-most, most))
        })
        .collect();
    fill(&mut gains);
    let smooth = smoothed(&gains);
    levelling::follow(audio, &smooth, block as f64, check)
}

/// The loudness of each block: its power behind the weighting of ITU-R BS.1770.
fn loudness(audio: &AudioBuffer, block: usize, check: &Check) -> Result<Vec<f32>, Cancelled> {
    let weighting = [
        Band {
            shape: Shape::HighShelf,
            frequency: 1_682.0,
            gain: 4.0,
            quality: 0.707,
        },
        Band {
            shape: Shape::HighPass,
            frequency: 38.0,
            gain: 0.0,
            quality: 0.5,
        },
    ];
    let mut powers = vec![0.0_f32; audio.frames().div_ceil(block)];
    for channel in &audio.channels {
        let mut weighted = AudioBuffer {
            sample_rate: audio.sample_rate,
            channels: vec![channel.clone()],
        };
        equalise(&mut weighted, &weighting, check)?;
        for (power, samples) in powers.iter_mut().zip(weighted.channels[0].chunks(block)) {
            *power +=
                samples.iter().map(|sample| sample * sample).sum::<f32>() / samples.len() as f32;
        }
    }
    Ok(powers
        .into_iter()
        .map(|power| 10.0 * power.max(1e-12).log10() - 0.691)
        .collect())
}

/// The loudness around each block without its pauses; none within pauses.
fn passages(blocks: &[f32]) -> Vec<Option<f32>> {
    (0..blocks.len())
        .map(|index| {
            let around =
                &blocks[index.saturating_sub(REACH)..(index + REACH + 1).min(blocks.len())];
            let loudest = around
                .iter()
                .fold(f32::NEG_INFINITY, |loudest, block| loudest.max(*block));
            let limit = (loudest - PAUSE).max(SILENCE);
            let heard = around.iter().filter(|block| **block > limit).copied();
            (blocks[index] > limit).then(|| mean(heard))
        })
        .collect()
}

/// The loudness of blocks together.
fn mean(blocks: impl Iterator<Item = f32>) -> f32 {
    let (sum, count) = blocks.fold((0.0, 0.0_f32), |(sum, count), block| {
        (sum + 10.0_f32.powf(block / 10.0), count + 1.0)
    });
    10.0 * (sum / count.max(1.0)).max(1e-12).log10()
}

/// Gives pauses the gains around them, along a line.
fn fill(gains: &mut [Option<f32>]) {
    let known: Vec<(usize, f32)> = gains
        .iter()
        .enumerate()
        .filter_map(|(index, gain)| gain.map(|gain| (index, gain)))
        .collect();
    for (index, gain) in gains.iter_mut().enumerate() {
        let after = known.partition_point(|(at, _)| *at < index);
        *gain = match (
            after.checked_sub(1).and_then(|before| known.get(before)),
            known.get(after),
        ) {
            (Some((from, first)), Some((to, second))) => {
                Some(first + (second - first) * (index - from) as f32 / (to - from) as f32)
            }
            (Some((_, only)), None) | (None, Some((_, only))) => Some(*only),
            (None, None) => Some(0.0),
        };
    }
}

/// Every gain as the mean of the two seconds around it.
fn smoothed(gains: &[Option<f32>]) -> Vec<f32> {
    let mut sums = vec![0.0; gains.len() + 1];
    for (index, gain) in gains.iter().enumerate() {
        sums[index + 1] = sums[index] + gain.unwrap_or(0.0);
    }
    (0..gains.len())
        .map(|index| {
            let (from, to) = (index.saturating_sub(10), (index + 11).min(gains.len()));
            (sums[to] - sums[from]) / (to - from) as f32
        })
        .collect()
}
