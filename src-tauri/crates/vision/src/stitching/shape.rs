//! The shapes that a panorama is drawn on.

use nalgebra::{Matrix3, Vector3};

/// A shape around the camera; its unit is about a pixel of a plane, and a radian of a cylinder.
#[derive(Debug, Clone, Copy)]
pub(super) enum Shape {
    /// In front of it.
    Plane,
    /// Directions of its axes: along the unrolled side, along its axis, and to its middle.
    Cylinder(Matrix3<f64>),
}

impl Shape {
    /// Place on it, in units, where a direction meets it.
    pub(super) fn unrolled(self, direction: Vector3<f64>) -> Option<(f64, f64)> {
        match self {
            Self::Plane => {
                (direction.z > 1e-9).then(|| (direction.x / direction.z, direction.y / direction.z))
            }
            Self::Cylinder(axes) => {
                let turned = axes.transpose() * direction;
                let radius = turned.x.hypot(turned.z);
                let place = (turned.x.atan2(turned.z), turned.y / radius);
                let upright = axes[(1, 1)].abs() >= axes[(0, 1)].abs();
                (radius > 1e-9).then_some(if upright { place } else { (place.1, place.0) })
            }
        }
    }

    /// The direction of a place on it, in units.
    pub(super) fn direction(self, x: f64, y: f64) -> Vector3<f64> {
        match self {
            Self::Plane => Vector3::new(x, y, 1.0),
            Self::Cylinder(axes) => {
                let upright = axes[(1, 1)].abs() >= axes[(0, 1)].abs();
                let (angle, along) = if upright { (x, y) } else { (y, x) };
                axes * Vector3::new(angle.sin(), along, angle.cos())
            }
        }
    }
}
