//! Facts about a part that lies on disk, so that another attempt, or another run of the program,
//! can go on from it.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::models::library::{LibraryError, part, part_facts, remove, size};

/// Server's facts about the whole file when the part was begun.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Facts {
    /// The entity tag of who sent the bytes, as it was written.
    pub(super) etag: Option<String>,
    /// The whole file's length in bytes.
    pub(super) size: Option<u64>,
    /// The whole file's SHA-256, by the hub.
    pub(super) sha256: Option<String>,
}

impl Facts {
    /// Reads the facts about the part of a file, and how much of it there is. A part without facts,
    /// or one that is longer than the file, is thrown away.
    pub(super) fn read(path: &Path) -> Result<(Self, u64), LibraryError> {
        let read = std::fs::read(part_facts(path))
            .ok()
            .and_then(|bytes| serde_json::from_slice::<Self>(&bytes).ok());
        let length = size(&part(path)).unwrap_or(0);
        match read {
            Some(facts) if facts.size.is_none_or(|size| length <= size) => Ok((facts, length)),
            _ => {
                discard(path)?;
                Ok((Self::default(), 0))
            }
        }
    }

    /// Puts it beside the part, whole or not at all.
    pub(super) fn write(&self, path: &Path) -> Result<(), LibraryError> {
        let target = part_facts(path);
        let passing = target.with_extension("json.new");
        let bytes = serde_json::to_vec(self).unwrap_or_default();
        let written =
            std::fs::write(&passing, bytes).and_then(|()| std::fs::rename(&passing, &target));
        written.map_err(LibraryError::io("written", target))
    }

    /// The tag to ask with for the rest of the same bytes; weak ones promise no such thing.
    pub(super) fn strong_etag(&self) -> Option<&str> {
        self.etag.as_deref().filter(|tag| tag.starts_with('"'))
    }
}

/// Throws a part away.
pub(super) fn discard(path: &Path) -> Result<(), LibraryError> {
    remove(&part(path))?;
    remove(&part_facts(path))
}
