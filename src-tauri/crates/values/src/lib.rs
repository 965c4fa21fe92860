//! Typed values of parameters. Each kind has one text that is written and read back; what is read
//! besides are forms that a person types into a field, and no sentence.
//!
//! - [`read()`]: the check of a value that a person types into a field of a tool
//! - [`families`]: parameters whose values are read by their names
//! - [`adjustments`], [`retouching`], [`effects`]: changes of an image, of a part of one, and of an
//!   audio clip
//! - [`times`]: points and parts of a time line, intervals, lengths of time, timecodes
//! - [`sizes`], [`colors`], [`regions`], [`overlays`]: sizes and shapes, colours, boxes and other
//!   regions, and places and sizes of something laid over an image
//! - [`speeds`]: the speed at which a video is to play
//! - [`data`]: sizes of files and bits a second
//! - [`tracks`], [`formats`], [`file_names`]: tracks and languages, file formats, names of files
//! - [`numbers`]: numbers as they are written

pub mod adjustments;
pub mod colors;
pub mod data;
pub mod effects;
pub mod families;
pub mod file_names;
pub mod formats;
pub mod numbers;
pub mod overlays;
mod reading;
pub mod regions;
pub mod retouching;
pub mod sizes;
pub mod speeds;
mod steps;
#[cfg(test)]
mod testing;
pub mod times;
pub mod tracks;

pub use reading::{is_limit, is_shift, read};
