//! The runs that go on, each with its conversation.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use patchbay_engine::StopSignal;
use tokio::sync::Notify;

/// The runs that go on, by their ids.
#[derive(Default)]
pub(crate) struct Running {
    runs: Mutex<HashMap<String, Going>>,
    /// Told whenever one has ended.
    ended: Notify,
}

struct Going {
    conversation: String,
    stop: StopSignal,
}

impl Running {
    fn runs(&self) -> MutexGuard<'_, HashMap<String, Going>> {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a run in that begins; what is given back stops it.
    pub(super) fn begin(&self, run: &str, conversation: &str) -> StopSignal {
        let stop = StopSignal::default();
        let going = Going {
            conversation: conversation.to_owned(),
            stop: stop.clone(),
        };
        self.runs().insert(run.to_owned(), going);
        stop
    }

    /// Lets a run go that has ended.
    pub(super) fn end(&self, run: &str) {
        self.runs().remove(run);
        self.ended.notify_waiters();
    }

    /// Whether nothing runs.
    pub(crate) fn is_empty(&self) -> bool {
        self.runs().is_empty()
    }

    /// Whether a run goes on.
    pub(crate) fn holds(&self, run: &str) -> bool {
        self.runs().contains_key(run)
    }

    fn runs_in(&self, conversation: &str) -> bool {
        let runs = self.runs();
        runs.values()
            .any(|going| going.conversation == conversation)
    }

    /// Waits until nothing runs in a conversation.
    pub(crate) async fn ended_in(&self, conversation: &str) {
        loop {
            // Asked for before it is looked, so that no end between is missed.
            let ended = self.ended.notified();
            tokio::pin!(ended);
            ended.as_mut().enable();
            if !self.runs_in(conversation) {
                return;
            }
            ended.await;
        }
    }

    /// Stops a run; whether it was still going on.
    pub(crate) fn stop(&self, run: &str) -> bool {
        let runs = self.runs();
        runs.get(run).is_some_and(|going| {
            going.stop.stop();
            true
        })
    }

    /// Pauses a run; whether it was still going on.
    pub(crate) fn pause(&self, run: &str) -> bool {
        let runs = self.runs();
        runs.get(run).is_some_and(|going| {
            going.stop.pause();
            true
        })
    }

    /// Has a paused run go on; whether it had not ended.
    pub(crate) fn go_on(&self, run: &str) -> bool {
        let runs = self.runs();
        runs.get(run).is_some_and(|going| {
            going.stop.go_on();
            true
        })
    }

    /// Whether a run is paused.
    pub(crate) fn is_paused(&self, run: &str) -> bool {
        let runs = self.runs();
        runs.get(run).is_some_and(|going| going.stop.is_paused())
    }

    /// Leaves a step of a run; whether that was still going on.
    pub(crate) fn leave_step(&self, run: &str, step: usize) -> bool {
        let runs = self.runs();
        runs.get(run).is_some_and(|going| {
            going.stop.leave_step(step);
            true
        })
    }

    /// Stops every run.
    pub(crate) fn stop_all(&self) {
        self.runs().values().for_each(|going| going.stop.stop());
    }
}

#[cfg(test)]
mod tests {
    use std::task::Poll;

    use super::*;

    #[tokio::test]
    async fn only_runs_of_its_own_conversation_are_waited_for() {
        let running = Running::default();
        running.begin("a", "one");
        running.begin("b", "one");
        running.ended_in("other").await;
        let ended = running.ended_in("one");
        tokio::pin!(ended);
        for run in ["a", "b"] {
            let is_ended = std::future::poll_fn(|context| {
                Poll::Ready(ended.as_mut().poll(context).is_ready())
            });
            assert!(!is_ended.await);
            running.end(run);
        }
        ended.await;
    }
}
