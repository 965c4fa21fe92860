//! `line_text_to_image`: an image of what a sentence describes, along a line drawing.

use super::shared::following::Following;
use crate::Registered;

inventory::submit!(Registered(&Following {
    tool: "line_text_to_image",
    followed: "line",
    strokes: true
}));
