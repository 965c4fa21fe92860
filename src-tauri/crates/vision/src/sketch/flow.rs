//! The flow of edges, and filters across and along it.
//!
//! Kyprianidis and Döllner, "Image Abstraction by Structure Adaptive Filtering", 2008: the flow
//! from the smoothed structure tensor (section 3.1); Kang, Lee and Chui, "Flow-Based Image
//! Abstraction", 2009, for the filters (section 3.2).

use crate::planes::Plane;

/// The deviation of the structure tensor's smoothing over that of the strokes.
const CALM: f32 = 1.8;
/// Weights in a slope of the lines before and after, and of the line itself: the three weights that
/// measure slopes of all directions most alike (Kyprianidis and Kang, "Image and Video Abstraction
/// by Coherence-Enhancing Filtering", 2011, section 3.1). A plain difference would turn the flow of
/// slanted edges by a degree.
const BESIDE: f32 = 0.183;
const AMID: f32 = 1.0 - 2.0 * BESIDE;

/// The direction in which an edge through each pixel would run.
pub(super) struct Flow {
    /// The cosine and sine of its angle; both 0 where nothing changes. Its sign means nothing.
    across: Plane,
    down: Plane,
}

impl Flow {
    /// The flow of a plane for strokes of that deviation in pixels.
    pub(super) fn of(grey: &Plane, sigma: f32) -> Self {
        let (width, height) = (grey.width, grey.height);
        let smooth = grey.blurred(sigma * 0.7);
        let slope = |at: usize| {
            let (x, y) = ((at % width) as isize, (at / width) as isize);
            let column = |x| {
                AMID * smooth.near(x, y) + BESIDE * (smooth.near(x, y - 1) + smooth.near(x, y + 1))
            };
            let row = |y| {
                AMID * smooth.near(x, y) + BESIDE * (smooth.near(x - 1, y) + smooth.near(x + 1, y))
            };
            (column(x + 1) - column(x - 1), row(y + 1) - row(y - 1))
        };
        let tensor = |of: &(dyn Fn((f32, f32)) -> f32 + Sync)| {
            Plane::from_fn(width, height, |at| of(slope(at))).blurred(CALM * sigma)
        };
        let (squares_x, products, squares_y) = (
            tensor(&|(u, _)| u * u),
            tensor(&|(u, v)| u * v),
            tensor(&|(_, v)| v * v),
        );
        let angle = |at: usize| {
            let (difference, product) = (
                squares_x.values[at] - squares_y.values[at],
                products.values[at],
            );
            // The gradient's own angle and a quarter of a turn.
            let changes = squares_x.values[at] + squares_y.values[at] > 1e-9;
            changes.then(|| 0.5 * (2.0 * product).atan2(difference) + std::f32::consts::FRAC_PI_2)
        };
        Self {
            across: Plane::from_fn(width, height, |at| angle(at).map_or(0.0, f32::cos)),
            down: Plane::from_fn(width, height, |at| angle(at).map_or(0.0, f32::sin)),
        }
    }

    /// The mean under a narrow Gaussian less that under a wide one, on a line across the flow.
    pub(super) fn difference_across(&self, grey: &Plane, narrow: f32, wide: f32) -> Plane {
        let reach = (2.5 * wide).ceil() as i32;
        let weights = |sigma: f32| {
            let weights: Vec<f32> = (0..=reach)
                .map(|step| (-(step as f32 / sigma).powi(2) / 2.0).exp())
                .collect();
            let total = 2.0 * weights.iter().sum::<f32>() - 1.0;
            weights.into_iter().map(move |weight| weight / total)
        };
        let weights: Vec<f32> = weights(narrow)
            .zip(weights(wide))
            .map(|(narrow, wide)| narrow - wide)
            .collect();
        Plane::from_fn(grey.width, grey.height, |at| {
            let (x, y) = ((at % grey.width) as f32, (at / grey.width) as f32);
            let (across, down) = (-self.down.values[at], self.across.values[at]);
            let pair = |step: f32| {
                grey.between(x + step * across, y + step * down)
                    + grey.between(x - step * across, y - step * down)
            };
            let beside: f32 = weights
                .iter()
                .enumerate()
                .skip(1)
                .map(|(step, weight)| weight * pair(step as f32))
                .sum();
            beside + weights[0] * grey.values[at]
        })
    }

    /// Means under a Gaussian on the line that follows the flow through each pixel.
    pub(super) fn smoothed_along(&self, plane: &Plane, sigma: f32) -> Plane {
        let steps = (2.0 * sigma).ceil() as i32;
        let weights: Vec<f32> = (1..=steps)
            .map(|step| (-(step as f32 / sigma).powi(2) / 2.0).exp())
            .collect();
        Plane::from_fn(plane.width, plane.height, |at| {
            let start = ((at % plane.width) as f32, (at / plane.width) as f32);
            let (mut sum, mut total) = (plane.values[at], 1.0);
            for sign in [-1.0, 1.0] {
                let (mut x, mut y) = start;
                let mut heading = (sign * self.across.values[at], sign * self.down.values[at]);
                for weight in &weights {
                    (x, y) = (x + heading.0, y + heading.1);
                    let outside = x < 0.0
                        || y < 0.0
                        || x > (plane.width - 1) as f32
                        || y > (plane.height - 1) as f32;
                    if outside {
                        break;
                    }
                    sum += weight * plane.between(x, y);
                    total += weight;
                    let (u, v) = self.near(x, y);
                    let turned = if u * heading.0 + v * heading.1 < 0.0 {
                        -1.0
                    } else {
                        1.0
                    };
                    heading = (turned * u, turned * v);
                }
            }
            sum / total
        })
    }

    fn near(&self, x: f32, y: f32) -> (f32, f32) {
        let at = (y + 0.5) as usize * self.across.width + (x + 0.5) as usize;
        (self.across.values[at], self.down.values[at])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flow_runs_along_edges() {
        // Light below a line that falls by one pixel in two, soft over four pixels.
        let plane = Plane::from_fn(80, 60, |at| {
            let (x, y) = ((at % 80) as f32, (at / 80) as f32);
            ((y - 10.0 - 0.5 * x) / 4.0 + 0.5).clamp(0.0, 1.0)
        });
        let flow = Flow::of(&plane, 1.5);
        let at = 30 * 80 + 40;
        let (x, y) = (flow.across.values[at], flow.down.values[at]);
        assert!((y / x - 0.5).abs() < 0.02, "{x} {y}");
        let smooth = flow.smoothed_along(&plane, 4.0);
        for beside in [at - 80, at, at + 80] {
            assert!(
                (smooth.values[beside] - plane.values[beside]).abs() < 0.03,
                "it is not smoothed across"
            );
        }
        let all_round = plane.blurred(4.0).values[at + 80];
        assert!(
            (all_round - plane.values[at + 80]).abs() > 0.06,
            "smoothed across it would be {all_round}"
        );
        let even = Flow::of(
            &Plane {
                width: 4,
                height: 3,
                values: vec![0.5; 12],
            },
            1.0,
        );
        assert!(
            even.difference_across(
                &Plane {
                    width: 4,
                    height: 3,
                    values: vec![0.5; 12]
                },
                1.0,
                1.6
            )
            .values
            .iter()
            .all(|v| v.abs() < 1e-6)
        );
    }
}
