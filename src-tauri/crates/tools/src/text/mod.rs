//! Tools that work on words, a folder each.

pub(crate) mod shared;

include!(concat!(env!("OUT_DIR"), "/text.rs"));
