//! How far what is removed shines over the outline of its mask: a cut-out is seldom right to the pixel, and edges in a
//! picture are soft. Where the ring around the mask looks a little like what is inside, it belongs to the hole; where it
//! does not, it is the best that is known of what the hole should be, and stays.

use super::Color;
use super::pyramid::Level;
use crate::image::planes::Plane;

/// Pixels of what is inside are at least so deep in the mask.
const DEPTH: usize = 2;
/// How far along the outline the ring is judged together, as a Gaussian's deviation in pixels.
const ALONG: f32 = 5.0;
/// The share of what is inside in a ring's colours above which the ring goes.
const LEAST_SHARE: f32 = 0.1;

/// What to fill: `mask`, and of `wide`, which reaches further, what has colours of what is inside. All row by row.
pub(super) fn hole(colors: &[Color], (width, height): (usize, usize), mask: &[bool], wide: &[bool]) -> Vec<bool> {
    let near_outline = level(width, height, colors, mask.iter().map(|&inside| !inside)).near_hole(DEPTH);
    let mut deep: Vec<bool> = mask.iter().zip(&near_outline).map(|(&inside, &near)| inside && !near).collect();
    if !deep.contains(&true) {
        deep = mask.to_vec();
    }
    let inside = level(width, height, colors, deep.iter().map(|&deep| !deep)).spread();
    let outside = level(width, height, colors, wide.iter().copied()).spread();
    let along_ring = |value: fn(f32, f32) -> f32| {
        Plane::from_fn(width, height, |at| {
            if mask[at] || !wide[at] {
                return 0.0;
            }
            (0..4).map(|i| value(inside[at][i] - outside[at][i], colors[at][i] - outside[at][i])).sum()
        })
        .blurred(ALONG)
    };
    let (alike, apart) = (along_ring(|inside, here| inside * here), along_ring(|inside, _| inside * inside));
    (0..mask.len()).map(|at| mask[at] || wide[at] && alike.values[at] > LEAST_SHARE * apart.values[at]).collect()
}

fn level(width: usize, height: usize, colors: &[Color], hole: impl Iterator<Item = bool>) -> Level {
    Level { width, height, colors: colors.to_vec(), hole: hole.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIDE: usize = 60;

    /// Which pixels within `radius` of the middle.
    fn disc(radius: f32) -> Vec<bool> {
        (0..SIDE * SIDE).map(|at| from_middle(at) < radius).collect()
    }

    fn from_middle(at: usize) -> f32 {
        ((at % SIDE) as f32 - 30.0).hypot((at / SIDE) as f32 - 30.0)
    }

    /// A dark thing of radius 12 on light ground that is not even; its edge is `soft` pixels wide.
    fn thing(soft: f32) -> Vec<Color> {
        let color = |at: usize| {
            let share = ((12.0 - from_middle(at)) / soft + 0.5).clamp(0.0, 1.0);
            let ground = 0.7 + 0.1 * ((at % 7) as f32 / 3.0 - 1.0);
            let value = share * 0.1 + (1.0 - share) * ground;
            [value, value, value, 1.0]
        };
        (0..SIDE * SIDE).map(color).collect()
    }

    #[test]
    fn a_ring_that_the_thing_shines_into_goes_and_a_clean_one_stays() {
        let (mask, wide) = (disc(11.5), disc(15.0));
        let more = |soft| {
            let hole = hole(&thing(soft), (SIDE, SIDE), &mask, &wide);
            assert!(
                mask.iter().zip(&hole).all(|(mask, hole)| hole >= mask)
                    && wide.iter().zip(&hole).all(|(wide, hole)| hole <= wide)
            );
            hole.iter().filter(|&&hole| hole).count() - mask.iter().filter(|&&mask| mask).count()
        };
        let whole_ring = wide.iter().filter(|&&wide| wide).count() - mask.iter().filter(|&&mask| mask).count();
        assert!(more(6.0) > whole_ring * 3 / 4, "{} of {whole_ring}", more(6.0));
        assert!(more(0.1) < whole_ring / 8, "{} of {whole_ring}", more(0.1));
    }
}
