//! The operations on artifacts: taking them in, changing them, saving copies, and how they came
//! about.

use std::path::{Path, PathBuf};

use patchbay_domain::Resource;
use patchbay_store::{self as store, Origin};

use crate::api::{
    Artifact, ArtifactId, ImportFile, ImportText, Paths, ProvenanceStep, RenameArtifact,
    SaveArtifact, Saved,
};
use crate::app::App;
use crate::error::Error;
use crate::ingest::recipe_file::Written;
use crate::ingest::{file_name, folder, import};
use crate::present::subtitles::{as_web_vtt, is_sub_rip};
use crate::present::{provenance, resource};
use crate::sessions::announce;

impl App {
    /// Takes in a copy of a file of this computer.
    pub async fn import_file(&self, arguments: ImportFile) -> Result<Artifact, Error> {
        self.import_path(arguments.conversation, PathBuf::from(arguments.path))
            .await
    }

    /// The files of paths: in place of a folder the pictures, sounds and videos in it.
    pub async fn list_files(&self, arguments: Paths) -> Result<Paths, Error> {
        let paths = arguments.paths.into_iter().map(PathBuf::from).collect();
        let files = self.files_in(paths).await?;
        let words = |path: PathBuf| path.to_string_lossy().into_owned();
        Ok(Paths {
            paths: files.into_iter().map(words).collect(),
        })
    }

    /// The same for any paths that the system has, be they text or not.
    pub async fn files_in(&self, paths: Vec<PathBuf>) -> Result<Vec<PathBuf>, Error> {
        self.blocking(move |_| folder::files(&paths)).await
    }

    /// Refuses more files than can be taken at once, wherever they were named.
    pub fn check_count(&self, files: usize) -> Result<(), Error> {
        if files > folder::MOST_FILES {
            Err(folder::too_many())
        } else {
            Ok(())
        }
    }

    /// Takes in a copy of a file at any path that the system has, be it text or not.
    pub async fn import_path(
        &self,
        conversation: String,
        path: PathBuf,
    ) -> Result<Artifact, Error> {
        self.blocking(move |app| app.given(&import::file(app.store(), &conversation, &path)?))
            .await
    }

    /// A folder for a file on its way in; [`App::import_upload`] takes it from there.
    pub fn upload_folder(&self) -> PathBuf {
        self.store().scratch()
    }

    /// Takes over a file that a front wrote to `path` below [`App::upload_folder`]. The caller
    /// removes it where this fails.
    pub async fn import_upload(
        &self,
        conversation: String,
        name: String,
        path: PathBuf,
    ) -> Result<Artifact, Error> {
        self.blocking(move |app| {
            app.given(&import::upload(app.store(), &conversation, &name, &path)?)
        })
        .await
    }

    /// Takes in words.
    pub async fn import_text(&self, arguments: ImportText) -> Result<Artifact, Error> {
        self.blocking(move |app| {
            let ImportText {
                conversation,
                text,
                name,
            } = arguments;
            app.given(&import::text(app.store(), &conversation, &name, text)?)
        })
        .await
    }

    /// Makes ready what was just taken in, and tells fronts of it.
    fn given(&self, artifact: &store::Artifact) -> Result<Artifact, Error> {
        if self.options().prepare_images {
            self.segmentation().prefetch(artifact);
        }
        self.changed(artifact)
    }

    /// Tells fronts how an artifact is now.
    pub(super) fn changed(&self, artifact: &store::Artifact) -> Result<Artifact, Error> {
        announce::artifact(artifact, self.store(), &self.toolbox(), self.events())
    }

    /// Gives an artifact another name.
    pub async fn rename_artifact(&self, arguments: RenameArtifact) -> Result<Artifact, Error> {
        self.blocking(move |app| {
            if arguments.name.trim().is_empty() {
                return Err(Error::NoName);
            }
            app.changed(
                &app.store()
                    .rename_artifact(&arguments.artifact, &file_name::sanitized(&arguments.name))?,
            )
        })
        .await
    }

    /// Takes an artifact out of its conversation.
    pub async fn delete_artifact(&self, arguments: ArtifactId) -> Result<Artifact, Error> {
        self.blocking(move |app| app.changed(&app.store().delete_artifact(&arguments.artifact)?))
            .await
    }

    /// Takes back that an artifact was deleted.
    pub async fn restore_artifact(&self, arguments: ArtifactId) -> Result<Artifact, Error> {
        self.blocking(move |app| app.changed(&app.store().restore_artifact(&arguments.artifact)?))
            .await
    }

    /// Writes a copy of an artifact to the file that a person chose.
    pub async fn save_artifact(&self, arguments: SaveArtifact) -> Result<Saved, Error> {
        self.blocking(move |app| {
            let path = PathBuf::from(arguments.path);
            let artifact = app.store().artifact(&arguments.artifact)?;
            let recipe = app.recipe_to_save(&artifact, arguments.recipe)?;
            app.write_copy(&artifact, &path, recipe.as_ref())?;
            Ok(Saved {
                path: path.to_string_lossy().into_owned(),
                is_first_without_recipe: app
                    .is_first_without_recipe(&artifact, arguments.recipe)?,
            })
        })
        .await
    }

    /// Writes an artifact to a file: its asset, or its words.
    pub(super) fn write_copy(
        &self,
        artifact: &store::Artifact,
        path: &Path,
        recipe: Option<&Written>,
    ) -> Result<(), Error> {
        let value = resource::value(artifact);
        let is_web_vtt = path
            .extension()
            .is_some_and(|ending| ending.eq_ignore_ascii_case("vtt"));
        let words = value.as_ref().and_then(Resource::as_text);
        let converted = words
            .filter(|words| is_web_vtt && is_sub_rip(words))
            .map(|words| as_web_vtt(&words));
        let asset = match (converted, &artifact.asset, value) {
            (Some(words), ..) => {
                self.store()
                    .import_reader(words.as_bytes(), &artifact.name)?
                    .id
            }
            (None, Some(asset), _) => asset.clone(),
            (None, None, Some(value)) => {
                let words = match value.as_text() {
                    Some(words) => words,
                    None => {
                        serde_json::to_string_pretty(&value).map_err(|error| Error::Internal {
                            reason: error.to_string(),
                        })?
                    }
                };
                self.store()
                    .import_reader(words.as_bytes(), &artifact.name)?
                    .id
            }
            (None, None, None) => {
                return Err(Error::NothingToSave {
                    name: artifact.name.clone(),
                });
            }
        };
        self.store().export(&asset, path, |copy| {
            if let Some(recipe) = recipe {
                recipe.write(copy, &artifact.name);
            }
        })?;
        Ok(())
    }

    /// The chain that made an artifact, from what was given to the artifact itself.
    pub async fn provenance(&self, arguments: ArtifactId) -> Result<Vec<ProvenanceStep>, Error> {
        self.blocking(move |app| {
            let chain = app.store().provenance(&arguments.artifact)?;
            let step = |artifact: &store::Artifact| {
                let run = match &artifact.origin {
                    Origin::Made { run, .. } => Some(app.store().run(run)?),
                    Origin::Given => None,
                };
                Ok(provenance::step(
                    artifact,
                    &chain,
                    run.as_ref(),
                    &app.toolbox(),
                ))
            };
            chain.iter().map(step).collect()
        })
        .await
    }
}
