//! Code that several tools on words share.

pub(crate) mod asked;
mod holding;
pub(crate) mod key_phrases;
pub(crate) mod subtitle_limits;
pub(crate) mod writing;
