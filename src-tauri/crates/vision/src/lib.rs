//! Pixel algorithms of the tools on images and videos, without a model: pixels, numbers and prompts
//! in; pixels, masks, boxes and numbers out.
//!
//! - [`pixels`], [`planes`], [`bands`], `sampling`, [`masks`], [`on_white`]: pixels of every depth,
//!   and work on them in parts
//! - [`lettering`], [`labels`]: letters on images; [`font_files`]: the fonts of this computer
//! - [`measured`], [`color_names`], [`faces`], [`codes`]: what can be told of an image
//! - [`pointing`]: from clicks, boxes and rough masks to masks, by graph cut, and what stands out;
//!   `max_flow`: minimum cuts, `working_copy`: the copy that is cut
//! - [`regions`]: all regions of an image; [`matting`]: soft outlines
//! - [`canny`], [`lines`], [`soft_edges`], [`sketch`], [`normals`]: edges, lines, strokes and
//!   slopes
//! - [`editing`], [`retouching`], [`inpainting`], [`denoising`], [`upscaling`]: images changed
//! - [`rounding`]: corners rounded; [`scans`]: photos on a scan; [`turned`]: parts of an image that lie turned
//! - [`color_lookup`]: colours by a table; [`stitching`]: one image of two
//! - [`ken_burns`], [`stabilising`]: a camera that moves over an image, and one that moved in a
//!   video and should not have; `optical_flow`: how what is seen moves from frame to frame
//! - [`following`]: where a thing is that moves in a video; [`hiding`]: places in it made
//!   unrecognisable
//!
//! Long work hears a [`Report`] or a [`Watch`]: how far it is, and whether it is to stop.

pub mod bands;
pub mod canny;
pub mod codes;
pub mod color_lookup;
pub mod color_names;
pub mod denoising;
pub mod editing;
mod error;
pub mod faces;
pub mod following;
pub mod font_files;
pub mod hiding;
pub mod inpainting;
pub mod ken_burns;
pub mod labels;
pub mod lettering;
pub mod lines;
pub mod masks;
pub mod matting;
mod max_flow;
pub mod measured;
pub mod normals;
pub mod on_white;
mod optical_flow;
pub mod pixels;
pub mod planes;
pub mod pointing;
pub mod regions;
pub mod retouching;
pub mod rounding;
mod sampling;
pub mod scans;
pub mod sketch;
pub mod soft_edges;
pub mod stabilising;
pub mod stitching;
#[cfg(test)]
mod testing;
pub mod turned;
pub mod upscaling;
mod watch;
mod working_copy;

pub use error::VisionError;
pub use watch::{Report, Watch};
