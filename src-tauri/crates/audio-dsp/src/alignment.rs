//! Start of one recording within another one of the same: generalised cross-correlation with phase
//! transform (Knapp and Carter, "The generalized correlation method for estimation of time delay",
//! 1976), which neither rooms nor microphones blur much.

use patchbay_domain::Cancelled;
use realfft::RealFftPlanner;

use crate::Check;
use crate::transform::fast_size;

/// Samples per second that recordings are compared at.
pub const RATE: u32 = 8_000;
/// Frequencies that are compared, in Hz: those that voices, claps and music have and most
/// microphones record.
const BAND: (f64, f64) = (200.0, 3_500.0);
/// Parts of the spectrum weaker than this share of the mean count less: they are mostly noise.
const WEAK: f64 = 0.01;
/// Time within which a room lets the same audio be heard again, in seconds.
const ECHO: f64 = 0.1;
/// A place is clear where it stands out of the mean so many times, and others, but echoes, by less
/// than this share of that.
const CLEAR: (f32, f32) = (12.0, 0.7);

/// Returns the time in seconds of `reference` at which the audio `other` begins, negative before
/// its start; none where no place is clear. Both are at [`RATE`].
///
/// # Errors
/// `check` stops it.
pub fn begins_at(
    reference: &[f32],
    other: &[f32],
    check: &Check,
) -> Result<Option<f64>, Cancelled> {
    if reference.is_empty() || other.is_empty() {
        return Ok(None);
    }
    let size = fast_size(reference.len() + other.len());
    let mut planner = RealFftPlanner::<f32>::new();
    let (forward, inverse) = (
        planner.plan_fft_forward(size),
        planner.plan_fft_inverse(size),
    );
    let mut spectra = [forward.make_output_vec(), forward.make_output_vec()];
    let mut piece = forward.make_input_vec();
    for (samples, spectrum) in [reference, other].into_iter().zip(&mut spectra) {
        check()?;
        piece.fill(0.0);
        piece[..samples.len()].copy_from_slice(samples);
        // Only wrong lengths are refused.
        let done = forward.process(&mut piece, spectrum);
        debug_assert!(done.is_ok());
    }
    check()?;
    let [mut product, second] = spectra;
    let bin = f64::from(RATE) / size as f64;
    let is_heard = |number: usize| (BAND.0..=BAND.1).contains(&(number as f64 * bin));
    let (mut sum, mut count) = (0.0_f64, 0_u32);
    for (number, (first, second)) in product.iter_mut().zip(&second).enumerate() {
        *first *= second.conj();
        if is_heard(number) {
            sum += f64::from(first.norm());
            count += 1;
        }
    }
    drop(second);
    let weak = (WEAK * sum / f64::from(count.max(1))) as f32;
    for (number, value) in product.iter_mut().enumerate() {
        let scale = if is_heard(number) {
            1.0 / (value.norm() + weak).max(f32::MIN_POSITIVE)
        } else {
            0.0
        };
        *value *= scale;
    }
    check()?;
    let done = inverse.process(&mut product, &mut piece);
    debug_assert!(done.is_ok());
    check()?;
    Ok(clear_place(&piece).map(|place| {
        // What lies behind the reference is what lies before it: the correlation goes round.
        let before = place >= reference.len();
        let samples = place as f64 - if before { size as f64 } else { 0.0 };
        samples / f64::from(RATE)
    }))
}

/// The place at which a correlation is strongest, where it clearly is.
fn clear_place(correlation: &[f32]) -> Option<usize> {
    let size = correlation.len();
    let power: f64 = correlation
        .iter()
        .map(|value| f64::from(*value).powi(2))
        .sum();
    let mean = (power / size as f64).sqrt() as f32;
    let strength = |place: &usize| correlation[*place].abs();
    let best = (0..size).max_by(|a, b| strength(a).total_cmp(&strength(b)))?;
    let near = (ECHO * f64::from(RATE)) as usize;
    let is_apart = |place: &usize| {
        let away = place.abs_diff(best);
        away.min(size - away) > near
    };
    let next = (0..size)
        .filter(is_apart)
        .map(|place| strength(&place))
        .fold(0.0, f32::max);
    let top = strength(&best);
    (top > CLEAR.0 * mean && next < CLEAR.1 * top).then_some(best)
}

#[cfg(test)]
mod tests {
    use patchbay_test_support::audio::{music, noise, voice};

    use super::*;

    fn found(reference: &[f32], other: &[f32]) -> Option<f64> {
        begins_at(reference, other, &|| Ok(())).expect("nobody stops it")
    }

    /// The same in a room, softer, with an echo and some noise.
    fn in_a_room(samples: &[f32]) -> Vec<f32> {
        let echo =
            |index: usize, delay: usize| index.checked_sub(delay).map_or(0.0, |at| samples[at]);
        let heard = |(index, noise): (usize, f32)| {
            0.4 * samples[index] + 0.2 * echo(index, 320) + 0.15 * echo(index, 610) + noise
        };
        (0..samples.len()).zip(noise(0.01)).map(heard).collect()
    }

    #[test]
    fn a_recording_is_found_in_another_one() {
        let whole = voice(20.0, RATE);
        for (from, to, begins) in [
            (16_000, 96_000, 2.0),
            (0, 160_000, 0.0),
            (52_004, 120_000, 6.5005),
        ] {
            let place = found(&whole, &in_a_room(&whole[from..to])).expect("it is clear");
            assert!(
                (place - begins).abs() < 0.005,
                "{place} instead of {begins}"
            );
            // The other way round it began before.
            let place = found(&in_a_room(&whole[from..to]), &whole).expect("it is clear");
            assert!(
                (place + begins).abs() < 0.005,
                "{place} instead of -{begins}"
            );
        }
    }

    #[test]
    fn what_is_something_else_is_not_found() {
        let [tune, _] = music(12.0, RATE);
        let hiss: Vec<f32> = noise(0.1).take(80_000).collect();
        assert_eq!(found(&voice(12.0, RATE), &tune), None);
        assert_eq!(found(&voice(12.0, RATE), &hiss), None);
        assert_eq!(found(&voice(12.0, RATE), &vec![0.0; 40_000]), None);
        assert_eq!(found(&[], &hiss), None);
    }

    #[test]
    fn it_can_be_stopped() {
        let hiss: Vec<f32> = noise(0.1).take(8_000).collect();
        assert_eq!(begins_at(&hiss, &hiss, &|| Err(Cancelled)), Err(Cancelled));
    }
}
