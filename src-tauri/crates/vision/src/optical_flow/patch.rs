//! The surroundings of a place, and where they have gone: one step of Lucas and Kanade's method.

use crate::planes::Plane;

/// From the middle of what is compared to its edge, in pixels.
pub(super) const REACH: usize = 7;
const SIDE: usize = 2 * REACH + 1;

/// The surroundings of a place: levels and gradients, their means taken out.
pub(super) struct Patch {
    levels: [f32; SIDE * SIDE],
    gradients: [(f32, f32); SIDE * SIDE],
    /// The inverse of the gradients' products, `[a b; b c]`.
    inverse: (f32, f32, f32),
}

impl Patch {
    /// None where nothing there could be followed.
    pub(super) fn new(frame: &Plane, place: (f32, f32)) -> Option<Self> {
        let mut levels = [0.0; SIDE * SIDE];
        window(frame, place, &mut levels);
        // The gradients of the window itself: straight lines between pixels are the same
        // everywhere.
        let mut wide = [0.0; (SIDE + 2) * (SIDE + 2)];
        window(frame, place, &mut wide);
        let mut gradients = [(0.0, 0.0); SIDE * SIDE];
        let count = (SIDE * SIDE) as f32;
        for (index, gradient) in gradients.iter_mut().enumerate() {
            let at = (index / SIDE + 1) * (SIDE + 2) + index % SIDE + 1;
            *gradient = (
                (wide[at + 1] - wide[at - 1]) / 2.0,
                (wide[at + SIDE + 2] - wide[at - SIDE - 2]) / 2.0,
            );
        }
        let mean = gradients.iter().fold((0.0, 0.0), |sum, one| {
            (sum.0 + one.0 / count, sum.1 + one.1 / count)
        });
        for one in &mut gradients {
            *one = (one.0 - mean.0, one.1 - mean.1);
        }
        let level = levels.iter().sum::<f32>() / count;
        for one in &mut levels {
            *one -= level;
        }
        let (xx, xy, yy) = gradients
            .iter()
            .fold((0.0, 0.0, 0.0), |sum: (f32, f32, f32), one| {
                (
                    sum.0 + one.0 * one.0,
                    sum.1 + one.0 * one.1,
                    sum.2 + one.1 * one.1,
                )
            });
        let determinant = xx * yy - xy * xy;
        let smaller = f32::midpoint(xx, yy) - ((xx - yy) / 2.0).hypot(xy);
        (smaller > 0.2 * count && determinant > 0.0).then_some(Self {
            levels,
            gradients,
            inverse: (yy / determinant, -xy / determinant, xx / determinant),
        })
    }

    /// The step from `place` of another frame towards where it looks like this, and how much it
    /// differs there, in levels.
    pub(super) fn step(&self, frame: &Plane, place: (f32, f32)) -> ((f32, f32), f32) {
        let mut levels = [0.0; SIDE * SIDE];
        window(frame, place, &mut levels);
        let count = (SIDE * SIDE) as f32;
        let mean = levels.iter().sum::<f32>() / count;
        let (mut across, mut down, mut unlike) = (0.0, 0.0, 0.0);
        for ((here, there), gradient) in self.levels.iter().zip(&levels).zip(&self.gradients) {
            let difference = here - (there - mean);
            across += difference * gradient.0;
            down += difference * gradient.1;
            unlike += difference.abs();
        }
        let (a, b, c) = self.inverse;
        (
            (a * across + b * down, b * across + c * down),
            unlike / count,
        )
    }
}

/// The levels of a square around a place, all at the same fraction of a pixel; beyond the frame the
/// nearest ones.
fn window(frame: &Plane, (x, y): (f32, f32), levels: &mut [f32]) {
    let side = levels.len().isqrt();
    let reach = (side / 2) as f32;
    let (left, top) = (x - reach, y - reach);
    let (whole_x, whole_y) = (left.floor(), top.floor());
    let (part_x, part_y) = (left - whole_x, top - whole_y);
    let fits = |whole: f32, length: usize| whole >= 0.0 && whole as usize + side + 1 < length;
    if !(fits(whole_x, frame.width) && fits(whole_y, frame.height)) {
        for (index, level) in levels.iter_mut().enumerate() {
            *level = frame.between(left + (index % side) as f32, top + (index / side) as f32);
        }
        return;
    }
    let first = whole_y as usize * frame.width + whole_x as usize;
    for (row, levels) in levels.chunks_mut(side).enumerate() {
        let upper = &frame.values[first + row * frame.width..][..=side];
        let lower = &frame.values[first + (row + 1) * frame.width..][..=side];
        for (column, level) in levels.iter_mut().enumerate() {
            let above = upper[column] + part_x * (upper[column + 1] - upper[column]);
            let below = lower[column] + part_x * (lower[column + 1] - lower[column]);
            *level = above + part_y * (below - above);
        }
    }
}
