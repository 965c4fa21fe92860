//! The operations on local models: which there are, getting them, and looking after those on disk.
//!
//! Getting, verifying and importing take long: each goes on by itself on a thread of its own, and events tell how far it is.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use patchbay_inference::Watch;
use patchbay_inference::download::{self, DownloadError, Options};
use patchbay_inference::library::{LibraryError, State};
use patchbay_inference::registry::{Model, Source};

use crate::api::{
    Event, ImportModel, ModelDisk, ModelId, ModelInfo, ModelList, ModelNote, ModelWorkKind, Nothing, Settings,
};
use crate::app::App;
use crate::error::{Error, plain};

/// Events about a model come no more often than this.
const PACE: Duration = Duration::from_millis(200);

/// A sentence about the last work on a model, or nothing where it was stopped.
type Ended = Result<Option<ModelNote>, String>;

impl App {
    /// The models that there are and how they stand.
    pub async fn models(&self, _: Nothing) -> Result<ModelList, Error> {
        self.blocking(|app| {
            let models = &app.0.models;
            Ok(ModelList {
                models: models.registry().models().iter().map(|model| app.model_info(model)).collect(),
                folder: models.library().folder().display().to_string(),
                device: models.device_reason().to_owned(),
                problems: models.errors().iter().map(ToString::to_string).collect(),
            })
        })
        .await
    }

    /// Begins to get a model, or what is missing of it; events tell how it goes on.
    pub async fn get_model(&self, arguments: ModelId) -> Result<ModelInfo, Error> {
        let options = self.blocking(|app| Ok(download_options(&app.settings()?))).await?;
        self.work(arguments.model, ModelWorkKind::Get, move |app, model, told| {
            let report = |progress: &download::Progress| {
                told.tell(|work| {
                    (work.bytes, work.total) = (progress.bytes, progress.total);
                    (work.speed, work.seconds_left) = (progress.speed, progress.seconds_left);
                })
            };
            match download::get(app.0.models.library(), model, &options, &report) {
                Ok(()) | Err(DownloadError::Library(LibraryError::Stopped)) => Ok(None),
                Err(error) => Err(error.to_string()),
            }
        })
        .await
    }

    /// Begins to read a model through; events tell what was found.
    pub async fn verify_model(&self, arguments: ModelId) -> Result<ModelInfo, Error> {
        self.work(arguments.model, ModelWorkKind::Verify, |app, model, told| {
            let report = |fraction| told.fraction(fraction);
            match app.0.models.library().verify(model, &Watch::new(&report)) {
                Err(LibraryError::Stopped) => Ok(None),
                Err(error) => Err(error.to_string()),
                Ok(files) => match files.iter().find_map(|file| Some((&file.path, file.wrong.as_ref()?))) {
                    Some((path, reason)) => Err(format!("“{path}” is wrong: {reason}. Get the model again.")),
                    None => Ok(Some(ModelNote::Verified)),
                },
            }
        })
        .await
    }

    /// Begins to take a model in from a folder of this computer.
    pub async fn import_model(&self, arguments: ImportModel) -> Result<ModelInfo, Error> {
        self.work(arguments.model, ModelWorkKind::Import, move |app, model, told| {
            let report = |fraction| told.fraction(fraction);
            let imported = app.0.models.library().import(model, Path::new(&arguments.folder), &Watch::new(&report));
            match imported {
                Ok(()) | Err(LibraryError::Stopped) => Ok(None),
                Err(error) => Err(error.to_string()),
            }
        })
        .await
    }

    /// Pauses work on a model. What came is kept, and getting it goes on from there.
    pub async fn stop_model(&self, arguments: ModelId) -> Result<ModelInfo, Error> {
        self.blocking(move |app| {
            let model = app.model(&arguments.model)?;
            app.0.model_work.stop(&model.id);
            Ok(app.model_info(model))
        })
        .await
    }

    /// Removes a model from this computer, or what came of it.
    pub async fn remove_model(&self, arguments: ModelId) -> Result<ModelInfo, Error> {
        self.blocking(move |app| {
            let model = app.model(&arguments.model)?;
            app.0.model_work.stop(&model.id);
            app.0.models.library().remove(model)?;
            app.0.models.release(&model.id);
            app.0.model_work.end(&model.id, None);
            app.tell_model(model);
            app.tell(Event::Tools { tools: app.tools() });
            Ok(app.model_info(model))
        })
        .await
    }

    fn model(&self, id: &str) -> Result<&Model, Error> {
        let unknown = || Error::unsuitable(format!("There is no model “{id}”."), "Open the list of models again.");
        self.0.models.registry().model(id).ok_or_else(unknown)
    }

    /// Begins work on a model, unless something is done with it already, and answers how it stands.
    async fn work(
        &self,
        id: String,
        kind: ModelWorkKind,
        work: impl FnOnce(&Self, &Model, &Told<'_>) -> Ended + Send + 'static,
    ) -> Result<ModelInfo, Error> {
        self.blocking(move |app| {
            let model = app.model(&id)?;
            let Some(stop) = app.0.model_work.begin(&id, kind, model.bytes) else { return Ok(app.model_info(model)) };
            let shown = app.model_info(model);
            app.tell_model(model);
            let (app, model) = (app.clone(), model.clone());
            tokio::task::spawn_blocking(move || {
                let asked = || stop.asked();
                let told = Told { app: &app, model: &model, stop: &asked, last: Cell::new(None) };
                let ended = work(&app, &model, &told);
                let note = ended.unwrap_or_else(|reason| Some(ModelNote::Failed { reason: plain(&reason) }));
                app.0.model_work.end(&model.id, note);
                if kind != ModelWorkKind::Verify {
                    app.0.models.release(&model.id);
                }
                app.tell_model(&model);
                app.tell(Event::Tools { tools: app.tools() });
            });
            Ok(shown)
        })
        .await
    }

    fn tell_model(&self, model: &Model) {
        self.tell(Event::Model { model: self.model_info(model) });
    }

    fn model_info(&self, model: &Model) -> ModelInfo {
        let (work, note) = self.0.model_work.of(&model.id);
        ModelInfo {
            id: model.id.clone(),
            name: model.name.clone(),
            tools: model.tools.clone(),
            source: model.source.to_string(),
            own_folder: matches!(model.source, Source::Folder(_)),
            bytes: model.bytes,
            memory: model.memory,
            speed: model.speed.clone(),
            licence: model.licence.clone(),
            commercial: model.commercial,
            settings: model.settings.iter().map(|(name, value)| (name.clone(), value.to_string())).collect(),
            disk: match self.0.models.library().state(model) {
                State::Absent => ModelDisk::Absent,
                State::Partial { bytes } => ModelDisk::Partial { bytes },
                State::Installed { bytes } => ModelDisk::Installed { bytes },
                State::Broken { file, reason } => ModelDisk::Broken { reason: format!("{file}: {reason}.") },
            },
            work,
            note,
        }
    }
}

/// Where models come from, by what is set.
fn download_options(settings: &Settings) -> Options {
    let mut options = Options { offline: settings.offline, ..Options::from_environment() };
    if let Some(mirror) = &settings.mirror {
        options.base.clone_from(mirror);
    }
    options
}

/// Hears how far work on a model is, tells it at a measured pace, and says whether it goes on.
struct Told<'a> {
    app: &'a App,
    model: &'a Model,
    stop: &'a dyn Fn() -> ControlFlow<()>,
    last: Cell<Option<Instant>>,
}

impl Told<'_> {
    fn tell(&self, change: impl FnOnce(&mut crate::api::ModelWork)) -> ControlFlow<()> {
        self.app.0.model_work.update(&self.model.id, change);
        if self.last.get().is_none_or(|last| last.elapsed() >= PACE) {
            self.last.set(Some(Instant::now()));
            self.app.tell_model(self.model);
        }
        (self.stop)()
    }

    fn fraction(&self, fraction: f64) -> ControlFlow<()> {
        self.tell(|work| work.bytes = (fraction * work.total as f64) as u64)
    }
}
