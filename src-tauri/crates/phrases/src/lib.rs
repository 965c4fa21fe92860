//! Grammars for the values that people say in requests. Each is pure: text in, values out, no tool
//! and no file.
//!
//! - [`values`]: values of parameters, read, found in words and written in one way
//! - [`quantities`]: where numbers with units, times, sizes and places stand in a text, each with
//!   the kind that takes it
//! - [`times`]: parts of a time line and lengths of time
//! - [`speed`]: how fast a film is to play
//! - [`adjustments`]: what can be done to a picture without a model
//! - [`effects`]: what can be done to a sound
//! - [`formats`]: file formats
//! - [`data`]: sizes of files and bits a second
//! - [`tracks`]: sound tracks, by number or language

pub mod adjustments;
pub mod data;
pub mod effects;
pub mod formats;
mod grammar;
pub mod quantities;
pub mod speed;
#[cfg(test)]
mod testing;
pub mod times;
pub mod tracks;
pub mod values;

pub use quantities::{Quantity, quantities};
