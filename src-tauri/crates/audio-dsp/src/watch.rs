//! Callbacks by which long work is followed and stopped.

use patchbay_domain::Cancelled;

/// Says whether work is to stop; called often.
pub type Check<'a> = dyn Fn() -> Result<(), Cancelled> + 'a;

/// Told how far some work is, from 0 to 1; an error where it is to stop.
pub type Report<'a> = dyn Fn(f64) -> Result<(), Cancelled> + 'a;
