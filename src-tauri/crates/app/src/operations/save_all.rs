//! Copies of several artifacts in one folder.

use std::fs;
use std::path::{Path, PathBuf};

use crate::api::{SaveArtifacts, SavedAll};
use crate::app::App;
use crate::error::Error;

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
                let path = free(&folder, &artifact.name);
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
    let path = folder.join(name);
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let numbered = |number: usize| {
        let mut name = format!("{stem} ({number})");
        if let Some(ending) = path.extension() {
            name.push('.');
            name.push_str(&ending.to_string_lossy());
        }
        folder.join(name)
    };
    let is_free = |path: &PathBuf| fs::symlink_metadata(path).is_err();
    let all = std::iter::once(path.clone()).chain((2..).map(numbered));
    all.into_iter()
        .find(is_free)
        .unwrap_or_else(|| path.clone())
}
