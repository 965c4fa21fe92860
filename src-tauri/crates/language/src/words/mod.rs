//! Words of a request and of the toolbox's examples.
//!
//! - [`lexicon`]: word forms and words that mean the same
//! - [`tokens`]: a request as tokens: words, files, references, quotations
//! - [`pattern`]: an example as a pattern with slots, and its alignment with tokens
//! - [`background`]: what a request only tells
//! - [`index`]: numbers of clauses and files

pub mod background;
pub mod index;
pub mod lexicon;
pub mod pattern;
pub mod tokens;
