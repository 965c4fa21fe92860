//! Tools that work on pictures: one file for each, found by themselves; what several of them share has a folder.
//!
//! - [`editing`]: adjustments that words name
//! - [`inpainting`]: fills holes
//! - [`matting`]: soft outlines, and colours without a halo
//! - [`pointing`]: from clicks and boxes to masks, also behind the pointing of the window

automod::dir!(pub(crate) "src/image");

pub mod editing;
pub mod inpainting;
pub mod matting;
pub mod pointing;
