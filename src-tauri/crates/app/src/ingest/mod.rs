//! What comes from outside, checked as it is taken in.

pub(crate) mod file_name;
pub(crate) mod import;
pub(crate) mod media_type;
mod step_settings;
