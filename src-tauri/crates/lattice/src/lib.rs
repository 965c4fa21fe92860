//! Every value that a text could mean: over-complete, each with its span, its kind and one normalised form. What a value is for
//! is not said: a length of four seconds may be a fade, a cut or nothing at all.
//!
//! - [`token`]: the tokenizer
//! - [`value`]: values, each with one text
//! - [`options`]: what a parameter of a kind could be set to by a text; [`Form`]: how that is put together
//! - [`row`]: rows of patterns, and how they are matched
//! - [`rows`]: the rows, a file per kind
//! - [`typed`]: what a value is worth to a parameter's kind

mod form;
mod found;
pub mod options;
pub mod row;
pub mod rows;
pub mod token;
pub mod typed;
pub mod value;

pub use form::Form;
pub use found::{Candidate, lattice};
pub use value::Value;
