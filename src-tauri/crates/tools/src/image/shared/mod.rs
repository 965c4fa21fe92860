//! Code that several tools on images share; what works on pixels alone lies in [`patchbay_vision`].
//!
//! - [`job`], [`changed`], [`maps`]: work through several images, and write what was made of each
//! - [`canvas`]: an image that others are laid on
//! - [`documents`]: files of several pages, and documents of them
//! - [`masks`], [`cutting_out`]: masks for an image, and what they cover; [`hiding`]: hidden regions
//! - [`boxes`], [`depth`], [`detecting`], [`edges`], [`looking`], [`outlining`]: models that look
//!   at images; [`embedded`]: pointing by one, also behind the pointing of the window
//! - [`painting`], [`repainting`], [`following`]: models that make them

pub(crate) mod boxes;
pub(crate) mod canvas;
pub(crate) mod changed;
pub(crate) mod cutting_out;
pub(crate) mod depth;
pub(crate) mod detecting;
pub(crate) mod documents;
pub(crate) mod edges;
pub mod embedded;
pub(crate) mod following;
pub(crate) mod hiding;
pub(crate) mod job;
pub(crate) mod looking;
pub(crate) mod maps;
pub(crate) mod masks;
pub(crate) mod outlining;
pub(crate) mod painting;
pub(crate) mod repainting;
#[cfg(test)]
pub(crate) mod testing;
