//! The operations on local models: which there are, getting them, and looking after those on disk.
//!
//! Getting, verifying and importing take long: each goes on by itself (see `sessions::model_jobs`).

use std::path::Path;

use patchbay_inference::Watch;
use patchbay_inference::download::{self, DownloadError, Options};
use patchbay_inference::library::{Library, LibraryError};
use patchbay_inference::registry::Model;

use crate::api::{
    AddModel, ImportModel, ModelId, ModelInfo, ModelList, ModelNote, ModelWorkKind, Nothing,
    Settings,
};
use crate::app::App;
use crate::error::Error;
use crate::sessions::model_jobs::{JobEnd, ProgressThrottle};

impl App {
    /// The models that there are and how they stand.
    pub async fn models(&self, _: Nothing) -> Result<ModelList, Error> {
        self.blocking(|app| {
            let models = app.models_on_disk();
            Ok(ModelList {
                models: models
                    .registry()
                    .models()
                    .map(|model| app.model_jobs().info(model))
                    .collect(),
                folder: models.library().folder().display().to_string(),
                device: models.device_reason().to_owned(),
                problems: models.errors().iter().map(ToString::to_string).collect(),
            })
        })
        .await
    }

    /// Begins to get a model, or what is missing of it; events tell how it goes on.
    pub async fn get_model(&self, arguments: ModelId) -> Result<ModelInfo, Error> {
        let options = self
            .blocking(|app| Ok(download_options(&app.settings()?)))
            .await?;
        self.start_job(
            arguments.model,
            ModelWorkKind::Get,
            move |library, model, throttle| {
                let report = |progress: &download::Progress| {
                    throttle.update(|work| {
                        (work.bytes, work.total) = (progress.bytes, progress.total);
                        (work.speed, work.seconds_left) = (progress.speed, progress.seconds_left);
                    })
                };
                match download::get(library, model, &options, &report) {
                    Ok(()) | Err(DownloadError::Library(LibraryError::Stopped)) => Ok(None),
                    Err(error) => Err(error.to_string()),
                }
            },
        )
        .await
    }

    /// Begins to read a model through; events tell what was found.
    pub async fn verify_model(&self, arguments: ModelId) -> Result<ModelInfo, Error> {
        self.start_job(
            arguments.model,
            ModelWorkKind::Verify,
            |library, model, throttle| {
                let report = |fraction| throttle.fraction(fraction);
                match library.verify(model, &Watch::new(&report)) {
                    Err(LibraryError::Stopped) => Ok(None),
                    Err(error) => Err(error.to_string()),
                    Ok(files) => match files
                        .iter()
                        .find_map(|file| Some((&file.path, file.wrong.as_ref()?)))
                    {
                        Some((path, reason)) => {
                            Err(format!("“{path}” is wrong: {reason}. Get the model again."))
                        }
                        None => Ok(Some(ModelNote::Verified)),
                    },
                }
            },
        )
        .await
    }

    /// Begins to take a model in from a folder of this computer.
    pub async fn import_model(&self, arguments: ImportModel) -> Result<ModelInfo, Error> {
        self.start_job(
            arguments.model,
            ModelWorkKind::Import,
            move |library, model, throttle| {
                let report = |fraction| throttle.fraction(fraction);
                match library.import(model, Path::new(&arguments.folder), &Watch::new(&report)) {
                    Ok(()) | Err(LibraryError::Stopped) => Ok(None),
                    Err(error) => Err(error.to_string()),
                }
            },
        )
        .await
    }

    /// Pauses work on a model. What came is kept, and getting it goes on from there.
    pub async fn stop_model(&self, arguments: ModelId) -> Result<ModelInfo, Error> {
        self.blocking(move |app| {
            let model = app.model(&arguments.model)?;
            app.model_jobs().stop(&model.id);
            Ok(app.model_jobs().info(model))
        })
        .await
    }

    /// Adds the language model in a file of this computer, which stays where it is.
    pub async fn add_model(&self, arguments: AddModel) -> Result<ModelInfo, Error> {
        self.blocking(move |app| {
            let models = app.models_on_disk();
            let folder = models.library().folder();
            let file = Path::new(&arguments.file);
            let model = models.registry().add_file(folder, file)?;
            app.model_jobs().emit_tools();
            Ok(app.model_jobs().info(model))
        })
        .await
    }

    /// Removes a model from this computer, or what came of it; of one that was added the file stays.
    pub async fn remove_model(&self, arguments: ModelId) -> Result<ModelInfo, Error> {
        self.blocking(move |app| {
            let model = app.model(&arguments.model)?;
            app.model_jobs().stop(&model.id);
            let (models, library) = (app.models_on_disk(), app.models_on_disk().library());
            if model.is_added {
                models.registry().forget(library.folder(), model)?;
            } else {
                library.remove(model)?;
            }
            app.model_jobs().forget(model);
            Ok(app.model_jobs().info(model))
        })
        .await
    }

    fn model(&self, id: &str) -> Result<&Model, Error> {
        let unknown = || {
            Error::unsuitable(
                format!("There is no model “{id}”."),
                "Open the list of models again.",
            )
        };
        self.models_on_disk()
            .registry()
            .model(id)
            .ok_or_else(unknown)
    }

    async fn start_job(
        &self,
        id: String,
        kind: ModelWorkKind,
        work: impl FnOnce(&Library, &Model, &ProgressThrottle<'_>) -> JobEnd + Send + 'static,
    ) -> Result<ModelInfo, Error> {
        self.blocking(move |app| Ok(app.model_jobs().start(app.model(&id)?, kind, work)))
            .await
    }
}

/// Returns the options by which models are downloaded under these settings.
fn download_options(settings: &Settings) -> Options {
    let mut options = Options {
        offline: settings.offline,
        ..Options::from_environment()
    };
    if let Some(mirror) = &settings.mirror {
        options.base.clone_from(mirror);
    }
    options
}
