//! `normal_text_to_image`: an image of what a sentence describes, along a normal map.

use super::shared::following::Following;
use crate::Registered;

inventory::submit!(Registered(&Following {
    tool: "normal_text_to_image",
    followed: "normal",
    strokes: false
}));
