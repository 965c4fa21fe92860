//! What several tools on pictures share.
//!
//! - [`job`], [`changed`], [`maps`]: work through several pictures, and write what was made of each
//! - [`bands`], [`planes`], [`masks`], [`sampling`], [`on_white`]: pixels
//! - [`editing`]: adjustments that words name; [`inpainting`]: fills holes; [`matting`]: soft
//!   outlines
//! - [`pointing`]: from clicks, boxes and rough masks to masks, also behind the pointing of the
//!   window; what stands out
//! - [`faces`], [`measured`] (with [`color_names`]): what can be told of a picture without a model
//! - [`soft_edges`], [`sketch`]: where things end, and strokes of one pen
//! - [`boxes`], [`depth`], [`detecting`], [`edges`], [`looking`], [`outlining`]: models that look
//!   at pictures
//! - [`painting`], [`repainting`], [`following`]: models that make them

pub(crate) mod bands;
pub(crate) mod boxes;
pub(crate) mod changed;
pub(crate) mod color_names;
pub(crate) mod depth;
pub(crate) mod detecting;
pub(crate) mod edges;
pub mod editing;
pub(crate) mod faces;
pub(crate) mod following;
pub mod inpainting;
pub(crate) mod job;
pub(crate) mod looking;
pub(crate) mod maps;
pub(crate) mod masks;
pub(crate) mod matting;
pub(crate) mod measured;
pub(crate) mod on_white;
pub(crate) mod outlining;
pub(crate) mod painting;
pub(crate) mod planes;
pub mod pointing;
pub(crate) mod repainting;
pub(crate) mod sampling;
pub(crate) mod sketch;
pub(crate) mod soft_edges;
#[cfg(test)]
pub(crate) mod testing;
