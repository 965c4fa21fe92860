//! Likely look of a place that is blank, as far as that can be told from its rim: a thin plate
//! under tension is laid through what lies around it (Franke, "Thin Plate Splines with Tension",
//! 1985), and what was copied from elsewhere is drawn towards it. A copy has the right grain and,
//! now and then, the wrong colour; a plate has the right colour near the rim and no grain.

use patchbay_domain::Cancelled;

use super::Color;
use super::pyramid::Level;
use crate::Watch;
use crate::pixels::beside;

/// Tension that pulls the plate straight, in pixels to the power of minus two.
const TENSION: f64 = 0.2;
/// Share of the way that a copy is drawn towards the plate at the rim.
const TOWARDS: f32 = 0.7;
/// Share of the copy's own detail that stays at the rim.
const DETAIL: f32 = 0.5;
/// Distance from the rim, in pixels, at which the plate counts a third of what it does there.
const DEPTH: f32 = 40.0;
/// Conjugate gradients end when what is left is this share of what they began with, or after so
/// many steps: the plate is sure of the rim first, and counts there.
const LEFT: f64 = 1e-4;
const STEPS: usize = 300;

/// A red, a green, a blue and an alpha, summed up.
type Sums = [f64; 4];

/// Draws `copied`, the hole's filling, towards a plate.
pub(super) fn settle(copied: &mut Level, progress: &dyn Watch) -> Result<(), Cancelled> {
    let plate = plate(copied, progress)?;
    let weights: Vec<f32> = copied
        .depths()
        .iter()
        .map(|depth| (-(*depth as f32 / DEPTH).powi(2)).exp())
        .collect();
    let mut apart = vec![[0.0; 4]; copied.colors.len()];
    for at in (0..apart.len()).filter(|at| copied.hole[*at]) {
        let difference = |channel: usize| {
            TOWARDS * weights[at] * (copied.colors[at][channel] - plate[at][channel])
        };
        apart[at] = std::array::from_fn(difference);
    }
    let soft = smoothed(&apart, copied.width);
    for at in (0..apart.len()).filter(|at| copied.hole[*at]) {
        let kept = 1.0 - (1.0 - DETAIL) * weights[at];
        for (channel, value) in copied.colors[at].iter_mut().enumerate() {
            *value = (*value - (1.0 - kept) * apart[at][channel] - kept * soft[at][channel])
                .clamp(0.0, 1.0);
        }
    }
    Ok(())
}

/// The plate through what lies around the hole: (ΔΔ - tension Δ) u = 0 in it, solved by conjugate
/// gradients (Hestenes and Stiefel 1952) from colours that run in from the rim.
fn plate(level: &Level, progress: &dyn Watch) -> Result<Vec<Color>, Cancelled> {
    let (colors, hole) = (level.colors.clone(), level.hole.clone());
    let mut begun = Level {
        width: level.width,
        height: level.height,
        colors,
        hole,
    };
    begun.flood();
    let mut colors = begun.colors;
    let bent = Bending::new(level);
    let wide = |color: &Color| color.map(f64::from);
    let whole: Vec<Sums> = colors.iter().map(wide).collect();
    let mut left: Vec<Sums> = bent
        .of(&whole)
        .into_iter()
        .map(|sum| sum.map(|value| -value))
        .collect();
    let mut way: Vec<Sums> = vec![[0.0; 4]; whole.len()];
    let mut moved: Vec<Sums> = vec![[0.0; 4]; bent.hole.len()];
    for (at, sum) in bent.hole.iter().zip(&left) {
        way[*at] = *sum;
    }
    let mut squares = dot(left.iter().zip(&left));
    let enough = squares.map(|square| square * LEFT * LEFT);
    for _ in 0..STEPS {
        if progress.is_cancelled() {
            return Err(Cancelled);
        }
        if squares
            .iter()
            .zip(&enough)
            .all(|(square, enough)| square <= enough)
        {
            break;
        }
        let pulled = bent.of(&way);
        let along = dot(bent.hole.iter().map(|at| &way[*at]).zip(&pulled));
        let step = ratio(squares, along);
        for ((at, pulled), (moved, left)) in bent
            .hole
            .iter()
            .zip(&pulled)
            .zip(moved.iter_mut().zip(&mut left))
        {
            for channel in 0..4 {
                moved[channel] += step[channel] * way[*at][channel];
                left[channel] -= step[channel] * pulled[channel];
            }
        }
        let next = dot(left.iter().zip(&left));
        let turn = ratio(next, squares);
        for (at, left) in bent.hole.iter().zip(&left) {
            for channel in 0..4 {
                way[*at][channel] = left[channel] + turn[channel] * way[*at][channel];
            }
        }
        squares = next;
    }
    for (at, moved) in bent.hole.iter().zip(moved) {
        for (value, moved) in colors[*at].iter_mut().zip(moved) {
            *value += moved as f32;
        }
    }
    Ok(colors)
}

/// Bending and tension of a plate at each pixel of the hole.
struct Bending {
    width: usize,
    height: usize,
    /// The hole's pixels.
    hole: Vec<usize>,
    /// Those and the ones beside them.
    near: Vec<usize>,
}

impl Bending {
    fn new(level: &Level) -> Self {
        let (width, height) = (level.width, level.height);
        let hole: Vec<usize> = (0..level.hole.len()).filter(|at| level.hole[*at]).collect();
        let mut near: Vec<usize> = hole.clone();
        near.extend(hole.iter().flat_map(|at| beside(*at, width, height)));
        near.sort_unstable();
        near.dedup();
        Self {
            width,
            height,
            hole,
            near,
        }
    }

    /// `ΔΔu - tension Δu` of a whole window, at each pixel of the hole. Beyond the frame a pixel is
    /// as its neighbour.
    fn of(&self, values: &[Sums]) -> Vec<Sums> {
        let mut curved = vec![[0.0; 4]; values.len()];
        for at in &self.near {
            curved[*at] = self.curvature(values, *at);
        }
        let force = |at: &usize| {
            let (twice, once) = (self.curvature(&curved, *at), curved[*at]);
            std::array::from_fn(|channel| twice[channel] - TENSION * once[channel])
        };
        self.hole.iter().map(force).collect()
    }

    fn curvature(&self, values: &[Sums], at: usize) -> Sums {
        let mut sum = [0.0; 4];
        for next in beside(at, self.width, self.height) {
            for (channel, sum) in sum.iter_mut().enumerate() {
                *sum += values[next][channel] - values[at][channel];
            }
        }
        sum
    }
}

/// The sums of products, for each channel.
fn dot<'a>(pairs: impl Iterator<Item = (&'a Sums, &'a Sums)>) -> Sums {
    pairs.fold([0.0; 4], |sum, (a, b)| {
        std::array::from_fn(|channel| sum[channel] + a[channel] * b[channel])
    })
}

fn ratio(a: Sums, b: Sums) -> Sums {
    std::array::from_fn(|channel| {
        if b[channel].abs() > f64::MIN_POSITIVE {
            a[channel] / b[channel]
        } else {
            0.0
        }
    })
}

/// Smoothed by a binomial of a deviation of one pixel; nothing lies beyond the frame.
fn smoothed(values: &[Color], width: usize) -> Vec<Color> {
    const WEIGHTS: [f32; 5] = [1.0 / 16.0, 4.0 / 16.0, 6.0 / 16.0, 4.0 / 16.0, 1.0 / 16.0];
    let height = values.len() / width;
    let pass =
        |values: &[Color], step: usize, along: &dyn Fn(usize) -> (usize, usize)| -> Vec<Color> {
            let value = |at: usize| {
                let (place, length) = along(at);
                let mut sum = [0.0; 4];
                for (index, weight) in WEIGHTS.iter().enumerate() {
                    if (2..length + 2).contains(&(place + index)) {
                        let other = &values[at + index * step - 2 * step];
                        sum.iter_mut()
                            .zip(other)
                            .for_each(|(sum, value)| *sum += weight * value);
                    }
                }
                sum
            };
            (0..values.len()).map(value).collect()
        };
    let across = pass(values, 1, &|at| (at % width, width));
    pass(&across, width, &|at| (at / width, height))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    /// A window of 40 by 30 with a hole of 12 by 8 in it.
    fn window(color: impl Fn(usize, usize) -> f32) -> Level {
        let places = || (0..40 * 30).map(|at| (at % 40, at / 40));
        let hole: Vec<bool> = places()
            .map(|(x, y)| (14..26).contains(&x) && (11..19).contains(&y))
            .collect();
        let colors = places().map(|(x, y)| [color(x, y), 0.5, 0.25, 1.0]);
        let colors = colors
            .zip(&hole)
            .map(|(color, hole)| if *hole { [0.0; 4] } else { color })
            .collect();
        Level {
            width: 40,
            height: 30,
            colors,
            hole,
        }
    }

    #[test]
    fn a_plate_goes_on_as_the_ground_around_it_does() {
        let slope = |x: usize, y: usize| 0.2 + 0.01 * x as f32 + 0.005 * y as f32;
        let level = window(slope);
        let found = plate(&level, &AtomicBool::default()).unwrap();
        for at in (0..found.len()).filter(|at| level.hole[*at]) {
            let right = slope(at % 40, at / 40);
            assert!(
                (found[at][0] - right).abs() < 0.002,
                "{} for {right}",
                found[at][0]
            );
            assert!((found[at][3] - 1.0).abs() < 0.002);
        }
    }

    #[test]
    fn a_wrong_colour_is_drawn_back_and_what_is_around_stays() {
        let mut level = window(|_, _| 0.6);
        let known = level.colors.clone();
        for at in (0..known.len()).filter(|at| level.hole[*at]) {
            level.colors[at] = [if at % 2 == 0 { 0.3 } else { 0.1 }, 0.5, 0.25, 1.0];
        }
        settle(&mut level, &AtomicBool::default()).unwrap();
        let inside: Vec<f32> = (0..known.len())
            .filter(|at| level.hole[*at])
            .map(|at| level.colors[at][0])
            .collect();
        let mean = inside.iter().sum::<f32>() / inside.len() as f32;
        assert!(mean > 0.42, "0.2 came near to 0.6: {mean}");
        let grain = inside
            .chunks(2)
            .map(|pair| (pair[0] - pair[1]).abs())
            .sum::<f32>()
            / (inside.len() / 2) as f32;
        assert!(
            (0.05..0.19).contains(&grain),
            "some of the grain is left: {grain}"
        );
        assert!(
            (0..known.len())
                .filter(|at| !level.hole[*at])
                .all(|at| level.colors[at].map(f32::to_bits) == known[at].map(f32::to_bits))
        );
    }
}
