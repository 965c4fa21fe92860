//! Tools that work on pictures: one file for each, found by themselves; what several of them share has a folder.
//!
//! - [`codes`]: QR codes and bar codes
//! - [`denoising`]: takes grain away
//! - [`editing`]: adjustments that words name
//! - [`inpainting`]: fills holes
//! - [`lines`]: straight line segments
//! - [`matting`]: soft outlines, and colours without a halo
//! - [`normals`]: which way surfaces face
//! - [`pointing`]: from clicks, boxes and rough masks to masks, also behind the pointing of the window; what stands out
//! - [`questions`]: what can be asked about a picture as a whole
//! - [`reading`]: text on pictures
//! - [`regions`]: splits a picture into all its regions
//! - [`retouch`]: changes a part of a picture as words say
//! - [`sketch`]: strokes of one pen
//! - [`soft_edges`]: where things end
//! - [`stitching`]: finds how two pictures overlap, and makes one of them

automod::dir!(pub(crate) "src/image");

pub mod codes;
pub mod denoising;
pub mod editing;
pub mod inpainting;
pub mod lines;
pub mod matting;
pub mod normals;
pub mod pointing;
mod questions;
pub mod reading;
pub mod regions;
pub mod retouch;
pub mod sketch;
pub mod soft_edges;
pub mod stitching;
