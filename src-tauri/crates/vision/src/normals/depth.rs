//! Slopes from a depth map.

use patchbay_domain::Cancelled;

use super::Slopes;
use crate::planes::Plane;

/// Depth of the space from black to white, as a share of the image's longer side: a half makes a
/// ball that fills the image round.
const RELIEF: f32 = 0.5;
/// Maximum distance of a depth from its level, in steps between levels: half a step was rounded
/// away, the rest is what compression changes.
const ROUNDING: f32 = 0.75;
/// Number of times that each size is smoothed.
const ROUNDS: usize = 3;

/// The slopes of a depth map of 0 (far) to 1 (near), whose levels are `step` apart. `reach` is told
/// which share of the work (0 to 1) is done.
///
/// # Errors
/// Returns an error if `reach` stops it.
pub fn slopes(
    depth: &Plane,
    step: f32,
    reach: &mut dyn FnMut(f64) -> Result<(), Cancelled>,
) -> Result<Slopes, Cancelled> {
    let (width, height) = (depth.width, depth.height);
    let whole = depth.values.len() as f64;
    let depth = without_terraces(depth, ROUNDING * step, &mut |pixels| {
        reach(0.8 * pixels / whole)
    })?;
    let relief = RELIEF * width.max(height) as f32;
    let slope = |across: isize, down: isize| {
        Plane::from_fn(width, height, |at| {
            let (x, y) = ((at % width) as isize, (at / width) as isize);
            let here = depth.values[at];
            let before = here - depth.near(x - across, y - down);
            let after = depth.near(x + across, y + down) - here;
            // At the frame one of them is missing.
            let (x_end, y_end) = (
                (x + across) as usize >= width,
                (y + down) as usize >= height,
            );
            let slope = match (x < across || y < down, x_end || y_end) {
                (true, true) => 0.0,
                (true, false) => after,
                (false, true) => before,
                (false, false) => common(before, after),
            };
            relief * slope
        })
    };
    Ok(Slopes {
        to_the_right: slope(1, 0),
        downwards: slope(0, 1),
    })
}

/// The slope that two differences agree on: their harmonic mean, 0 where their signs differ (van
/// Leer, "Towards the Ultimate Conservative Difference Scheme. II", 1974). Where one of them leaps
/// to another thing, the surface's own counts.
fn common(before: f32, after: f32) -> f32 {
    if before * after > 0.0 {
        2.0 * before * after / (before + after)
    } else {
        0.0
    }
}

/// The smoothest depth that differs by at most `slack` from the given one: eight bits have terraces
/// where a surface rises slowly, and terraces have no slopes but those of their steps. From coarse
/// to fine, so that wide terraces become ramps too; leaps of more than the slack stay. `reach` is
/// told how many pixels are done, those of each size anew.
fn without_terraces(
    depth: &Plane,
    slack: f32,
    reach: &mut dyn FnMut(f64) -> Result<(), Cancelled>,
) -> Result<Plane, Cancelled> {
    let (width, height) = (depth.width, depth.height);
    let mut calm = if width.min(height) < 8 {
        depth.clone()
    } else {
        without_terraces(&depth.halved(), slack, reach)?.enlarged(width, height)
    };
    for round in 0..=ROUNDS {
        if round > 0 {
            reach(depth.values.len() as f64 * round as f64 / (ROUNDS + 1) as f64)?;
            calm = calm.blurred(1.0);
        }
        for (value, &given) in calm.values.iter_mut().zip(&depth.values) {
            *value = value.clamp(given - slack, given + slack);
        }
    }
    Ok(calm)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slopes_of(depth: &Plane, step: f32) -> Slopes {
        slopes(depth, step, &mut |_| Ok(())).expect("nobody stops it")
    }

    #[test]
    fn a_slow_ramp_of_eight_bits_has_an_even_slope() {
        // Rises by 20 of 255 levels over 400 pixels: terraces of 20 pixels.
        let ramp = Plane::from_fn(400, 100, |at| {
            (100.0 + 20.0 * (at % 400) as f32 / 400.0).round() / 255.0
        });
        let slopes = slopes_of(&ramp, 1.0 / 255.0);
        let expected = 200.0 * 20.0 / 255.0 / 400.0;
        let inner = (30..370).map(|x| slopes.to_the_right.values[50 * 400 + x]);
        let worst = inner
            .map(|slope| (slope - expected).abs())
            .fold(0.0, f32::max);
        assert!(
            worst < 0.6 * expected,
            "off by {worst} of {expected}; a terrace has 0, a step 0.8"
        );
        assert!(
            slopes
                .downwards
                .values
                .iter()
                .all(|slope| slope.abs() < 0.01)
        );
    }

    #[test]
    fn a_leap_to_another_thing_is_no_slope() {
        let steps = Plane::from_fn(100, 50, |at| if at % 100 < 50 { 0.2 } else { 0.8 });
        let slopes = slopes_of(&steps, 1.0 / 65_535.0);
        assert!(
            slopes
                .to_the_right
                .values
                .iter()
                .all(|slope| slope.abs() < 0.05)
        );
    }
}
