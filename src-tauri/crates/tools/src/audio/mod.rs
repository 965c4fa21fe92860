//! Tools that work on or make audio, a folder each.

pub(crate) mod shared;

include!(concat!(env!("OUT_DIR"), "/audio.rs"));
