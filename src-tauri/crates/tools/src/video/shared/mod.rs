//! What several tools on films share.
//!
//! - [`cutting`]: parts of films; [`filtering`]: films through libav's filters
//! - [`ken_burns`]: a camera that moves over pictures; [`still_picture`]: pictures as films need
//!   them
//! - [`key_frames`]: the frames that stand for a film
//! - [`lost`]: what a film loses when it is written again

pub(crate) mod cutting;
pub(crate) mod filtering;
pub(crate) mod ken_burns;
pub(crate) mod key_frames;
pub(crate) mod lost;
pub(crate) mod still_picture;
