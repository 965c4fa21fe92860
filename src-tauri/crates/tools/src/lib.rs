//! The toolbox's implementations, one folder for each tool:
//! `src/{image,audio,video,text,selection}/<tool>/`.
//!
//! - `mod.rs`: what the tool is for, and the implementations that it hands in with
//!   [`inventory::submit!`] (see [`implementation`])
//! - `builtin.rs` or `builtin/`: the built-in way, where it takes more than `mod.rs` holds
//! - `model.rs`: the way with a model
//! - whatever else only this tool uses
//!
//! Adding a tool means adding its folder here and its entry in `assets/toolbox.json`: the build
//! script lists the folders. What several tools of a medium use lies in `<medium>/shared`, what
//! several media use in `shared`. Imports run from a tool to what is shared, never back; from films
//! also to what pictures and sound share, never back. Algorithms that work on pixels or
//! samples alone lie in [`patchbay_vision`] and [`patchbay_audio_dsp`].
//!
//! The rest:
//!
//! - [`implementation`]: what an implementation is given and answers
//! - [`registry`]: finds the implementations of a tool
//! - `missing`: which models a tool lacks
//! - [`naming`]: readable names for what steps make
//! - [`converting`]: results in another format
//! - [`checking`]: holds results against the values that they were to have

pub mod audio;
pub mod checking;
pub mod converting;
pub mod image;
pub mod implementation;
mod missing;
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

/// The toolbox as data: `assets/toolbox.json`, to be read with
/// [`patchbay_domain::Toolbox::from_json`].
pub const TOOLBOX: &str = include_str!("../../../../assets/toolbox.json");
