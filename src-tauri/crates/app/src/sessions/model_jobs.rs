//! Jobs on models, and their results. Each job goes on by itself on a thread of its own, and events
//! tell how far it is.

use std::cell::Cell;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use patchbay_inference::Models;
use patchbay_inference::library::Library;
use patchbay_inference::registry::Model;
use patchbay_store::Store;

use crate::api::plain;
use crate::api::{Event, ModelInfo, ModelNote, ModelWork, ModelWorkKind};
use crate::connected::catalog::Catalog;
use crate::events::EventSender;
use crate::present::{model, tool};

/// Events about a model come no more often than this.
const PACE: Duration = Duration::from_millis(200);

/// Note about a job that ended, nothing if it was stopped; or why it failed, in a sentence.
pub(crate) type JobEnd = Result<Option<ModelNote>, String>;

/// Asks a job to stop.
#[derive(Debug, Clone, Default)]
struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the job goes on.
    fn asked(&self) -> ControlFlow<()> {
        if self.0.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

#[derive(Debug)]
enum Entry {
    Working(ModelWork, StopFlag),
    Ended(ModelNote),
}

/// Jobs on models by their ids: at most one on each at a time.
pub(crate) struct ModelJobs {
    /// Held so that the folder of everything stays locked while a job writes below it.
    _store: Arc<Store>,
    catalog: Arc<Catalog>,
    models: Models,
    events: EventSender,
    entries: Mutex<HashMap<String, Entry>>,
}

impl ModelJobs {
    /// Nothing is done with any model yet.
    pub(crate) fn new(
        store: Arc<Store>,
        catalog: Arc<Catalog>,
        models: Models,
        events: EventSender,
    ) -> Self {
        Self {
            _store: store,
            catalog,
            models,
            events,
            entries: Mutex::default(),
        }
    }

    fn entries(&self) -> MutexGuard<'_, HashMap<String, Entry>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A model as it stands now.
    pub(crate) fn info(&self, model: &Model) -> ModelInfo {
        let work = match self.entries().get(&model.id) {
            Some(Entry::Working(work, _)) => (Some(work.clone()), None),
            Some(Entry::Ended(note)) => (None, Some(note.clone())),
            None => (None, None),
        };
        model::info(model, self.models.library().state(model), work)
    }

    /// Begins a job on a model, unless something is done with it already, and answers how it
    /// stands.
    pub(crate) fn start(
        self: &Arc<Self>,
        model: &Model,
        kind: ModelWorkKind,
        work: impl FnOnce(&Library, &Model, &ProgressThrottle<'_>) -> JobEnd + Send + 'static,
    ) -> ModelInfo {
        let Some(stop) = self.begin(model, kind) else {
            return self.info(model);
        };
        let shown = self.info(model);
        self.emit(model);
        let (jobs, model) = (self.clone(), model.clone());
        tokio::task::spawn_blocking(move || {
            let throttle = ProgressThrottle {
                jobs: &jobs,
                model: &model,
                stop: &stop,
                last: Cell::new(None),
            };
            let ended = work(jobs.models.library(), &model, &throttle);
            let note = ended.unwrap_or_else(|reason| {
                Some(ModelNote::Failed {
                    reason: plain(&reason),
                })
            });
            jobs.end(&model.id, note);
            if kind != ModelWorkKind::Verify {
                jobs.models.release(&model.id);
            }
            jobs.emit(&model);
            jobs.emit_tools();
        });
        shown
    }

    /// Forgets a model that was removed from this computer, and what came of jobs on it.
    pub(crate) fn forget(&self, model: &Model) {
        self.models.release(&model.id);
        self.end(&model.id, None);
        self.emit(model);
        self.emit_tools();
    }

    /// Asks the job on a model to stop.
    pub(crate) fn stop(&self, id: &str) {
        if let Some(Entry::Working(_, stop)) = self.entries().get(id) {
            stop.set();
        }
    }

    /// Asks all jobs to stop.
    pub(crate) fn stop_all(&self) {
        for entry in self.entries().values() {
            if let Entry::Working(_, stop) = entry {
                stop.set();
            }
        }
    }

    fn begin(&self, model: &Model, kind: ModelWorkKind) -> Option<StopFlag> {
        let mut entries = self.entries();
        if let Some(Entry::Working(..)) = entries.get(&model.id) {
            return None;
        }
        let stop = StopFlag::default();
        let work = ModelWork {
            kind,
            bytes: 0,
            total: model.bytes,
            speed: 0.0,
            seconds_left: None,
        };
        entries.insert(model.id.clone(), Entry::Working(work, stop.clone()));
        Some(stop)
    }

    fn update(&self, id: &str, change: impl FnOnce(&mut ModelWork)) {
        if let Some(Entry::Working(work, _)) = self.entries().get_mut(id) {
            change(work);
        }
    }

    fn end(&self, id: &str, note: Option<ModelNote>) {
        let mut entries = self.entries();
        match note {
            Some(note) => entries.insert(id.to_owned(), Entry::Ended(note)),
            None => entries.remove(id),
        };
    }

    fn emit(&self, model: &Model) {
        self.events.send(Event::Model {
            model: self.info(model),
        });
    }

    /// Says which tools can be used now.
    pub(crate) fn emit_tools(&self) {
        self.events.send(Event::Tools {
            tools: tool::all(
                &self.catalog.toolbox(),
                self.catalog.engine().availability(),
            ),
        });
    }
}

/// Hears how far a job is, tells it at a measured pace, and says whether the job goes on.
pub(crate) struct ProgressThrottle<'a> {
    jobs: &'a ModelJobs,
    model: &'a Model,
    stop: &'a StopFlag,
    last: Cell<Option<Instant>>,
}

impl ProgressThrottle<'_> {
    /// Takes over a change of how far the job is.
    pub(crate) fn update(&self, change: impl FnOnce(&mut ModelWork)) -> ControlFlow<()> {
        self.jobs.update(&self.model.id, change);
        if self.last.get().is_none_or(|last| last.elapsed() >= PACE) {
            self.last.set(Some(Instant::now()));
            self.jobs.emit(self.model);
        }
        self.stop.asked()
    }

    /// Takes over which share of the job is done, from 0 to 1.
    pub(crate) fn fraction(&self, fraction: f64) -> ControlFlow<()> {
        self.update(|work| work.bytes = (fraction * work.total as f64) as u64)
    }
}
