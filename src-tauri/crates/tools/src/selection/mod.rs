//! Tools that choose among, or count, what other tools found, a folder each.

pub(crate) mod shared;

include!(concat!(env!("OUT_DIR"), "/selection.rs"));
