//! Adjustments of an image that need no model.
//!
//! - [`adjustment`]: the adjustments
//! - [`named`]: adjustments as values of parameters
//! - [`list`]: adjustments in their order as one value

mod adjustment;
mod list;
pub mod named;

pub use self::adjustment::{Adjustment, Caption, Tone, USUAL_BLOCK, USUAL_BLUR};
pub use self::list::Adjustments;
pub(crate) use self::list::of_step;
