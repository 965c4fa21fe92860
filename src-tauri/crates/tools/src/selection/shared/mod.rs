//! Code that the tools that choose and count share.
//!
//! - [`wish`]: what words ask for; [`choice`]: what is chosen by them, [`choosing`]: where a model
//!   looks too
//! - [`labels`]: names of things; [`counting`]: how many there are of each

pub(crate) mod choice;
pub(crate) mod choosing;
pub(crate) mod counting;
pub(crate) mod labels;
pub(crate) mod wish;
