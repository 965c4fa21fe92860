//! Parts of a video that its result does not hold.

pub(crate) use patchbay_tool_api::losses::{Held, foreseen, of_tracks, say};
