//! The application itself: what it holds open, and how its operations reach that.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use patchbay_domain::{MediaFile, Toolbox};
use patchbay_engine::Engine;
use patchbay_engine::recovery::calls;
use patchbay_inference::Models;
use patchbay_language::embedded::ENCODER;
use patchbay_language::encoder::SharedEncoder;
use patchbay_language::open_world::OpenPlanner;
use patchbay_language::reading::{READER, RequestReader};
use patchbay_store::Store;
use patchbay_tools::{TOOLBOX, registry};
use tokio::sync::broadcast;

use crate::api::{Event, InputValue, Subtask};
use crate::blocking::blocking;
use crate::connected::catalog::Catalog;
use crate::connected::connections::Connections;
use crate::connected::servers::ServerKeys;
use crate::deleted;
use crate::error::Error;
use crate::estimates::KeptSpeeds;
use crate::events::EventSender;
use crate::sessions::line::Lines;
use crate::sessions::model_jobs::ModelJobs;
use crate::sessions::runs::Runs;
use crate::sessions::segmentation::SegmentationSession;
use crate::sessions::watching::Watching;

/// How the application is opened.
#[derive(Debug, Clone, Default)]
pub struct AppOptions {
    /// Base address of the front's media server, such as `http://127.0.0.1:40123`; empty if there
    /// is none.
    pub media_base: String,
    /// The token that it asks for.
    pub media_token: String,
    /// The seed of the first run of every turn; none: a new one for each turn.
    pub seed: Option<u64>,
    /// The folder of models; none: `models` in the folder that holds everything.
    pub models: Option<PathBuf>,
    /// Whether images are made ready to be pointed at as soon as they come. For fronts in which
    /// people can point.
    pub prepare_images: bool,
    /// Whether servers of tools are connected. For fronts in which people see a plan before it runs.
    pub tool_servers: bool,
    /// Whether keys to servers are kept in the system's key store; else until the program ends.
    pub key_store: bool,
    /// How often watched folders are looked into once a front began; none: never by itself. For fronts that stay open
    /// ([`crate::WATCH_EVERY`]).
    pub watch_every: Option<Duration>,
}

/// Services that the application holds open.
struct Services {
    store: Arc<Store>,
    catalog: Arc<Catalog>,
    models: Models,
    planner: OpenPlanner,
    request_reader: RequestReader,
    connections: Connections,
    options: AppOptions,
    previews: PathBuf,
    events: EventSender,
    segmentation: Arc<SegmentationSession>,
    model_jobs: Arc<ModelJobs>,
    runs: Arc<Runs>,
    speeds: Arc<KeptSpeeds>,
    lines: Lines,
    watching: Watching,
    server_keys: Arc<ServerKeys>,
}

/// How long a video is, in seconds.
fn video_length(file: &MediaFile) -> Option<f64> {
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
pub struct App(Arc<Services>);

impl App {
    /// Opens the folder that holds everything, made where it does not exist.
    pub fn open(data: &Path, options: AppOptions) -> Result<Self, Error> {
        let store = Arc::new(Store::open(data)?);
        let previews = data.join("previews");
        deleted::erase(&store, &previews);
        let toolbox = Toolbox::from_json(TOOLBOX).map_err(|error| Error::Internal {
            reason: error.to_string(),
        })?;
        let toolbox = Arc::new(toolbox);
        let encoder = Arc::new(SharedEncoder::new(ENCODER));
        let planner = OpenPlanner::new((*toolbox).clone(), encoder.clone());
        let request_reader = RequestReader::new(READER, toolbox.clone());
        let models = Models::open(
            options
                .models
                .clone()
                .unwrap_or_else(|| data.join("models")),
        );
        let engine = Engine::new(
            toolbox.clone(),
            Arc::new(registry::implementation_refs),
            Arc::new(video_length),
            models.clone(),
        );
        let catalog = Arc::new(Catalog::new(toolbox.clone(), engine, encoder));
        let server_keys = Arc::new(ServerKeys::new(options.key_store));
        let events = EventSender::new();
        let segmentation = SegmentationSession::new(store.clone(), toolbox);
        let model_jobs = ModelJobs::new(
            store.clone(),
            catalog.clone(),
            models.clone(),
            events.clone(),
        );
        let speeds = Arc::new(KeptSpeeds::open(&store));
        let runs = Runs::new(
            store.clone(),
            catalog.clone(),
            speeds.clone(),
            events.clone(),
        );
        let app = Self(Arc::new(Services {
            previews,
            segmentation: Arc::new(segmentation),
            model_jobs: Arc::new(model_jobs),
            runs: Arc::new(runs),
            speeds,
            lines: Lines::default(),
            watching: Watching::default(),
            connections: Connections::new(catalog.clone(), server_keys.clone()),
            server_keys,
            store,
            catalog,
            models,
            planner,
            request_reader,
            options,
            events,
        }));
        app.apply_servers()?;
        Ok(app)
    }

    /// Everything that happens from now on.
    pub fn subscribe(&self) -> broadcast::Receiver<Event> {
        self.0.events.subscribe()
    }

    /// The tools that plans may be made of now, those of connected servers included.
    pub fn toolbox(&self) -> Arc<Toolbox> {
        self.0.catalog.toolbox()
    }

    /// The index of a subtask's first solution that can run on this computer; 0 where none can.
    pub fn first_runnable(&self, subtask: &Subtask) -> usize {
        let solutions = subtask.solutions.iter().map(|solution| {
            calls(solution.actions.iter().map(|action| {
                let values = action.inputs.values().flat_map(InputValue::values);
                let outputs = action.outputs.iter().map(|output| output.value.as_str());
                (
                    action.tool.as_str(),
                    values.map(String::as_str).collect(),
                    outputs.collect(),
                )
            }))
        });
        let solutions: Vec<_> = solutions.collect();
        self.engine().availability().first_runnable(&solutions)
    }

    /// Returns the store, which keeps everything on disk.
    pub(crate) fn store(&self) -> &Store {
        &self.0.store
    }

    /// Returns the engine, which runs plans and knows which tools can run.
    pub(crate) fn engine(&self) -> Engine {
        self.0.catalog.engine()
    }

    /// The models on this computer.
    pub(crate) fn models_on_disk(&self) -> &Models {
        &self.0.models
    }

    /// Returns the planner, which finds solutions.
    pub(crate) fn planner(&self) -> &OpenPlanner {
        &self.0.planner
    }

    /// Returns the reader, which tells in which ways a request can be meant.
    pub(crate) fn request_reader(&self) -> &RequestReader {
        &self.0.request_reader
    }

    /// The tools in use.
    pub(crate) fn catalog(&self) -> &Catalog {
        &self.0.catalog
    }

    /// The connections to servers of tools.
    pub(crate) fn connections(&self) -> &Connections {
        &self.0.connections
    }

    /// How the application was opened.
    pub(crate) fn options(&self) -> &AppOptions {
        &self.0.options
    }

    /// The folder of small images and drawn audio.
    pub(crate) fn previews(&self) -> &Path {
        &self.0.previews
    }

    /// The way to the fronts.
    pub(crate) fn events(&self) -> &EventSender {
        &self.0.events
    }

    /// Pointing at images.
    pub(crate) fn segmentation(&self) -> &Arc<SegmentationSession> {
        &self.0.segmentation
    }

    /// Work on models.
    pub(crate) fn model_jobs(&self) -> &Arc<ModelJobs> {
        &self.0.model_jobs
    }

    /// The keys to servers.
    pub(crate) fn server_keys(&self) -> &Arc<ServerKeys> {
        &self.0.server_keys
    }

    /// The runs that go on.
    pub(crate) fn runs(&self) -> &Arc<Runs> {
        &self.0.runs
    }

    /// How long steps took on this computer.
    pub(crate) fn speeds(&self) -> &KeptSpeeds {
        &self.0.speeds
    }

    /// The requests that wait.
    pub(crate) fn lines(&self) -> &Lines {
        &self.0.lines
    }

    /// Watching folders.
    pub(crate) fn watching(&self) -> &Watching {
        &self.0.watching
    }

    /// Does what blocks (files, the database, pixels) away from the threads that serve fronts.
    pub(crate) async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Self) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let app = self.clone();
        blocking(move || work(&app)).await
    }
}
