//! Surface that a panorama is drawn on: a plane that faces halfway between the two views, or for
//! wide views a cylinder around the camera, on which nothing at the sides is drawn out.

use nalgebra::{Matrix3, Rotation3, Vector3};

use super::camera::{Sides, centered, focal_length, square_root};
use super::shape::Shape;

/// Beyond this, things at the edge of a plane would be drawn out too far (how much larger than in
/// the middle).
const MOST_STRETCH: f64 = 1.45;
/// The same where no cylinder can be had.
const MOST_STRETCH_OF_PLANE: f64 = 3.0;

/// A canvas, and where its places lie on the two images.
#[derive(Debug, Clone)]
pub(super) struct Surface {
    shape: Shape,
    /// From directions to places of the first and of the second image.
    to_first: Matrix3<f64>,
    to_second: Matrix3<f64>,
    /// Pixels of the canvas for one unit of the shape.
    scale: f64,
    /// Left and upper edge of the canvas, in units.
    left: f64,
    top: f64,
    /// In pixels.
    pub(super) width: u32,
    pub(super) height: u32,
}

impl Surface {
    /// The surface for two images, given how the second lies on the first; none where no canvas of
    /// at most `most_pixels` shows both well.
    pub(super) fn of(
        matrix: &Matrix3<f64>,
        first: Sides,
        second: Sides,
        most_pixels: f64,
    ) -> Option<Self> {
        let plane = Self::plane(matrix, first, second, most_pixels);
        if plane
            .as_ref()
            .is_some_and(|plane| plane.stretch(first, second) < MOST_STRETCH)
        {
            return plane;
        }
        Self::cylinder(matrix, first, second, most_pixels)
            .or_else(|| plane.filter(|plane| plane.stretch(first, second) < MOST_STRETCH_OF_PLANE))
    }

    /// With S·S the transformation, S from the middle to the second image and S⁻¹ to the first:
    /// both are turned by the same angle.
    fn plane(matrix: &Matrix3<f64>, first: Sides, second: Sides, most_pixels: f64) -> Option<Self> {
        let half = square_root(matrix)?;
        let to_first = half.try_inverse()?;
        Self::around(Shape::Plane, to_first, half, first, second, most_pixels)
    }

    fn cylinder(
        matrix: &Matrix3<f64>,
        first: Sides,
        second: Sides,
        most_pixels: f64,
    ) -> Option<Self> {
        let (from, to) = (centered(first), centered(second));
        let focal = focal_length(&(to.try_inverse()? * matrix * from), first, second)?;
        let lens = Matrix3::from_diagonal(&Vector3::new(focal, focal, 1.0));
        let (of_first, of_second) = (from * lens, to * lens);
        let turn = of_second.try_inverse()? * matrix * of_first;
        let turn = Rotation3::from_matrix_eps(
            &(turn / turn.determinant().cbrt()),
            1e-9,
            100,
            Rotation3::identity(),
        );
        let (axis, angle) = turn.axis_angle()?;
        let half = Rotation3::from_axis_angle(&axis, angle / 2.0);
        // The axis upright, or lying for a panorama that goes up; both without the part that looks
        // ahead.
        let upright = axis.y.abs() >= axis.x.abs();
        let along = Vector3::new(axis.x, axis.y, 0.0)
            * if upright {
                axis.y.signum()
            } else {
                axis.x.signum()
            };
        let along = along.try_normalize(1e-6)?;
        let ahead = Vector3::z();
        let around = if upright {
            along.cross(&ahead)
        } else {
            -along.cross(&ahead)
        };
        let axes = Matrix3::from_columns(&[around, along, ahead]);
        let to_first = of_first * half.matrix().transpose();
        Self::around(
            Shape::Cylinder(axes),
            to_first,
            matrix * to_first,
            first,
            second,
            most_pixels,
        )
    }

    /// The smallest canvas that holds both images at the size of the larger one's pixels.
    fn around(
        shape: Shape,
        to_first: Matrix3<f64>,
        to_second: Matrix3<f64>,
        first: Sides,
        second: Sides,
        most_pixels: f64,
    ) -> Option<Self> {
        let mut surface = Self {
            shape,
            to_first,
            to_second,
            scale: 1.0,
            left: 0.0,
            top: 0.0,
            width: 0,
            height: 0,
        };
        let resolution = |(sides, to): (Sides, &Matrix3<f64>)| {
            let middle = surface.unrolled(&to.try_inverse()?, (sides.0 / 2.0, sides.1 / 2.0))?;
            surface.resolution(to, middle)
        };
        let scale = resolution((first, &to_first))?.max(resolution((second, &to_second))?);
        let mut bounds = (f64::MAX, f64::MAX, f64::MIN, f64::MIN);
        for (sides, to) in [(first, &to_first), (second, &to_second)] {
            let from = to.try_inverse()?;
            for place in outline(sides) {
                let (x, y) = surface.unrolled(&from, place)?;
                bounds = (
                    bounds.0.min(x),
                    bounds.1.min(y),
                    bounds.2.max(x),
                    bounds.3.max(y),
                );
            }
        }
        let (left, top, right, bottom) = bounds;
        let (width, height) = (right - left, bottom - top);
        let pixels = width * height * scale * scale;
        // A canvas far larger than what is drawn on it means that one image runs off towards the
        // horizon.
        if !pixels.is_finite() || pixels > 6.0 * (first.0 * first.1 + second.0 * second.1) {
            return None;
        }
        surface.scale = scale * (most_pixels / pixels).sqrt().min(1.0);
        (surface.left, surface.top) = (left, top);
        surface.width = (width * surface.scale).floor().max(1.0) as u32;
        surface.height = (height * surface.scale).floor().max(1.0) as u32;
        Some(surface)
    }

    /// The same surface on a canvas of another size.
    pub(super) fn at_size(&self, width: u32, height: u32) -> Canvas<'_> {
        Canvas {
            surface: self,
            across: f64::from(self.width) / f64::from(width),
            down: f64::from(self.height) / f64::from(height),
        }
    }

    /// Place on the surface, in units, of a place of an image.
    fn unrolled(&self, from: &Matrix3<f64>, (x, y): (f64, f64)) -> Option<(f64, f64)> {
        self.shape.unrolled(from * Vector3::new(x, y, 1.0))
    }

    /// Number of pixels of an image along one unit of the surface, at a place of the surface.
    fn resolution(&self, to: &Matrix3<f64>, (x, y): (f64, f64)) -> Option<f64> {
        // The unit of a plane is about a pixel, that of a cylinder a radian.
        let step = if matches!(self.shape, Shape::Plane) {
            1.0
        } else {
            1e-3
        };
        let at = |dx: f64, dy: f64| {
            let place = to * self.shape.direction(x + dx * step, y + dy * step);
            (place.z > 1e-12).then(|| (place.x / place.z, place.y / place.z))
        };
        let (here, right, below) = (at(0.0, 0.0)?, at(1.0, 0.0)?, at(0.0, 1.0)?);
        let area =
            (right.0 - here.0) * (below.1 - here.1) - (right.1 - here.1) * (below.0 - here.0);
        (area > 0.0).then(|| area.sqrt() / step)
    }

    /// Largest factor by which the outermost part is drawn larger than it is on its image.
    fn stretch(&self, first: Sides, second: Sides) -> f64 {
        let mut most = 1.0_f64;
        for (sides, to) in [(first, &self.to_first), (second, &self.to_second)] {
            let Some(from) = to.try_inverse() else {
                return f64::INFINITY;
            };
            for place in outline(sides) {
                let resolution = self
                    .unrolled(&from, place)
                    .and_then(|place| self.resolution(to, place));
                most = most
                    .max(resolution.map_or(f64::INFINITY, |resolution| self.scale / resolution));
            }
        }
        most
    }
}

/// A surface on a canvas of some size.
pub(super) struct Canvas<'a> {
    surface: &'a Surface,
    across: f64,
    down: f64,
}

impl Canvas<'_> {
    /// Places of a pixel of the canvas on the first and on the second image, in their pixels; they
    /// may be outside.
    pub(super) fn places(&self, x: u32, y: u32) -> [Option<(f64, f64)>; 2] {
        let surface = self.surface;
        let (x, y) = (
            (f64::from(x) + 0.5) * self.across,
            (f64::from(y) + 0.5) * self.down,
        );
        let direction = surface.shape.direction(
            surface.left + x / surface.scale,
            surface.top + y / surface.scale,
        );
        [&surface.to_first, &surface.to_second].map(|to| {
            let place = to * direction;
            (place.z > 1e-9).then(|| (place.x / place.z, place.y / place.z))
        })
    }
}

/// Places along the frame of an image.
fn outline((width, height): Sides) -> impl Iterator<Item = (f64, f64)> {
    (0..=48)
        .map(|step| f64::from(step) / 48.0)
        .flat_map(move |share| {
            let (x, y) = (share * width - 0.5, share * height - 0.5);
            [(x, -0.5), (x, height - 0.5), (-0.5, y), (width - 0.5, y)]
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIDES: Sides = (800.0, 600.0);

    /// The transformation between two views of a camera that turns by so many degrees to the right.
    fn turned(degrees: f64, focal: f64) -> Matrix3<f64> {
        let lens = centered(SIDES) * Matrix3::from_diagonal(&Vector3::new(focal, focal, 1.0));
        let turn = Rotation3::from_axis_angle(&Vector3::y_axis(), -degrees.to_radians());
        lens * turn.matrix() * lens.try_inverse().unwrap()
    }

    fn ends(surface: &Surface) -> [Option<(f64, f64)>; 2] {
        surface
            .at_size(surface.width, surface.height)
            .places(surface.width / 2, surface.height / 2)
    }

    #[test]
    fn shifted_images_lie_on_a_plane_at_their_size() {
        let shift = Matrix3::new(1.0, 0.0, -500.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0);
        let surface = Surface::of(&shift, SIDES, SIDES, 1e8).unwrap();
        assert!(matches!(surface.shape, Shape::Plane));
        assert!(surface.width.abs_diff(1300) < 3 && surface.height.abs_diff(600) < 3);
        let [Some(first), Some(second)] = ends(&surface) else {
            panic!("the middle is on both")
        };
        assert!(
            (first.0 - 650.0).abs() < 2.0 && (second.0 - 150.0).abs() < 2.0,
            "{first:?} {second:?}"
        );
        let small = Surface::of(&shift, SIDES, SIDES, 200_000.0).unwrap();
        assert!(small.width * small.height <= 200_000 && small.width > 600);
    }

    #[test]
    fn the_lens_is_found_and_wide_views_lie_on_a_cylinder() {
        let turn = turned(40.0, 620.0);
        let (from, to) = (centered(SIDES), centered(SIDES));
        let focal = focal_length(&(to.try_inverse().unwrap() * turn * from), SIDES, SIDES).unwrap();
        assert!((focal - 620.0).abs() < 1.0, "{focal}");
        let surface = Surface::of(&turn, SIDES, SIDES, 1e8).unwrap();
        assert!(matches!(surface.shape, Shape::Cylinder(_)));
        // 65.7 degrees of one view and 40 more, at 620 pixels for a radian.
        assert!(
            surface
                .width
                .abs_diff((105.65_f64.to_radians() * 620.0) as u32)
                < 12,
            "{}",
            surface.width
        );
        let [Some(first), Some(second)] = ends(&surface) else {
            panic!("the middle is on both")
        };
        assert!(
            (first.0 + second.0 - 799.0).abs() < 2.0
                && first.0 > 600.0
                && (first.1 - second.1).abs() < 1.0
        );
    }

    #[test]
    fn a_view_up_and_down_lies_on_a_lying_cylinder() {
        let lens = centered(SIDES) * Matrix3::from_diagonal(&Vector3::new(500.0, 500.0, 1.0));
        let turn = Rotation3::from_axis_angle(&Vector3::x_axis(), 45.0_f64.to_radians());
        let surface = Surface::of(
            &(lens * turn.matrix() * lens.try_inverse().unwrap()),
            SIDES,
            SIDES,
            1e8,
        )
        .unwrap();
        assert!(
            matches!(surface.shape, Shape::Cylinder(_)) && surface.height > surface.width,
            "{surface:?}"
        );
        let [Some(first), Some(second)] = ends(&surface) else {
            panic!("the middle is on both")
        };
        assert!((first.0 - second.0).abs() < 1.0 && (first.1 + second.1 - 599.0).abs() < 2.0);
    }

    #[test]
    fn views_far_apart_are_too_much_for_a_plane() {
        assert!(Surface::plane(&turned(100.0, 620.0), SIDES, SIDES, 1e8).is_none());
        assert!(Surface::of(&turned(100.0, 620.0), SIDES, SIDES, 1e8).is_some());
    }
}
