//! Checks of everything that comes from outside, as it is taken in.

pub(crate) mod file_name;
pub(crate) mod folder;
pub(crate) mod import;
pub(crate) mod media_type;
pub(crate) mod name_pattern;
pub(crate) mod recipe_file;
pub(crate) mod request;
pub(crate) mod step_settings;
mod steps;
pub(crate) mod watched;
