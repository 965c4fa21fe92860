//! What several tools on films share.
//!
//! - [`filtering`]: films through libav's filters
//! - [`ken_burns`]: a camera that moves over pictures; [`still_picture`]: pictures as films need
//!   them
//! - [`key_frames`]: the frames that stand for a film
//! - [`lost`]: what a film loses when it is written again
//! - [`resounding`]: films with another sound; [`volume`]: how loud it is, and its channels

pub(crate) mod filtering;
pub(crate) mod ken_burns;
pub(crate) mod key_frames;
pub(crate) mod lost;
pub(crate) mod resounding;
#[cfg(test)]
pub(crate) mod sounding;
pub(crate) mod still_picture;
pub(crate) mod volume;
