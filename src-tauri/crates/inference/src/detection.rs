//! Findings of detectors.

/// Something that was found in an image.
#[derive(Debug, Clone, PartialEq)]
pub struct Detection {
    /// Its class.
    pub label: String,
    /// How sure the network is, from 0 to 1.
    pub score: f32,
    /// Its place in the image.
    pub area: Area,
}

/// A rectangle within an image, in pixels from its left upper corner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Area {
    /// Its left edge.
    pub left: f32,
    /// Its upper edge.
    pub top: f32,
    /// Its right edge.
    pub right: f32,
    /// Its lower edge.
    pub bottom: f32,
}

impl Area {
    /// From a middle and a size in shares of an image's width and height, cut to the image.
    pub(crate) fn from_middle([x, y, width, height]: [f32; 4], image: (u32, u32)) -> Self {
        let (across, down) = (image.0 as f32, image.1 as f32);
        Self {
            left: ((x - width / 2.0) * across).clamp(0.0, across),
            top: ((y - height / 2.0) * down).clamp(0.0, down),
            right: ((x + width / 2.0) * across).clamp(0.0, across),
            bottom: ((y + height / 2.0) * down).clamp(0.0, down),
        }
    }
}

/// Sorts by score, the surest first; what is as sure stays in its order.
pub(crate) fn surest_first(mut found: Vec<Detection>) -> Vec<Detection> {
    found.sort_by(|a, b| b.score.total_cmp(&a.score));
    found
}
