//! How a person stops a run, or one of its steps.

use std::collections::BTreeSet;

use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

/// Stops a run, or one of its steps. Clones stop the same run.
#[derive(Debug, Clone, Default)]
pub struct StopSignal {
    run: CancellationToken,
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

    /// Whether the run was stopped.
    pub fn is_stopped(&self) -> bool {
        self.run.is_cancelled()
    }

    /// Ends when the run is stopped.
    pub(crate) async fn stopped(&self) {
        self.run.cancelled().await;
    }

    /// The steps that were left so far.
    pub(crate) fn steps(&self) -> watch::Receiver<BTreeSet<usize>> {
        let mut steps = self.steps.subscribe();
        // What was left before the run began counts too.
        steps.mark_changed();
        steps
    }
}
