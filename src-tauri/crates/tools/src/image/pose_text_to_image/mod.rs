//! `pose_text_to_image`: an image of what a sentence describes, along a pose.

use super::shared::following::Following;
use crate::Registered;

inventory::submit!(Registered(&Following {
    tool: "pose_text_to_image",
    followed: "pose",
    strokes: false
}));
