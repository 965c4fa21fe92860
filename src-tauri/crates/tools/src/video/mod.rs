//! Tools that work on or make videos, a folder each. They take what the tools on images and on
//! audio share, too.

pub(crate) mod shared;

pub use crate::shared::subtitles;

include!(concat!(env!("OUT_DIR"), "/video.rs"));
