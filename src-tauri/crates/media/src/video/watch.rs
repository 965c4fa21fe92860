//! How long work is followed and stopped.

use std::cell::Cell;
use std::ops::ControlFlow;

use crate::MediaError;

/// Hears how far long work is and says whether it goes on. It is asked at least every 100 ms.
pub struct Watch<'a> {
    report: &'a dyn Fn(f64) -> ControlFlow<()>,
    fraction: Cell<f64>,
}

impl<'a> Watch<'a> {
    /// Calls `report` with the fraction done, from 0 to 1; [`ControlFlow::Break`] stops the work.
    pub fn new(report: &'a dyn Fn(f64) -> ControlFlow<()>) -> Self {
        Self {
            report,
            fraction: Cell::new(0.0),
        }
    }

    /// Hears nothing and never stops.
    pub fn nobody() -> Watch<'static> {
        Watch::new(&|_| ControlFlow::Continue(()))
    }

    /// Says that `fraction` of the work, from 0 to 1, is done. [`MediaError::Cancelled`] where it
    /// is to stop.
    pub fn at(&self, fraction: f64) -> Result<(), MediaError> {
        self.fraction.set(fraction.clamp(0.0, 1.0));
        self.check()
    }

    /// Asks whether to go on, without news. [`MediaError::Cancelled`] where not.
    pub fn check(&self) -> Result<(), MediaError> {
        match (self.report)(self.fraction.get()) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(MediaError::Cancelled),
        }
    }

    /// Does `work` as the part of this work that lies from `from` to `to`, of 0 to 1.
    pub fn part<T>(&self, (from, to): (f64, f64), work: impl FnOnce(&Watch<'_>) -> T) -> T {
        let report = |done: f64| match self.at(from + done * (to - from)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        };
        work(&Watch::new(&report))
    }
}
