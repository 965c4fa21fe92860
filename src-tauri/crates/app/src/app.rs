//! The application itself: what it holds open, and how its operations reach that.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use patchbay_domain::{MediaFile, Subtask, Toolbox};
use patchbay_engine::Engine;
use patchbay_inference::Models;
use patchbay_language::embedded;
use patchbay_planner::Planner;
use patchbay_store::Store;
use patchbay_tools::registry;
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;

use crate::api::{Event, Nothing, Start, ToolInfo};
use crate::error::Error;
use crate::present::tool as toolbox;
use crate::sessions::mask_model::Outlining;
use crate::sessions::model_jobs::ModelWorks;
use crate::sessions::segmentation::Pointing;

/// Events that a slow front may lag behind before it misses some (it then loads the conversation again).
const EVENTS_KEPT: usize = 1024;

/// How the application is opened.
#[derive(Debug, Clone, Default)]
pub struct AppOptions {
    /// Where the front's media server listens, such as `http://127.0.0.1:40123`; empty where there is none.
    pub media_base: String,
    /// The token that it asks for.
    pub media_token: String,
    /// The seed of the first run of every turn; none: a new one for each turn.
    pub seed: Option<u64>,
    /// The folder of models; none: `models` in the folder that holds everything.
    pub models: Option<PathBuf>,
    /// Whether pictures are made ready to be pointed at as soon as they come. For fronts in which people can point.
    pub prepare_pictures: bool,
}

pub(crate) struct Inner {
    pub(crate) store: Arc<Store>,
    pub(crate) toolbox: Arc<Toolbox>,
    pub(crate) engine: Engine,
    pub(crate) models: Models,
    pub(crate) planner: Planner,
    pub(crate) options: AppOptions,
    pub(crate) previews: PathBuf,
    pub(crate) pointing: Pointing,
    pub(crate) outlining: Outlining,
    events: broadcast::Sender<Event>,
    pub(crate) model_work: ModelWorks,
    running: Mutex<HashMap<String, CancellationToken>>,
}

/// How long a film is, in seconds.
fn film_length(file: &MediaFile) -> Option<f64> {
    match patchbay_media::video::probe(&file.path, &file.name) {
        Ok(facts) => Some(facts.seconds),
        Err(error) => {
            tracing::warn!(%error, "the length of a film cannot be told");
            None
        }
    }
}

/// The open application. Clones are the same application.
#[derive(Clone)]
pub struct App(pub(crate) Arc<Inner>);

impl App {
    /// Opens the folder that holds everything, made where it does not exist.
    pub fn open(data: &Path, options: AppOptions) -> Result<Self, Error> {
        let store = Arc::new(Store::open(data)?);
        let toolbox = Arc::new(toolbox::load()?);
        let planner = embedded::planner((*toolbox).clone());
        let models = Models::open(options.models.clone().unwrap_or_else(|| data.join("models")));
        let inner = Inner {
            store,
            engine: Engine::new(
                toolbox.clone(),
                Arc::new(registry::implementations),
                Arc::new(film_length),
                models.clone(),
            ),
            models,
            toolbox,
            planner,
            options,
            previews: data.join("previews"),
            pointing: Pointing::default(),
            outlining: Outlining::default(),
            events: broadcast::channel(EVENTS_KEPT).0,
            model_work: ModelWorks::default(),
            running: Mutex::default(),
        };
        Ok(Self(Arc::new(inner)))
    }

    /// Everything that happens from now on.
    pub fn subscribe(&self) -> broadcast::Receiver<Event> {
        self.0.events.subscribe()
    }

    /// The tools that plans are made of.
    pub fn toolbox(&self) -> &Toolbox {
        &self.0.toolbox
    }

    /// The index of a subtask's first way that can run on this computer; 0 where none can.
    pub fn first_runnable(&self, subtask: &Subtask) -> usize {
        self.0.engine.availability().first_runnable(subtask)
    }

    pub(crate) fn tell(&self, event: Event) {
        // An error says that no front listens; what the event tells is on disk already.
        let _ = self.0.events.send(event);
    }

    pub(crate) fn running(&self) -> MutexGuard<'_, HashMap<String, CancellationToken>> {
        self.0.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does what blocks (files, the database, pixels) away from the threads that serve fronts.
    pub(crate) async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Self) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let app = self.clone();
        let work = tokio::task::spawn_blocking(move || work(&app));
        work.await.unwrap_or_else(|failure| Err(Error::Internal { reason: failure.to_string() }))
    }

    /// Every tool as people see it, with whether it can run now.
    pub(crate) fn tools(&self) -> Vec<ToolInfo> {
        self.0.toolbox.tools.iter().map(|tool| toolbox::info(tool, &self.0.engine)).collect()
    }

    /// What a front needs to begin.
    pub async fn start(&self, _: Nothing) -> Result<Start, Error> {
        let conversations = self.conversations().await?;
        Ok(Start {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            media_base: self.0.options.media_base.clone(),
            media_token: self.0.options.media_token.clone(),
            conversations,
            settings: self.get_settings(Nothing {}).await?,
            tools: self.tools(),
        })
    }
}
