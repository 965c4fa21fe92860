//! One program at a time works on a model's folder.

use std::fs::{File, TryLockError};
use std::path::Path;

use super::LibraryError;

/// Held as long as a model's files are changed. The system lets go of it when the program ends,
/// however it ends.
pub(crate) struct Lock(#[expect(dead_code, reason = "the lock is held by the open file")] File);

impl Lock {
    /// Takes the lock of a model; [`LibraryError::Busy`] where another holds it. The file of the
    /// lock lies outside of the model's folder and stays, so that nobody can lock a file that is
    /// already removed.
    pub(crate) fn take(models: &Path, id: &str) -> Result<Self, LibraryError> {
        let folder = models.join(".locks");
        std::fs::create_dir_all(&folder).map_err(LibraryError::io("made", &folder))?;
        let path = folder.join(id);
        let file = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path);
        let file = file.map_err(LibraryError::io("written", &path))?;
        match file.try_lock() {
            Ok(()) => Ok(Self(file)),
            Err(TryLockError::WouldBlock) => Err(LibraryError::Busy {
                model: id.to_owned(),
            }),
            Err(TryLockError::Error(error)) => Err(LibraryError::io("locked", path)(error)),
        }
    }
}
