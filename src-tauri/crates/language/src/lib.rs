//! What stands behind the planner's traits.
//!
//! - [`coverage`]: holds a plan against the words of its request
//! - [`embedded`]: ships with the program, works offline from the first start
//! - [`encoder`]: the network that it reads with

pub mod coverage;
pub mod embedded;
pub mod encoder;
