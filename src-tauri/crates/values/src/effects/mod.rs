//! Effects on an audio clip.
//!
//! - [`effect`]: the effects
//! - [`limits`]: the least and the most of each
//! - [`named`]: effects as values of parameters
//! - [`list`]: effects in their order as one value

mod effect;
pub mod limits;
mod list;
pub mod named;

pub use self::effect::{Band, Channels, Compressor, Effect, Fade, Rate, Shape};
pub use self::list::Effects;
