//! Code that several tools on videos share.
//!
//! - [`composing`]: several videos and images through one graph; [`overlaying`]: one over another
//! - [`cutting`]: parts of videos, packed or encoded anew
//! - [`filtering`]: videos through libav's filters
//! - [`graphs`]: pieces of graphs of filters
//! - [`hiding`]: places that are hidden
//! - [`ken_burns`]: a camera that moves over images; [`still_image`], [`stills`]: images as videos
//!   need them; [`show`]: one after the other
//! - [`key_frames`]: the frames that stand for a video
//! - [`lettering`]: letters on frames
//! - [`looped`]: frames that begin again; [`rates`]: frames a second
//! - [`parts`]: parts of videos; [`timecodes`]: how their timecodes are counted
//! - [`lost`]: what a video loses when it is written again
//! - [`replace_audio`]: videos with other audio; [`volume`]: how loud it is, and its channels; [`listened`]: filters that it
//!   needs

pub(crate) mod composing;
pub(crate) mod cutting;
pub(crate) mod graphs;
pub(crate) mod hiding;
pub(crate) mod ken_burns;
pub(crate) mod key_frames;
pub(crate) mod lettering;
pub(crate) mod listened;
pub(crate) mod looped;
pub(crate) mod lost;
pub(crate) mod overlaying;
pub(crate) mod parts;
pub(crate) mod rates;
pub(crate) mod replace_audio;
pub(crate) mod show;
#[cfg(test)]
pub(crate) mod sounding;
pub(crate) mod still_image;
pub(crate) mod stills;
pub(crate) mod timecodes;
pub(crate) mod volume;
