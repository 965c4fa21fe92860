//! Points and boxes on an image. All coordinates are pixels of the upright image (EXIF
//! orientation applied), the origin at its top left corner, x to the right and y down.

use patchbay_domain as domain;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A place that was clicked: part of what is meant, or not.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS)]
pub struct Point {
    /// Pixels from the left edge.
    pub x: f32,
    /// Pixels from the top edge.
    pub y: f32,
    /// Whether the point lies on what is meant (true) or on what is not (false).
    pub include: bool,
}

/// An upright rectangle in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS)]
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

/// What a person pointed at: clicked points, a drawn box, or both.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct PointPrompt {
    /// Clicked points, in the order of the clicks.
    #[serde(default)]
    pub points: Vec<Point>,
    /// A drawn box, where there is one.
    #[serde(default)]
    pub bounding_box: Option<BoundingBox>,
}

impl From<domain::BoundingBox> for BoundingBox {
    fn from(bounding_box: domain::BoundingBox) -> Self {
        let domain::BoundingBox {
            x,
            y,
            width,
            height,
        } = bounding_box;
        Self {
            x,
            y,
            width,
            height,
        }
    }
}

impl From<BoundingBox> for domain::BoundingBox {
    fn from(bounding_box: BoundingBox) -> Self {
        let BoundingBox {
            x,
            y,
            width,
            height,
        } = bounding_box;
        Self {
            x,
            y,
            width,
            height,
        }
    }
}

impl From<domain::Point> for Point {
    fn from(point: domain::Point) -> Self {
        let domain::Point { x, y, include } = point;
        Self { x, y, include }
    }
}

impl From<Point> for domain::Point {
    fn from(point: Point) -> Self {
        let Point { x, y, include } = point;
        Self { x, y, include }
    }
}

impl From<PointPrompt> for domain::PointPrompt {
    fn from(prompt: PointPrompt) -> Self {
        let PointPrompt {
            points,
            bounding_box,
        } = prompt;
        Self {
            points: points.into_iter().map(domain::Point::from).collect(),
            bounding_box: bounding_box.map(domain::BoundingBox::from),
        }
    }
}
