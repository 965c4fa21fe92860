//! A router that decides how a run goes on, on a thread of its own: a chat model takes seconds, and
//! what does not depend on it goes on meanwhile.

use std::ops::ControlFlow;
use std::sync::Arc;

use patchbay_inference::Watch;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::recovery::{Recourse, Router, Situation};

/// Subject of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Subject {
    /// The step of that index failed.
    Step(usize),
    /// The solution of the subtask at that position came to nothing.
    Subtask(usize),
}

/// Something that has to be decided.
pub(crate) struct Question {
    pub(crate) subject: Subject,
    pub(crate) situation: Situation,
}

/// The decision that a router thinks about, if there is one. Dropping it asks the router to stop.
pub(crate) struct Deciding {
    router: Arc<dyn Router>,
    subject: Option<Subject>,
    task: JoinSet<Recourse>,
    stop: CancellationToken,
}

impl Drop for Deciding {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

impl Deciding {
    /// Nothing has to be decided.
    pub(crate) fn new(router: Arc<dyn Router>) -> Self {
        Self {
            router,
            subject: None,
            task: JoinSet::new(),
            stop: CancellationToken::new(),
        }
    }

    /// Whether there is nothing that the router thinks about.
    pub(crate) fn is_idle(&self) -> bool {
        self.task.is_empty()
    }

    /// Asks the router. It has answered what it was asked before.
    pub(crate) fn ask(&mut self, question: Question) {
        let Question { subject, situation } = question;
        let (router, stop) = (self.router.clone(), self.stop.clone());
        self.subject = Some(subject);
        self.task.spawn_blocking(move || {
            let goes_on = |_: f64| {
                if stop.is_cancelled() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            let place = router.choose(&situation, Watch::new(&goes_on));
            let chosen = situation.recourses.into_iter().nth(place);
            chosen.unwrap_or(Recourse::GiveUp)
        });
    }

    /// Waits for the router's decision, and returns it with its subject; none if the router was
    /// asked nothing. A router that breaks gives up.
    pub(crate) async fn decided(&mut self) -> Option<(Subject, Recourse)> {
        let chosen = self.task.join_next().await?.unwrap_or(Recourse::GiveUp);
        Some((self.subject.take()?, chosen))
    }
}
