//! What stands behind the planner's traits.
//!
//! - [`embedded`]: ships with the program, works offline from the first start
//! - [`encoder`]: the network that it reads with

pub mod embedded;
pub mod encoder;
