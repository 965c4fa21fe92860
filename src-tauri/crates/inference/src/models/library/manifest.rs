//! Manifest of downloads: a file beside a model's files that says of each how it was when it was
//! checked.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::LibraryError;
use crate::models::registry::{MANIFEST, Source};

/// Files of a model that were got. Written anew, and moved into place, after each file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Manifest {
    /// The source that the registry named then.
    pub(crate) source: String,
    /// By the path in the registry.
    pub(crate) files: BTreeMap<String, Got>,
}

/// A file as it was got.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Got {
    /// In bytes.
    pub(crate) size: u64,
    /// In small hexadecimal digits.
    pub(crate) sha256: String,
    /// Whose SHA-256 it agreed with.
    pub(crate) agreed: Agreed,
}

/// Whose word a file's SHA-256 agreed with when it was got.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Agreed {
    /// The registry's.
    Registry,
    /// The hub's.
    Hub,
    /// Nobody knew it: later changes are seen, but what came was not compared.
    Nobody,
}

impl Manifest {
    /// The manifest of a model's folder, an empty one where there is none that can be read.
    pub(crate) fn read(folder: &Path, source: &Source) -> Self {
        let read = std::fs::read(folder.join(MANIFEST))
            .ok()
            .and_then(|bytes| serde_json::from_slice(&bytes).ok());
        read.unwrap_or_else(|| Self {
            source: source.to_string(),
            files: BTreeMap::new(),
        })
    }

    /// Puts it into place: whole or not at all.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), LibraryError> {
        let path = folder.join(MANIFEST);
        let part = folder.join("manifest.json.part");
        let bytes = serde_json::to_vec_pretty(self).unwrap_or_default();
        let written = File::create(&part)
            .and_then(|mut file| file.write_all(&bytes).and_then(|()| file.sync_all()));
        written.map_err(LibraryError::io("written", &part))?;
        std::fs::rename(&part, &path).map_err(LibraryError::io("moved into place", &path))?;
        super::files::sync_folder(folder)
    }
}
