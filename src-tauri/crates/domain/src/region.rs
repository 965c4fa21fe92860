//! Points and boxes on an image. All coordinates are pixels of the upright image (EXIF
//! orientation applied), the origin at its top left corner, x to the right and y down.

use serde::{Deserialize, Serialize};

/// A place that was clicked: part of what is meant, or not.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Pixels from the left edge.
    pub x: f32,
    /// Pixels from the top edge.
    pub y: f32,
    /// Whether the point lies on what is meant (true) or on what is not (false).
    pub include: bool,
}

/// An upright rectangle in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct BoundingBox {
    /// Left edge.
    pub x: f32,
    /// Top edge.
    pub y: f32,
    /// Extent to the right, more than 0.
    pub width: f32,
    /// Extent downwards, more than 0.
    pub height: f32,
}

impl BoundingBox {
    /// The box that two opposite corners span.
    pub fn from_corners(a: (f32, f32), b: (f32, f32)) -> Self {
        Self {
            x: a.0.min(b.0),
            y: a.1.min(b.1),
            width: (a.0 - b.0).abs(),
            height: (a.1 - b.1).abs(),
        }
    }

    /// The part of the box inside an image of `width` x `height` pixels as whole pixels `(x, y,
    /// width, height)`; none where nothing is left.
    pub fn clamp_to(&self, width: u32, height: u32) -> Option<(u32, u32, u32, u32)> {
        let left = self.x.floor().clamp(0.0, width as f32) as u32;
        let top = self.y.floor().clamp(0.0, height as f32) as u32;
        let right = (self.x + self.width).ceil().clamp(0.0, width as f32) as u32;
        let bottom = (self.y + self.height).ceil().clamp(0.0, height as f32) as u32;
        (right > left && bottom > top).then(|| (left, top, right - left, bottom - top))
    }
}

/// Place at which a person pointed: clicked points, a drawn box, or both.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct PointPrompt {
    /// Clicked points, in the order of the clicks.
    #[serde(default)]
    pub points: Vec<Point>,
    /// A drawn box, where there is one.
    #[serde(default)]
    pub bounding_box: Option<BoundingBox>,
}

impl PointPrompt {
    /// Whether nothing was pointed at.
    pub fn is_empty(&self) -> bool {
        self.bounding_box.is_none() && !self.points.iter().any(|p| p.include)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_is_cut_to_the_image() {
        let bounding_box = BoundingBox {
            x: -5.0,
            y: 10.2,
            width: 20.0,
            height: 500.0,
        };
        assert_eq!(bounding_box.clamp_to(100, 50), Some((0, 10, 15, 40)));
        assert_eq!(
            BoundingBox {
                x: 200.0,
                y: 0.0,
                width: 5.0,
                height: 5.0
            }
            .clamp_to(100, 50),
            None
        );
        assert_eq!(
            BoundingBox {
                x: f32::NAN,
                y: 0.0,
                width: 5.0,
                height: 5.0
            }
            .clamp_to(100, 50),
            None
        );
    }
}
