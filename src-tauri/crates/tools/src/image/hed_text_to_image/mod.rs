//! `hed_text_to_image`: an image of what a sentence describes, along soft edges.

use super::shared::following::Following;
use crate::Registered;

inventory::submit!(Registered(&Following {
    tool: "hed_text_to_image",
    followed: "hed",
    strokes: true
}));
