//! Interface between the tools' implementations and the engine: their inputs and results, and what
//! the engine needs of them. No tool lies here: `patchbay-tools` holds them.
//!
//! - [`Implementation`]: one way to do what a tool does, handed in as [`Registered`], held as
//!   [`ImplementationRef`]
//! - [`Inputs`], [`Context`], [`Progress`]: what it is given
//! - [`ToolError`]: why it gave no result; [`missing`]: which models a tool lacks
//! - [`registry`]: finds the implementations of a tool
//! - [`naming`]: readable names for what steps make
//! - [`filtering`]: tools that change a video's frames and audio as they pass, so that several of
//!   them share one encode
//! - [`describing`]: sounds that say what the file says that they were made of
//! - [`losses`]: what of a video its result does not hold; [`parts`]: what of a picture file is not read
//! - [`watching`]: progress of work on media
//! - [`converting`]: results in another format
//! - [`each`]: the same for each of several files, where some fail
//! - [`checking`]: holds results against the values that they were to have
//! - [`services`]: what services take of the files that are sent to them

pub mod checking;
mod context;
pub mod converting;
pub mod describing;
pub mod each;
mod error;
pub mod filtering;
mod implementation;
mod inputs;
pub mod losses;
pub mod missing;
pub mod naming;
pub mod parts;
mod progress;
pub mod registry;
pub mod services;
#[cfg(test)]
mod testing;
mod values;
pub mod watching;

pub use context::Context;
pub use error::ToolError;
pub use filtering::{VideoFilter, VideoStreams};
pub use implementation::{Implementation, ImplementationRef, Registered};
pub use inputs::Inputs;
pub use parts::PartsRead;
pub use progress::Progress;
