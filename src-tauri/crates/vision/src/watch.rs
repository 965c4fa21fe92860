//! Interfaces by which long work is followed and stopped.

use std::sync::atomic::{AtomicBool, Ordering};

use patchbay_domain::Cancelled;

/// Told how far some work is, from 0 to 1; an error where it is to stop.
pub type Report<'a> = dyn Fn(f64) -> Result<(), Cancelled> + Sync + 'a;

/// Follows long work whose parts run at once, and stops it.
pub trait Watch: Sync {
    /// Hears how far the work is, from 0 to 1.
    fn set(&self, fraction: f64);

    /// Whether the work is to stop.
    fn is_cancelled(&self) -> bool;
}

/// A flag that stops the work once it is true, and hears nothing.
impl Watch for AtomicBool {
    fn set(&self, _fraction: f64) {}

    fn is_cancelled(&self) -> bool {
        self.load(Ordering::Relaxed)
    }
}
