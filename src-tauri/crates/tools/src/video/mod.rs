//! Tools that work on or make films, a folder each. They take what the tools on pictures and on
//! sound share, too.

pub(crate) mod shared;

pub use crate::shared::subtitles;

include!(concat!(env!("OUT_DIR"), "/video.rs"));
