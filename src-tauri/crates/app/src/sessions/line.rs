//! Requests that wait for what goes on in their conversation: they are planned one after the other,
//! in the order in which they came.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Mutex as Turn, OwnedMutexGuard};
use tokio_util::sync::CancellationToken;

use crate::error::Error;

/// The lines of all conversations.
#[derive(Default)]
pub(crate) struct Lines {
    /// Whoever holds a conversation's is the first in its line; the others get it in order.
    first: Mutex<HashMap<String, Arc<Turn<()>>>>,
    /// Tokens that take a waiting request back, by the name that its front gave it.
    waiting: Mutex<HashMap<String, CancellationToken>>,
}

/// The first place in a conversation's line, until it is dropped.
pub(crate) struct First {
    _first: OwnedMutexGuard<()>,
}

impl Lines {
    /// Waits until a request is the first in its conversation's line and `ready`, or taken back by
    /// its name, where it has one.
    ///
    /// # Errors
    /// It was taken back.
    pub(crate) async fn first(
        &self,
        conversation: &str,
        name: Option<&str>,
        ready: impl Future<Output = ()>,
    ) -> Result<First, Error> {
        let line = locked(&self.first)
            .entry(conversation.to_owned())
            .or_default()
            .clone();
        let Some(name) = name else {
            let first = line.lock_owned().await;
            ready.await;
            return Ok(First { _first: first });
        };
        let waits = Waits::begin(&self.waiting, name);
        tokio::select! {
            biased;
            () = waits.taken_back.cancelled() => Err(Error::Withdrawn),
            first = async {
                let first = line.lock_owned().await;
                ready.await;
                First { _first: first }
            } => Ok(first),
        }
    }

    /// Takes a request back that waits under this name; whether one did.
    pub(crate) fn withdraw(&self, name: &str) -> bool {
        let waiting = locked(&self.waiting).remove(name);
        waiting.is_some_and(|taken_back| {
            taken_back.cancel();
            true
        })
    }
}

/// A request that can be taken back while this is there: also where its front goes away, nothing of
/// it stays behind.
struct Waits<'a> {
    waiting: &'a Mutex<HashMap<String, CancellationToken>>,
    name: &'a str,
    taken_back: CancellationToken,
}

impl<'a> Waits<'a> {
    fn begin(waiting: &'a Mutex<HashMap<String, CancellationToken>>, name: &'a str) -> Self {
        let taken_back = CancellationToken::new();
        locked(waiting).insert(name.to_owned(), taken_back.clone());
        Self {
            waiting,
            name,
            taken_back,
        }
    }
}

impl Drop for Waits<'_> {
    fn drop(&mut self) {
        locked(self.waiting).remove(self.name);
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::future::{pending, ready};
    use std::task::Poll;

    use super::*;

    /// Whether something is done as soon as it is begun.
    async fn is_done_at_once(work: impl Future) -> bool {
        tokio::pin!(work);
        std::future::poll_fn(|context| Poll::Ready(work.as_mut().poll(context).is_ready())).await
    }

    #[tokio::test]
    async fn only_requests_of_one_conversation_wait_for_each_other() {
        let lines = Lines::default();
        let first = lines.first("one", None, ready(())).await;
        assert!(!is_done_at_once(lines.first("one", Some("next"), ready(()))).await);
        assert!(is_done_at_once(lines.first("other", None, ready(()))).await);
        drop(first);
        assert!(is_done_at_once(lines.first("one", Some("next"), ready(()))).await);
    }

    #[tokio::test]
    async fn whoever_goes_away_or_is_taken_back_holds_up_nobody() {
        let lines = Lines::default();
        assert!(!is_done_at_once(lines.first("one", None, pending())).await);
        let taken_back = lines.first("one", Some("it"), pending());
        tokio::pin!(taken_back);
        assert!(!is_done_at_once(&mut taken_back).await);
        assert!(lines.withdraw("it"));
        assert!(matches!(taken_back.await, Err(Error::Withdrawn)));
        assert!(!lines.withdraw("it"));
        assert!(is_done_at_once(lines.first("one", None, ready(()))).await);
    }
}
