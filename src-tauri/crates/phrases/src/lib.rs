//! Grammars for the values that people say in requests. Each is pure: text in, values out, no tool and no file.
//!
//! - [`quantities`]: finds numbers with units, times, sizes and places, each with the kind of parameter that takes it

pub mod quantities;

pub use quantities::{Quantity, quantities};
