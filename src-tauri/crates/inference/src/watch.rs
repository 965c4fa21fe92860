//! How long work is followed and stopped.

use std::ops::ControlFlow;

use crate::InferenceError;

/// Hears how far long work is and says whether it goes on. Networks ask between blocks: at full
/// size at least every 0.2 seconds, SAM's large encoder every 0.32 (docs/models.md).
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    report: &'a (dyn Fn(f64) -> ControlFlow<()> + 'a),
    from: f64,
    to: f64,
}

impl<'a> Watch<'a> {
    /// Calls `report` with the fraction done, from 0 to 1; [`ControlFlow::Break`] stops the work.
    pub fn new(report: &'a (dyn Fn(f64) -> ControlFlow<()> + 'a)) -> Self {
        Self {
            report,
            from: 0.0,
            to: 1.0,
        }
    }

    /// Hears nothing and never stops.
    pub fn nobody() -> Watch<'static> {
        Watch::new(&|_| ControlFlow::Continue(()))
    }

    /// A part of the work, from `from` to `to` of this whole: what goes from 0 to 1 there.
    #[must_use]
    pub fn part(self, from: f64, to: f64) -> Self {
        let at = |fraction: f64| self.from + fraction * (self.to - self.from);
        Self {
            report: self.report,
            from: at(from),
            to: at(to),
        }
    }

    /// Says that `done` of `of` equal pieces of work are done. [`InferenceError::Cancelled`] where
    /// it is to stop.
    pub fn at(&self, done: usize, of: usize) -> Result<(), InferenceError> {
        let fraction = done as f64 / of.max(1) as f64;
        match (self.report)(self.from + fraction * (self.to - self.from)) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(InferenceError::Cancelled),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::ops::ControlFlow;

    use super::Watch;
    use crate::InferenceError;

    #[test]
    fn a_part_reports_within_the_whole_and_stops_it() {
        let heard = RefCell::new(Vec::new());
        let report = |fraction: f64| {
            heard.borrow_mut().push(fraction);
            if fraction < 0.7 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        };
        let half = Watch::new(&report).part(0.5, 1.0);
        assert!(half.at(0, 2).is_ok());
        assert!(matches!(
            half.part(0.0, 0.5).at(2, 2),
            Err(InferenceError::Cancelled)
        ));
        assert_eq!(*heard.borrow(), [0.5, 0.75]);
    }
}
