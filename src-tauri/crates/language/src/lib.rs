//! What stands behind the planner's traits.
//!
//! - [`answering`]: an answer in the person's own language, by a chat model
//! - [`coverage`]: holds a plan against the words of its request
//! - [`embedded`]: ships with the program, works offline from the first start
//! - [`encoder`]: the network that it reads with
//! - [`rewording`]: another reading of a request, by a chat model

pub mod answering;
pub mod coverage;
pub mod embedded;
pub mod encoder;
pub mod rewording;
