//! Looks into a model's files again: whether they are still what was got.

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::{Library, LibraryError, Manifest, check, digits, size, sum};
use crate::Watch;
use crate::models::registry::{FileEntry, Model};

/// Result of verifying a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Verified {
    /// Its path in the registry.
    pub path: String,
    /// Its SHA-256, where it could be read.
    pub sha256: Option<String>,
    /// Description of the problem; none if the file is right.
    pub wrong: Option<String>,
}

impl Library {
    /// Reads every file of a model through and says of each whether it is what was got and what the
    /// registry says.
    pub fn verify(&self, model: &Model, watch: &Watch<'_>) -> Result<Vec<Verified>, LibraryError> {
        let manifest = Manifest::read(&self.model_folder(model), &model.source);
        let sizes = model
            .files
            .iter()
            .map(|file| size(&self.path(model, file)).unwrap_or(0));
        let all = sizes.sum::<u64>() as usize;
        let mut done = 0;
        let mut report = |bytes| {
            done += bytes;
            watch.at(done, all).map_err(|_| LibraryError::Stopped)
        };
        model
            .files
            .iter()
            .map(|file| self.verify_file(model, file, &manifest, &mut report))
            .collect()
    }

    fn verify_file(
        &self,
        model: &Model,
        file: &FileEntry,
        manifest: &Manifest,
        report: &mut dyn FnMut(usize) -> Result<(), LibraryError>,
    ) -> Result<Verified, LibraryError> {
        let path = self.path(model, file);
        let said = |sha256, wrong| Verified {
            path: file.path.clone(),
            sha256,
            wrong,
        };
        let mut found = Sha256::new();
        match sum(&path, &mut found, report) {
            Ok(()) => {}
            Err(LibraryError::Io { error, .. }) => {
                return Ok(said(None, Some(format!("it cannot be read: {error}"))));
            }
            Err(error) => return Err(error),
        }
        let found = digits(found);
        let known = file
            .sha256
            .as_ref()
            .or(manifest.files.get(&file.path).map(|got| &got.sha256));
        let wrong = match known {
            Some(known) if *known != found => {
                Some(format!("its SHA-256 is {found}, where {known} was got"))
            }
            // A person's own file, or one that came in without being noted.
            None => match check(&path, &file.path) {
                Err(LibraryError::File { reason, .. }) => Some(reason),
                other => {
                    other?;
                    None
                }
            },
            Some(_) => None,
        };
        Ok(said(Some(found), wrong))
    }
}
