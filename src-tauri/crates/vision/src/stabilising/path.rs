//! The smooth path that the camera should have taken.
//!
//! Among all paths that stay within a tube around the real one, the one with the least sum of
//! squared accelerations and jerks is taken: what may be cut off is used where it helps most, and
//! fast pans, which no tube could follow slowly, keep their speed. The idea of bounds on what is
//! cut off is that of Grundmann, Kwatra and Essa, "Auto-Directed Video Stabilization with Robust L1
//! Optimal Camera Paths" (2011), section 3; squares instead of absolute values make it a quadratic
//! programme with bounds, solved by the alternating direction method of multipliers: Boyd and
//! others, "Distributed Optimization and Statistical Learning via the Alternating Direction Method
//! of Multipliers" (2011), section 5.2.

use patchbay_media::MediaError;
use patchbay_media::video::Watch;

use super::banded::{Banded, PULL};
use super::motion::Motion;
use super::warp::Placement;

/// The most that is cut off at each side, as a share of the frame's side.
const MOST_SHIFT: f64 = 0.06;
/// The most that is corrected of a turn, in radians (1.5 degrees), and of a zoom.
const MOST_TURN: f64 = 0.026;
const MOST_GROWTH: f64 = 0.01;
/// The tube is this much wider than the shake that nearly all frames have.
const ROOM: f64 = 1.6;
const NEARLY_ALL: f64 = 0.95;
/// Movement slower than this is meant, not shake, in seconds.
const SHAKE: f64 = 0.8;
const ROUNDS: usize = 250;
/// Steps beyond the solution of each round make it faster.
const OVERSHOOT: f64 = 1.6;

/// Movement that puts a frame where the smooth path shows it.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Correction(Motion);

impl Correction {
    /// Factor by which a frame of `size` has to be drawn larger so that its border is not seen.
    pub(super) fn zoom(&self, (width, height): (f64, f64)) -> f64 {
        let (sine, cosine) = self.0.angle.sin_cos();
        let (along, across) = (
            cosine.abs() * self.0.growth.exp(),
            sine.abs() * self.0.growth.exp(),
        );
        // How far the drawn frame reaches on the source, against how far the source reaches.
        let needed =
            |reach: f64, half: f64, shift: f64| reach / (half - shift.abs()).max(0.25 * half);
        let wide = needed(
            along * width / 2.0 + across * height / 2.0,
            width / 2.0,
            self.0.x,
        );
        let high = needed(
            across * width / 2.0 + along * height / 2.0,
            height / 2.0,
            self.0.y,
        );
        wide.max(high)
    }

    /// Source places of the pixels of a plane of that size, `scale` times as large as the frame.
    pub(super) fn placed(
        &self,
        scale: f64,
        zoom: f64,
        (width, height): (usize, usize),
    ) -> Placement {
        let (sine, cosine) = self.0.angle.sin_cos();
        let factor = self.0.growth.exp() / zoom;
        let (along, across) = (cosine * factor, sine * factor);
        let (middle_x, middle_y) = (width as f64 / 2.0, height as f64 / 2.0);
        // From the middle of the first pixel.
        let (x, y) = (0.5 - middle_x, 0.5 - middle_y);
        Placement {
            first: (
                middle_x + along * x - across * y + self.0.x * scale - 0.5,
                middle_y + across * x + along * y + self.0.y * scale - 0.5,
            ),
            along,
            across,
        }
    }
}

/// The corrections for all frames (one more than there are movements) of a video with `per_second`
/// frames of `size`.
pub(super) fn smoothed(
    movements: &[Motion],
    per_second: f64,
    (width, height): (f64, f64),
    watch: &Watch,
) -> Result<Vec<Correction>, MediaError> {
    let one = |of: fn(&Motion) -> f64, most: f64| -> Result<Vec<f64>, MediaError> {
        let mut at = 0.0;
        let path: Vec<f64> = std::iter::once(0.0)
            .chain(movements.iter().map(|motion| {
                at += of(motion);
                at
            }))
            .collect();
        let room = room(&path, per_second, most);
        let smooth = within(&path, room, watch)?;
        Ok(path
            .iter()
            .zip(smooth)
            .map(|(real, smooth)| (real - smooth).clamp(-room, room))
            .collect())
    };
    let x = one(|motion| motion.x, MOST_SHIFT * width)?;
    let y = one(|motion| motion.y, MOST_SHIFT * height)?;
    let angle = one(|motion| motion.angle, MOST_TURN)?;
    let growth = one(|motion| motion.growth, MOST_GROWTH)?;
    let corrections = x.into_iter().zip(y).zip(angle).zip(growth);
    Ok(corrections
        .map(|(((x, y), angle), growth)| {
            Correction(Motion {
                x,
                y,
                angle,
                growth,
            })
        })
        .collect())
}

/// Width of the tube around a path to each side: as wide as its shake needs.
fn room(path: &[f64], per_second: f64, most: f64) -> f64 {
    let slow = slow(path, SHAKE * per_second);
    let mut shake: Vec<f64> = path
        .iter()
        .zip(slow)
        .map(|(real, slow)| (real - slow).abs())
        .collect();
    let at = ((shake.len().max(1) - 1) as f64 * NEARLY_ALL) as usize;
    let nearly_all = if shake.is_empty() {
        0.0
    } else {
        *shake.select_nth_unstable_by(at, f64::total_cmp).1
    };
    (ROOM * nearly_all).min(most)
}

/// A path without its fast movements: running means over about `span` frames, twice, which a steady
/// pan does not change; its ends are turned around themselves, so that they go on as they came.
fn slow(path: &[f64], span: f64) -> Vec<f64> {
    let Some(last) = path.len().checked_sub(1) else {
        return Vec::new();
    };
    let reach = ((span / 2.0).round().max(1.0) as usize).min(last);
    let mut slow = path.to_vec();
    for _ in 0..2 {
        let before = (1..=reach).rev().map(|away| 2.0 * slow[0] - slow[away]);
        let after = (1..=reach).map(|away| 2.0 * slow[last] - slow[last - away]);
        let sums: Vec<f64> = std::iter::once(0.0)
            .chain(
                before
                    .chain(slow.iter().copied())
                    .chain(after)
                    .scan(0.0, |sum, value| {
                        *sum += value;
                        Some(*sum)
                    }),
            )
            .collect();
        let window = 2 * reach + 1;
        slow = (0..=last)
            .map(|at| (sums[at + window] - sums[at]) / window as f64)
            .collect();
    }
    slow
}

/// The smoothest path that stays within `room` of `path`.
fn within(path: &[f64], room: f64, watch: &Watch) -> Result<Vec<f64>, MediaError> {
    if path.len() < 4 || room <= 0.0 {
        return Ok(path.to_vec());
    }
    let solver = Banded::new(path.len());
    let mut bounded = path.to_vec();
    let mut pull = vec![0.0; path.len()];
    let mut smooth = path.to_vec();
    for _ in 0..ROUNDS {
        watch.check()?;
        for ((value, bounded), pull) in smooth.iter_mut().zip(&bounded).zip(&pull) {
            *value = PULL * (bounded - pull);
        }
        solver.solve(&mut smooth);
        for (((bounded, pull), smooth), real) in
            bounded.iter_mut().zip(&mut pull).zip(&smooth).zip(path)
        {
            let beyond = OVERSHOOT * smooth + (1.0 - OVERSHOOT) * *bounded + *pull;
            *bounded = beyond.clamp(real - room, real + room);
            *pull = beyond - *bounded;
        }
    }
    Ok(smooth)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn jerk(path: &[f64]) -> f64 {
        let squares = path
            .windows(3)
            .map(|three| (three[2] - 2.0 * three[1] + three[0]).powi(2));
        (squares.sum::<f64>() / path.len() as f64).sqrt()
    }

    #[test]
    fn shake_goes_and_a_pan_stays() {
        let shake = |n: usize| 8.0 * (n as f64 * 0.9).sin() + 5.0 * (n as f64 * 2.3).cos();
        let path: Vec<f64> = (0..300).map(|n| n as f64 * 3.0 + shake(n)).collect();
        let smooth = within(&path, 20.0, &Watch::nobody()).unwrap();
        assert!(
            jerk(&smooth) < 0.005 * jerk(&path),
            "{} of {}",
            jerk(&smooth),
            jerk(&path)
        );
        assert!(path.iter().zip(&smooth).all(|(a, b)| (a - b).abs() < 20.5));
        assert!((smooth[280] - smooth[20] - 780.0).abs() < 30.0);
        let room = room(&path, 30.0, 100.0);
        assert!((12.0..24.0).contains(&room), "{room}");
    }

    #[test]
    fn a_fast_pan_keeps_its_speed_and_its_surroundings_are_calm() {
        let shake = |n: usize| 3.0 * (n as f64 * 1.1).sin();
        let pan = |n: usize| 900.0 / (1.0 + (-(n as f64 - 150.0) / 3.0).exp());
        let path: Vec<f64> = (0..300).map(|n| pan(n) + shake(n)).collect();
        let smooth = within(&path, 38.0, &Watch::nobody()).unwrap();
        assert!(path.iter().zip(&smooth).all(|(a, b)| (a - b).abs() < 39.0));
        assert!(
            jerk(&smooth[..110]) < 0.05 * jerk(&path[..110]),
            "{}",
            jerk(&smooth[..110])
        );
    }

    #[test]
    fn no_border_is_seen() {
        let correction = Correction(Motion {
            x: 20.0,
            y: -9.0,
            angle: 0.02,
            growth: 0.01,
        });
        let zoom = correction.zoom((640.0, 360.0));
        assert!((1.05..1.2).contains(&zoom), "{zoom}");
        let place = correction.placed(1.0, zoom, (640, 360));
        for (x, y) in [(-0.5, -0.5), (639.5, -0.5), (-0.5, 359.5), (639.5, 359.5)] {
            let from = (
                place.first.0 + place.along * x - place.across * y,
                place.first.1 + place.across * x + place.along * y,
            );
            assert!(
                (-0.51..639.51).contains(&from.0) && (-0.51..359.51).contains(&from.1),
                "{from:?}"
            );
        }
        assert!((Correction::default().zoom((640.0, 360.0)) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn short_videos_stay_as_they_are() {
        assert_eq!(
            smoothed(&[], 25.0, (64.0, 64.0), &Watch::nobody()).unwrap(),
            [Correction::default()]
        );
        let still = vec![Motion::default(); 50];
        let corrections = smoothed(&still, 25.0, (64.0, 64.0), &Watch::nobody()).unwrap();
        assert_eq!(corrections, vec![Correction::default(); 51]);
    }
}
