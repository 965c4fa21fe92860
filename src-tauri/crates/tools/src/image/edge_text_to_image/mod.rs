//! `edge_text_to_image`: an image of what a sentence describes, along an edge map.

use super::shared::following::Following;
use crate::Registered;

inventory::submit!(Registered(&Following {
    tool: "edge_text_to_image",
    followed: "edge",
    strokes: true
}));
