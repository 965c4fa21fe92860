//! Soft outlines: from a mask that says yes or no to one that follows hair and blur, and the colours of what is cut out
//! without what was behind it.
//!
//! - [`guided`]: edges of a mask drawn after the picture
//! - [`foreground`]: colours under a soft edge

pub mod foreground;
pub mod guided;
