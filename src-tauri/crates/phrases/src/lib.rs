//! Grammars that find values in sentences: the values that people say in requests. Each is pure:
//! text in, values out, no tool and no file. The values themselves are `patchbay_values`.
//!
//! - [`values`]: values of parameters, found in words
//! - [`quantities`]: where numbers with units, times, sizes and places stand in a text, each with
//!   the kind that takes it
//! - [`times`]: parts of a time line and lengths of time
//! - [`speed`]: how fast a video is to play
//! - [`adjustments`]: what is to be done to an image without a model
//! - `boxes`, `regions`: boxes on an image, in pixels, in percent or by a name
//! - [`effects`]: what is to be done to an audio clip
//! - `overlays`: where and how large something is laid over an image or a video
//! - `retouching`: what is to be done to a part of an image
//! - [`edits`]: all edits that words ask for, in their order
//! - [`formats`]: file formats that are asked for
//! - `data`: sizes of files and bits a second
//! - `repeats`, `pauses`: how often something plays; how long it stands still or is silent
//! - `retiming`: how far subtitles are stretched
//! - `sheets`: columns and rows of a sheet of frames
//! - `tags`: what a file is to say of itself
//! - `titles`: how words are shown on a video
//! - [`tracks`]: audio tracks, by number or language

pub mod adjustments;
mod boxes;
mod data;
pub mod edits;
pub mod effects;
pub mod formats;
mod grammar;
mod overlays;
mod pauses;
pub mod quantities;
mod regions;
mod repeats;
mod retiming;
mod retouching;
mod sheets;
pub mod speed;
mod tags;
#[cfg(test)]
mod testing;
pub mod times;
mod titles;
pub mod tracks;
pub mod values;

pub use quantities::{Quantity, quantities};
