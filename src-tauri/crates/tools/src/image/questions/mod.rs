//! Questions about a picture that measuring it and reading what its camera wrote down can answer.
//!
//! - [`topic`]: what a question is about, or that it is about what the picture shows
//! - [`answer`]: the facts in a sentence

pub(super) mod answer;
pub(super) mod topic;
