//! A line cut out of its image and laid straight.

use image::{Rgb, RgbImage, imageops};

use super::output::TextBox;

/// A line that is higher than wide by this runs from top to bottom and is turned to the left.
const UPRIGHT: f32 = 1.5;

/// The line in a box, as wide and high as its longer sides; from left to right, also where it runs
/// from top to bottom. Pixels are found by cubic interpolation (Keys 1981), beyond the image's edge
/// those on the edge are taken.
pub fn line(image: &RgbImage, place: &TextBox) -> RgbImage {
    let [a, b, c, d] = place.corners;
    let longer = |one: f32, other: f32| (one.max(other) as u32).max(1);
    let distance = |from: (f32, f32), to: (f32, f32)| (to.0 - from.0).hypot(to.1 - from.1);
    let (width, height) = (
        longer(distance(a, b), distance(c, d)),
        longer(distance(a, d), distance(b, c)),
    );
    let map = Projection::of_square([a, b, c, d]);
    let cut = RgbImage::from_fn(width, height, |x, y| {
        sample(
            image,
            map.at(
                f64::from(x) / f64::from(width),
                f64::from(y) / f64::from(height),
            ),
        )
    });
    if height as f32 / width as f32 >= UPRIGHT {
        imageops::rotate270(&cut)
    } else {
        cut
    }
}

/// A map of the square from (0, 0) to (1, 1) to four corners that keeps lines straight (Heckbert
/// 1989, "Fundamentals of texture mapping and image warping", section 2.2.3).
struct Projection {
    origin: [f64; 2],
    across: [f64; 2],
    down: [f64; 2],
    depth: [f64; 2],
}

impl Projection {
    fn of_square(corners: [(f32, f32); 4]) -> Self {
        let [a, b, c, d] = corners.map(|(x, y)| [f64::from(x), f64::from(y)]);
        let minus = |a: [f64; 2], b: [f64; 2]| [a[0] - b[0], a[1] - b[1]];
        let cross = |a: [f64; 2], b: [f64; 2]| a[0] * b[1] - a[1] * b[0];
        let (right, lower) = (minus(b, c), minus(d, c));
        let rest = minus([a[0] + c[0], a[1] + c[1]], [b[0] + d[0], b[1] + d[1]]);
        let whole = cross(right, lower);
        // Corners on one line have no such map; they are no line of text either.
        let depth = if whole.abs() < f64::EPSILON {
            [0.0; 2]
        } else {
            [cross(rest, lower) / whole, cross(right, rest) / whole]
        };
        let side =
            |to: [f64; 2], depth: f64| [to[0] - a[0] + depth * to[0], to[1] - a[1] + depth * to[1]];
        Self {
            origin: a,
            across: side(b, depth[0]),
            down: side(d, depth[1]),
            depth,
        }
    }

    fn at(&self, x: f64, y: f64) -> [f64; 2] {
        let depth = 1.0 + x * self.depth[0] + y * self.depth[1];
        let at =
            |axis: usize| (self.origin[axis] + x * self.across[axis] + y * self.down[axis]) / depth;
        [at(0), at(1)]
    }
}

/// The colour at a place between pixels.
fn sample(image: &RgbImage, place: [f64; 2]) -> Rgb<u8> {
    let first = place.map(|at| at.floor() - 1.0);
    let shares = [0, 1].map(|axis| shares(place[axis] - place[axis].floor()));
    let mut sums = [0.0; 3];
    for (row, down) in shares[1].iter().enumerate() {
        for (column, across) in shares[0].iter().enumerate() {
            let inside =
                |at: f64, length: u32| at.clamp(0.0, f64::from(length.saturating_sub(1))) as u32;
            let (x, y) = (
                inside(first[0] + column as f64, image.width()),
                inside(first[1] + row as f64, image.height()),
            );
            let pixel = image.get_pixel(x, y).0;
            sums.iter_mut()
                .zip(pixel)
                .for_each(|(sum, value)| *sum += down * across * f64::from(value));
        }
    }
    Rgb(sums.map(|sum| sum.round().clamp(0.0, 255.0) as u8))
}

/// The shares of four pixels beside each other at a place this far from the second to the third
/// (Keys' kernel, a = -0.75).
fn shares(at: f64) -> [f64; 4] {
    const A: f64 = -0.75;
    let near = |x: f64| ((A + 2.0) * x - (A + 3.0)) * x * x + 1.0;
    let far = |x: f64| ((A * x - 5.0 * A) * x + 8.0 * A) * x - 4.0 * A;
    [far(1.0 + at), near(at), near(1.0 - at), far(2.0 - at)]
}
