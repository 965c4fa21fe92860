//! Every value that a text could mean: over-complete, each with its span, its kind and one
//! normalised form. The purpose of a value is not said: a length of four seconds may be a fade, a
//! cut or nothing at all.
//!
//! - [`token`]: the tokenizer
//! - [`value`]: values, each with one text
//! - [`options`]: the values that a text could give a parameter of a kind; [`Form`]: their forms
//! - [`row`]: rows of patterns, and their matching
//! - [`rows`]: the rows, a file per kind
//! - [`typed`]: the texts that a value can become for a parameter's kind

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
