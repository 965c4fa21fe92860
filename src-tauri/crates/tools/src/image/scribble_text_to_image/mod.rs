//! `scribble_text_to_image`: an image of what a sentence describes, along a scribble.

use super::shared::following::Following;
use crate::Registered;

inventory::submit!(Registered(&Following {
    tool: "scribble_text_to_image",
    followed: "scribble",
    strokes: true
}));
