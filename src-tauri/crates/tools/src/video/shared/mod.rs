//! What several tools on films share.
//!
//! - [`composing`]: several films and pictures through one graph; [`overlaying`]: one over another
//! - [`filtering`]: films through libav's filters
//! - [`ken_burns`]: a camera that moves over pictures; [`still_picture`]: pictures as films need
//!   them
//! - [`key_frames`]: the frames that stand for a film
//! - [`looped`]: frames that begin again
//! - [`lost`]: what a film loses when it is written again

pub(crate) mod composing;
pub(crate) mod filtering;
pub(crate) mod ken_burns;
pub(crate) mod key_frames;
pub(crate) mod looped;
pub(crate) mod lost;
pub(crate) mod overlaying;
pub(crate) mod still_picture;
