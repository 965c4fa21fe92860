//! Copies of several artifacts in one folder.

use std::fs;
use std::path::{Path, PathBuf};

use patchbay_store::numbered;

use crate::api::{SaveArtifacts, SavedAll};
use crate::app::App;
use crate::error::Error;
use crate::ingest::file_name;

impl App {
    /// Writes copies of artifacts into the folder that a person chose. What cannot be written stops nothing.
    pub async fn save_artifacts(&self, arguments: SaveArtifacts) -> Result<SavedAll, Error> {
        self.blocking(move |app| {
            let folder = PathBuf::from(&arguments.folder);
            if !folder.is_dir() {
                return Err(Error::unsuitable(
                    format!("“{}” is no folder.", arguments.folder),
                    "Choose a folder.",
                ));
            }
            let mut all = SavedAll {
                paths: Vec::new(),
                failed: Vec::new(),
            };
            for id in &arguments.artifacts {
                let artifact = app.store().artifact(id)?;
                let path = free(&folder, &file_name::sanitized(&artifact.name));
                let recipe = app.recipe_to_save(&artifact, None)?;
                match app.write_copy(&artifact, &path, recipe.as_ref()) {
                    Ok(()) => all.paths.push(path.to_string_lossy().into_owned()),
                    Err(error) => all.failed.push(format!("{}: {error}", artifact.name)),
                }
            }
            Ok(all)
        })
        .await
    }
}

/// The path of a name in a folder; where a file is there already, with the next number that is free.
fn free(folder: &Path, name: &str) -> PathBuf {
    let is_free = |path: &PathBuf| fs::symlink_metadata(path).is_err();
    let mut paths = numbered(name).map(|name| folder.join(name));
    paths.find(is_free).unwrap_or_else(|| folder.join(name))
}
