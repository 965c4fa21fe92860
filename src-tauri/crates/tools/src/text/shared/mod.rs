//! What several tools on words share.

pub(crate) mod key_phrases;
pub(crate) mod writing;
