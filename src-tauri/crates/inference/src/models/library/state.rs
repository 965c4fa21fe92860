//! How a model stands on disk, as far as names and sizes tell.

use serde::Serialize;

use super::{Library, Manifest, part, size};
use crate::models::registry::{Model, Source};

/// How a model stands on disk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "state", rename_all = "lowercase")]
pub enum State {
    /// Nothing of it is there.
    Absent,
    /// A part of it is there; getting it goes on from there.
    Partial {
        /// The bytes that are there.
        bytes: u64,
    },
    /// All of its files are there, each as large as when it was got.
    Installed {
        /// The bytes of all files.
        bytes: u64,
    },
    /// It was whole and no longer is.
    Broken {
        /// The path of the first file that is wrong.
        file: String,
        /// Description of the problem.
        reason: String,
    },
}

impl Library {
    /// How a model stands, by its manifest and the sizes of its files. [`Library::verify`] looks
    /// into them.
    pub fn state(&self, model: &Model) -> State {
        let folder = self.model_folder(model);
        if let Source::Folder(_) = model.source {
            return own(self, model);
        }
        let manifest = Manifest::read(&folder, &model.source);
        let (mut bytes, mut whole, mut broken) = (0, true, None);
        for file in &model.files {
            let path = folder.join(&file.path);
            let there = size(&path);
            bytes += there.unwrap_or(0) + size(&part(&path)).unwrap_or(0);
            let Some(got) = manifest.files.get(&file.path) else {
                whole = false;
                continue;
            };
            let reason = if manifest.source != model.source.to_string() {
                format!(
                    "it came from {}; the registry names {} now",
                    manifest.source, model.source
                )
            } else if file.sha256.as_ref().is_some_and(|sum| *sum != got.sha256) {
                "the registry names another version of it now".to_owned()
            } else if there.is_none() {
                "it is no longer there".to_owned()
            } else if there != Some(got.size) {
                format!("it has {} bytes and had {}", there.unwrap_or(0), got.size)
            } else {
                continue;
            };
            broken.get_or_insert((file.path.clone(), reason));
        }
        match broken {
            Some((file, reason)) => State::Broken { file, reason },
            None if whole => State::Installed { bytes },
            None if bytes > 0 => State::Partial { bytes },
            None => State::Absent,
        }
    }
}

/// A person's own folder: what the registry says of its files is all that is known.
fn own(library: &Library, model: &Model) -> State {
    let mut bytes = 0;
    for file in &model.files {
        let found = size(&library.path(model, file));
        let reason = match (found, file.size) {
            (None, _) => format!("it is not in {}", library.model_folder(model).display()),
            (Some(found), Some(size)) if found != size => {
                format!("it has {found} bytes, and the registry says {size}")
            }
            (Some(found), _) => {
                bytes += found;
                continue;
            }
        };
        return State::Broken {
            file: file.path.clone(),
            reason,
        };
    }
    State::Installed { bytes }
}
