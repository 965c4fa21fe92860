//! What is kept, as fronts see it.

pub(crate) mod answer;
pub(crate) mod missing;
pub(crate) mod subtitles;
pub(crate) mod thing;
pub(crate) mod tool;
