//! How a person stops a run, pauses it, or leaves one of its steps.

use std::collections::BTreeSet;

use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

/// Stops a run, pauses it, or leaves one of its steps. Clones stop the same run.
#[derive(Debug, Clone, Default)]
pub struct StopSignal {
    run: CancellationToken,
    paused: watch::Sender<bool>,
    steps: watch::Sender<BTreeSet<usize>>,
}

impl StopSignal {
    /// Stops the run.
    pub fn stop(&self) {
        self.run.cancel();
    }

    /// Leaves one step, by its index: what needs it comes to nothing, everything else goes on.
    pub fn leave_step(&self, step: usize) {
        self.steps.send_modify(|left| {
            left.insert(step);
        });
    }

    /// Pauses the run: steps that run end, and no other begins until it goes on.
    pub fn pause(&self) {
        self.paused.send_replace(true);
    }

    /// Has a paused run go on.
    pub fn go_on(&self) {
        self.paused.send_replace(false);
    }

    /// Whether the run is paused.
    pub fn is_paused(&self) -> bool {
        *self.paused.borrow()
    }

    /// Whether the run was stopped.
    pub fn is_stopped(&self) -> bool {
        self.run.is_cancelled()
    }

    /// Ends when the run is stopped.
    pub(crate) async fn stopped(&self) {
        self.run.cancelled().await;
    }

    /// Whether the run is paused, as that changes.
    pub(crate) fn pauses(&self) -> watch::Receiver<bool> {
        let mut pauses = self.paused.subscribe();
        // A run that was paused before it began is paused too.
        pauses.mark_changed();
        pauses
    }

    /// The steps that were left so far.
    pub(crate) fn steps(&self) -> watch::Receiver<BTreeSet<usize>> {
        let mut steps = self.steps.subscribe();
        // What was left before the run began counts too.
        steps.mark_changed();
        steps
    }
}
