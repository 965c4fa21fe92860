//! What is done with models at the moment, and what came of it.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::api::{ModelNote, ModelWork, ModelWorkKind};

/// Asks work on a model to stop.
#[derive(Debug, Clone, Default)]
pub(crate) struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Whether the work goes on.
    pub(crate) fn asked(&self) -> ControlFlow<()> {
        if self.0.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[derive(Debug)]
enum Entry {
    Working(ModelWork, Stop),
    Ended(ModelNote),
}

/// Work on models by their ids: at most one on each at a time.
#[derive(Debug, Default)]
pub(crate) struct ModelWorks(Mutex<HashMap<String, Entry>>);

impl ModelWorks {
    fn entries(&self) -> MutexGuard<'_, HashMap<String, Entry>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins work of about so many bytes; none where something is done with the model already.
    pub(crate) fn begin(&self, id: &str, kind: ModelWorkKind, total: u64) -> Option<Stop> {
        let mut entries = self.entries();
        if let Some(Entry::Working(..)) = entries.get(id) {
            return None;
        }
        let stop = Stop::default();
        let work = ModelWork { kind, bytes: 0, total, speed: 0.0, seconds_left: None };
        entries.insert(id.to_owned(), Entry::Working(work, stop.clone()));
        Some(stop)
    }

    /// Says how far work is.
    pub(crate) fn update(&self, id: &str, change: impl FnOnce(&mut ModelWork)) {
        if let Some(Entry::Working(work, _)) = self.entries().get_mut(id) {
            change(work);
        }
    }

    /// Ends it, with what is to be said of it.
    pub(crate) fn end(&self, id: &str, note: Option<ModelNote>) {
        let mut entries = self.entries();
        match note {
            Some(note) => entries.insert(id.to_owned(), Entry::Ended(note)),
            None => entries.remove(id),
        };
    }

    /// Asks the work on a model to stop.
    pub(crate) fn stop(&self, id: &str) {
        if let Some(Entry::Working(_, stop)) = self.entries().get(id) {
            stop.0.store(true, Ordering::Relaxed);
        }
    }

    /// Asks all work to stop.
    pub(crate) fn stop_all(&self) {
        for entry in self.entries().values() {
            if let Entry::Working(_, stop) = entry {
                stop.0.store(true, Ordering::Relaxed);
            }
        }
    }

    /// What is done with a model now, and what came of the last work on it.
    pub(crate) fn of(&self, id: &str) -> (Option<ModelWork>, Option<ModelNote>) {
        match self.entries().get(id) {
            Some(Entry::Working(work, _)) => (Some(work.clone()), None),
            Some(Entry::Ended(note)) => (None, Some(note.clone())),
            None => (None, None),
        }
    }
}
