//! Copies of several artifacts in one folder, and how they are named.

use std::fs;
use std::path::{Path, PathBuf};

use jiff::Zoned;
use patchbay_store::{self as store, OriginValue, numbered};

use crate::api::{FileNames, NameArtifacts, SaveArtifacts, SavedAll};
use crate::app::App;
use crate::error::Error;
use crate::ingest::name_pattern::{FileFacts, NamePattern};

/// Artifacts that one was made from, one after the other, are followed no further than this.
const MOST_LINKS: usize = 64;

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
            let pattern = arguments.pattern.unwrap_or_default();
            let named = app.named(&arguments.artifacts, &pattern)?;
            let mut all = SavedAll {
                paths: Vec::new(),
                failed: Vec::new(),
            };
            for (artifact, name) in named {
                let path = free(&folder, &name);
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

    /// The names that copies of artifacts get by a pattern.
    pub async fn names_to_save(&self, arguments: NameArtifacts) -> Result<FileNames, Error> {
        self.blocking(move |app| {
            let named = app.named(&arguments.artifacts, &arguments.pattern)?;
            let names = named.into_iter().map(|(_, name)| name).collect();
            Ok(FileNames { names })
        })
        .await
    }

    /// Artifacts with the names of their copies.
    fn named(
        &self,
        ids: &[String],
        pattern: &str,
    ) -> Result<Vec<(store::Artifact, String)>, Error> {
        let pattern = NamePattern::read(pattern)?;
        let mut artifacts = Vec::with_capacity(ids.len());
        let mut facts = Vec::with_capacity(ids.len());
        for id in ids {
            let artifact = self.store().artifact(id)?;
            facts.push(FileFacts {
                name: artifact.name.clone(),
                source: self.source_of(&artifact)?,
                width: artifact.width,
                height: artifact.height,
            });
            artifacts.push(artifact);
        }
        let names = pattern.names(&facts, Zoned::now().date());
        Ok(artifacts.into_iter().zip(names).collect())
    }

    /// The name of the artifact that one was made from in the first place; its own where it was given.
    fn source_of(&self, artifact: &store::Artifact) -> Result<String, Error> {
        let mut source = artifact.clone();
        for _ in 0..MOST_LINKS {
            let store::Origin::Made { inputs, .. } = &source.origin else {
                break;
            };
            let before = inputs.iter().find_map(|input| match &input.value {
                OriginValue::Artifact(id) => Some(id.clone()),
                OriginValue::Words(_) => None,
            });
            let Some(before) = before else { break };
            source = self.store().artifact(&before)?;
        }
        Ok(source.name)
    }
}

/// The path of a name in a folder; where a file is there already, with the next number that is free.
fn free(folder: &Path, name: &str) -> PathBuf {
    let is_free = |path: &PathBuf| fs::symlink_metadata(path).is_err();
    let mut paths = numbered(name).map(|name| folder.join(name));
    paths.find(is_free).unwrap_or_else(|| folder.join(name))
}
