//! What stands behind the planner's traits.
//!
//! - [`embedded`]: ships with the program, works offline from the first start

pub mod embedded;
