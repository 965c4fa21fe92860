//! Original places of given files on this computer: what is kept is a copy, and edits that are
//! handed over to other programs name the original.

use std::path::{Path, PathBuf};

use rusqlite::OptionalExtension;

use crate::error::StoreError;
use crate::store::Store;

impl Store {
    /// Remembers the file that a given artifact is a copy of. A path that is no text is left out.
    pub fn remember_source(&self, artifact: &str, path: &Path) -> Result<(), StoreError> {
        let Some(path) = path.to_str() else {
            return Ok(());
        };
        self.write(|transaction| {
            transaction.execute(
                "INSERT OR REPLACE INTO source_files (artifact, path) VALUES (?1, ?2)",
                (artifact, path),
            )?;
            Ok(())
        })
    }

    /// The file that a given artifact is a copy of, which may be gone by now; none where it came
    /// without one, as out of a browser.
    pub fn source(&self, artifact: &str) -> Result<Option<PathBuf>, StoreError> {
        self.read(|connection| {
            let path: Option<String> = connection
                .query_row(
                    "SELECT path FROM source_files WHERE artifact = ?1",
                    [artifact],
                    |row| row.get(0),
                )
                .optional()?;
            Ok(path.map(PathBuf::from))
        })
    }
}
