//! `segmentation_text_to_image`: an image of what a sentence describes, along a segmentation.

use super::shared::following::Following;
use crate::Registered;

inventory::submit!(Registered(&Following {
    tool: "segmentation_text_to_image",
    followed: "segmentation",
    strokes: false
}));
