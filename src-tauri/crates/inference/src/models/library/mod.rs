//! Which models are on disk: `<folder>/<id>/<files>`, with a manifest that says what was got.
//!
//! A file is written under another name and moved into place when it is whole and right; its line
//! in the manifest comes after that. So what the manifest names was whole once, whenever the
//! program or the computer stopped.

mod error;
mod files;
mod import;
mod lock;
mod manifest;
mod state;
mod verify;

pub use error::LibraryError;
pub use state::State;
pub use verify::Verified;

pub(crate) use files::{PIECE, check, digits, part, part_facts, remove, size, sum};
pub(crate) use lock::Lock;
pub(crate) use manifest::{Agreed, Got, Manifest};

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

pub use crate::models::registry::MANIFEST;
use crate::models::registry::{FileEntry, Model, Source};

/// A folder of models.
#[derive(Debug, Clone)]
pub struct Library {
    folder: PathBuf,
    free: fn(&Path) -> io::Result<u64>,
}

impl Library {
    /// The models in `folder`, which is made when the first comes.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
            free: |folder| fs4::available_space(folder),
        }
    }

    /// The same with another way to tell how many bytes are free, for tests of what happens when
    /// there are too few.
    #[must_use]
    pub fn with_free_space(self, free: fn(&Path) -> io::Result<u64>) -> Self {
        Self { free, ..self }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The folder that holds a model's files.
    pub fn model_folder(&self, model: &Model) -> PathBuf {
        match &model.source {
            Source::Hub { .. } => self.folder.join(&model.id),
            Source::Folder(folder) => folder.clone(),
        }
    }

    /// Returns the path of a model's file, whether or not it is there.
    pub fn path(&self, model: &Model, file: &FileEntry) -> PathBuf {
        self.model_folder(model).join(&file.path)
    }

    /// Removes a model with all that came of it. A person's own folder is refused.
    pub fn remove(&self, model: &Model) -> Result<(), LibraryError> {
        let folder = self.changeable(model)?;
        if !folder.exists() {
            return Ok(());
        }
        let _lock = Lock::take(&self.folder, &model.id)?;
        // First, so that what is removed by half never passes for installed.
        remove(&folder.join(MANIFEST))?;
        std::fs::remove_dir_all(&folder).map_err(LibraryError::io("removed", folder))
    }

    /// A model's folder, where it may be changed.
    pub(crate) fn changeable(&self, model: &Model) -> Result<PathBuf, LibraryError> {
        match &model.source {
            Source::Hub { .. } => Ok(self.folder.join(&model.id)),
            Source::Folder(folder) => Err(LibraryError::OwnFolder {
                model: model.id.clone(),
                folder: folder.clone(),
            }),
        }
    }

    /// Refuses work that needs more bytes than are free. What the system does not tell is not held
    /// against it.
    pub(crate) fn check_space(&self, needed: u64) -> Result<(), LibraryError> {
        match (self.free)(&self.folder) {
            Ok(free) if free < needed => Err(LibraryError::Space {
                needed,
                free,
                folder: self.folder.clone(),
            }),
            _ => Ok(()),
        }
    }

    /// Moves a part whose sum was checked into place and puts it into the manifest. A part that is
    /// not the kind of file that its name says is thrown away.
    pub(crate) fn settle(
        &self,
        model: &Model,
        file: &FileEntry,
        got: Got,
    ) -> Result<(), LibraryError> {
        let folder = self.model_folder(model);
        let path = folder.join(&file.path);
        let part = part(&path);
        if let Err(error) = check(&part, &file.path) {
            remove(&part)?;
            remove(&part_facts(&path))?;
            return Err(error);
        }
        File::open(&part)
            .and_then(|file| file.sync_all())
            .map_err(LibraryError::io("written", &part))?;
        std::fs::rename(&part, &path).map_err(LibraryError::io("moved into place", &path))?;
        if let Some(parent) = path.parent() {
            files::sync_folder(parent)?;
        }
        let mut manifest = Manifest::read(&folder, &model.source);
        manifest.files.insert(file.path.clone(), got);
        manifest.write(&folder)?;
        remove(&part_facts(&path))
    }
}
