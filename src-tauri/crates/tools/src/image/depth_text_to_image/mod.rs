//! `depth_text_to_image`: an image of what a sentence describes, along a depth map.

use super::shared::following::Following;
use crate::Registered;

inventory::submit!(Registered(&Following {
    tool: "depth_text_to_image",
    followed: "depth",
    strokes: false
}));
