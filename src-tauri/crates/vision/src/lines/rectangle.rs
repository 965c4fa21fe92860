//! The rectangle that a region of pixels stands for (section 2.6), and the pixels inside a
//! rectangle.

use super::Segment;
use super::field::Field;
use super::region::Region;

/// Pixels this far outside of a rectangle count as inside, in pixels: so much rounding may move a
/// side.
const SLACK: f64 = 1e-6;

/// A rectangle at any angle.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rectangle {
    /// A point on its axis, `(x, y)`; places are those of the [`Field`].
    pub(super) center: (f64, f64),
    /// Along its axis, of length 1, as the level lines run.
    pub(super) along: [f64; 2],
    /// Start and end on the axis, seen from the centre, in pixels.
    pub(super) reach: (f64, f64),
    /// Its extent across the axis in pixels, at least 1.
    pub(super) width: f64,
    /// Maximum difference of level lines inside it from the axis, in radians.
    pub(super) tolerance: f64,
}

impl Rectangle {
    /// The smallest rectangle around a region that lies as the region's weight does.
    pub(super) fn around(region: &Region, field: &Field, tolerance: f64) -> Self {
        let origin = region
            .pixels
            .first()
            .map_or((0.0, 0.0), |&seed| field.place(seed));
        // Weight, and weighted sums of x, y, x², y² and x·y as seen from the seed.
        let mut sums = [0.0; 6];
        for &at in &region.pixels {
            let weight = f64::from(field.strengths[at as usize]);
            let (x, y) = field.place(at);
            let (x, y) = (x - origin.0, y - origin.1);
            for (sum, value) in sums.iter_mut().zip([1.0, x, y, x * x, y * y, x * y]) {
                *sum += weight * value;
            }
        }
        let [x, y, squares_x, squares_y, products] =
            [1, 2, 3, 4, 5].map(|i| sums[i] / sums[0].max(f64::MIN_POSITIVE));
        let center = (origin.0 + x, origin.1 + y);
        let (across, down, both) = (squares_x - x * x, squares_y - y * y, products - x * y);
        // The axis of least inertia, turned the way the level lines run.
        let angle = 0.5 * (2.0 * both).atan2(across - down);
        let mut along = [angle.cos(), angle.sin()];
        if along[0] * region.along[0] + along[1] * region.along[1] < 0.0 {
            along = along.map(|part| -part);
        }
        let (mut reach, mut sides) = ((0.0_f64, 0.0_f64), (0.0_f64, 0.0_f64));
        for &at in &region.pixels {
            let (x, y) = field.place(at);
            let (x, y) = (x - center.0, y - center.1);
            let (forward, aside) = (x * along[0] + y * along[1], y * along[0] - x * along[1]);
            reach = (reach.0.min(forward), reach.1.max(forward));
            sides = (sides.0.min(aside), sides.1.max(aside));
        }
        Self {
            center,
            along,
            reach,
            width: (sides.1 - sides.0).max(1.0),
            tolerance,
        }
    }

    /// The share of it that so many pixels fill.
    pub(super) fn density(&self, pixels: usize) -> f64 {
        pixels as f64 / ((self.reach.1 - self.reach.0) * self.width).max(f64::MIN_POSITIVE)
    }

    /// The distance of a place from the end of the axis that is farther away.
    pub(super) fn farthest_end_from(&self, (x, y): (f64, f64)) -> f64 {
        let [from, to] = self.ends();
        (from.0 - x)
            .hypot(from.1 - y)
            .max((to.0 - x).hypot(to.1 - y))
    }

    /// The same, its axis moved aside by so many pixels.
    #[must_use]
    pub(super) fn moved(mut self, aside: f64) -> Self {
        self.center.0 -= aside * self.along[1];
        self.center.1 += aside * self.along[0];
        self
    }

    /// Number of pixels inside it, and number of these whose level lines run along it.
    pub(super) fn count(&self, field: &Field) -> (usize, usize) {
        let (mut inside, mut aligned) = (0, 0);
        let cosine = self.tolerance.cos();
        let half = self.width / 2.0;
        let [u, v] = self.along;
        let [from, to] = self.ends();
        let (last_column, last_row) = ((field.width - 1) as f64, (field.height - 1) as f64);
        let top = (from.1.min(to.1) - half * u.abs() - SLACK).ceil().max(0.0);
        let bottom = (from.1.max(to.1) + half * u.abs() + SLACK)
            .floor()
            .min(last_row);
        if top > bottom {
            return (0, 0);
        }
        for row in top as usize..=bottom as usize {
            let down = row as f64 - self.center.1;
            // Where the row enters and leaves both pairs of sides.
            let lengthwise = between(u, down * v, self.reach);
            let sidewise = between(-v, down * u, (-half, half));
            let begin = lengthwise.0.max(sidewise.0) + self.center.0;
            let end = lengthwise.1.min(sidewise.1) + self.center.0;
            let (begin, end) = (
                (begin - SLACK).ceil().max(0.0),
                (end + SLACK).floor().min(last_column),
            );
            if begin > end {
                continue;
            }
            for column in begin as usize..=end as usize {
                inside += 1;
                aligned +=
                    usize::from(field.is_aligned(row * field.width + column, self.along, cosine));
            }
        }
        (inside, aligned)
    }

    /// Its axis as a segment of the image: values of the field stand at the corners of pixels.
    pub(super) fn segment(&self, significance: f64) -> Segment {
        let [start, end] = self.ends().map(|(x, y)| (x + 1.0, y + 1.0));
        Segment {
            start,
            end,
            width: self.width,
            significance,
        }
    }

    fn ends(&self) -> [(f64, f64); 2] {
        [self.reach.0, self.reach.1].map(|forward| {
            (
                self.center.0 + forward * self.along[0],
                self.center.1 + forward * self.along[1],
            )
        })
    }
}

/// The range of `x` in which `slope * x + offset` lies between two limits.
fn between(slope: f64, offset: f64, (low, high): (f64, f64)) -> (f64, f64) {
    if slope.abs() < 1e-12 {
        let within = (low - SLACK..=high + SLACK).contains(&offset);
        return if within {
            (f64::NEG_INFINITY, f64::INFINITY)
        } else {
            (f64::INFINITY, f64::NEG_INFINITY)
        };
    }
    let (a, b) = ((low - offset) / slope, (high - offset) / slope);
    (a.min(b), a.max(b))
}
