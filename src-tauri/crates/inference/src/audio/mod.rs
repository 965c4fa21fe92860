//! Audio as networks take it: its power in bands of the mel scale, stretch by stretch.

mod mel;
mod power;

pub(crate) use mel::{Scale, bands};
pub(crate) use power::{BandPower, hann};
