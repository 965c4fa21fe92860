//! Tools that work on or make images, a folder each.

pub(crate) mod shared;

pub use shared::embedded;

include!(concat!(env!("OUT_DIR"), "/image.rs"));
