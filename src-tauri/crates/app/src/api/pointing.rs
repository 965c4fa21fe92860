//! Pointing at a part of an image.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The upright size of an image that is ready to be pointed at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PointingSize {
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
}

/// How much of what was pointed at a candidate covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum CandidateName {
    /// The smallest piece.
    Part,
    /// The object: what is usually meant.
    Object,
    /// All that hangs together with it.
    Whole,
}

/// One way to understand what was pointed at.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Candidate {
    /// Which one it is.
    pub name: CandidateName,
    /// How much of the image it covers, from 0 to 1.
    pub coverage: f32,
    /// The mask as a `data:image/png;base64,` URL: 8-bit grey, 255 inside, at most 1,280 px on its
    /// longer side (a preview to be stretched over the image).
    pub mask_png: String,
}

/// What was understood.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Segmentation {
    /// The number of the prompt that this answers.
    pub request: u64,
    /// From the smallest to the largest; equal ones are left out.
    pub candidates: Vec<Candidate>,
    /// The candidate that is probably meant.
    pub best: CandidateName,
    /// The model that outlined, by its name; none: by colour, without a model.
    pub outlined_by: Option<String>,
    /// The model that still looks at the image, by its name.
    pub preparing: Option<String>,
}
