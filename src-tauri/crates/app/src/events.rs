//! The way to the fronts: what happens is told to all that listen.

use tokio::sync::broadcast;

use crate::api::Event;

/// Events that a slow front may lag behind before it misses some (it then loads the conversation
/// again).
const KEPT: usize = 1024;

/// Sends events to every front. Clones send to the same fronts.
#[derive(Debug, Clone)]
pub(crate) struct EventSender(broadcast::Sender<Event>);

impl EventSender {
    /// Nobody listens yet.
    pub(crate) fn new() -> Self {
        Self(broadcast::channel(KEPT).0)
    }

    /// Everything that is sent from now on.
    pub(crate) fn subscribe(&self) -> broadcast::Receiver<Event> {
        self.0.subscribe()
    }

    /// Sends an event to all that listen.
    pub(crate) fn send(&self, event: Event) {
        // An error says that no front listens; what the event tells is on disk already.
        let _ = self.0.send(event);
    }
}
