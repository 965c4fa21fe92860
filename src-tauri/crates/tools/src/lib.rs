//! The toolbox's implementations, one file for each tool: `src/{image,audio,video,text,selection}/<tool>.rs`.
//!
//! Adding a tool means adding its file here and its line in `assets/toolbox.json`: the folders' modules are found by
//! themselves, and each file hands its implementation in with [`inventory::submit!`] (see [`implementation`]).
//!
//! - [`implementation`]: what an implementation is given and answers
//! - [`registry`]: finds the implementations of a tool
//! - [`naming`]: readable names for what steps make
//! - [`converting`]: results in another format
//! - [`checking`]: holds results against the values that they were to have

pub mod audio;
pub mod checking;
pub mod converting;
pub mod image;
pub mod implementation;
pub mod naming;
mod progress;
pub mod registry;
pub mod selection;
mod shared;
#[cfg(test)]
mod testing;
pub mod text;
pub mod video;

pub use crate::implementation::{Context, Implementation, Inputs, Registered, ToolError};
pub use crate::progress::Progress;

/// The toolbox as data: `assets/toolbox.json`, to be read with [`patchbay_domain::Toolbox::from_json`].
pub const TOOLBOX: &str = include_str!("../../../../assets/toolbox.json");
