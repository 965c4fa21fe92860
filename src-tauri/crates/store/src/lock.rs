//! The lock by which one program alone has a folder open.

use std::fs::{File, TryLockError};
use std::path::Path;

use crate::error::StoreError;
use crate::private;

/// Held for as long as the store is open; the system lets go of it when the program ends in any
/// way. Both the file `lock` and the folder itself are locked: the file may be removed meanwhile,
/// and a second program would make and lock another one.
#[derive(Debug)]
pub(crate) struct FolderLock(Vec<File>);

impl FolderLock {
    /// Locks a folder.
    ///
    /// # Errors
    /// Another program has it open, or the lock cannot be written.
    pub(crate) fn of(folder: &Path) -> Result<Self, StoreError> {
        let path = folder.join("lock");
        let unwritable = |error: std::io::Error| StoreError::unwritable(folder, &path, &error);
        let in_use = || StoreError::InUse {
            folder: folder.to_owned(),
        };
        let file = private::make_file(&path).map_err(unwritable)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(in_use()),
            Err(TryLockError::Error(error)) => return Err(unwritable(error)),
        }
        let mut held = Self(vec![file]);
        if cfg!(unix)
            && let Ok(itself) = File::open(folder)
        {
            match itself.try_lock() {
                Ok(()) => held.0.push(itself),
                Err(TryLockError::WouldBlock) => return Err(in_use()),
                // Some network file systems know no locks of folders.
                Err(TryLockError::Error(error)) => {
                    tracing::debug!(%error, "the folder itself stays unlocked");
                }
            }
        }
        Ok(held)
    }
}

impl Drop for FolderLock {
    /// Closing the files is not enough: a program that another thread is just starting holds their
    /// descriptors for a moment.
    fn drop(&mut self) {
        for file in &self.0 {
            if let Err(error) = file.unlock() {
                tracing::warn!(%error, "the folder stays locked until the program ends");
            }
        }
    }
}

/// Whether no program has the store of a folder open; the folder has to hold one.
pub fn is_left(folder: &Path) -> bool {
    let path = folder.join("lock");
    let is_file = std::fs::symlink_metadata(&path).is_ok_and(|facts| facts.is_file());
    let Some(file) = is_file.then(|| File::open(&path).ok()).flatten() else {
        return false;
    };
    let is_free = file.try_lock().is_ok();
    if is_free && let Err(error) = file.unlock() {
        tracing::debug!(%error, "a lock that was only tried is held until the file is closed");
    }
    is_free
}

#[cfg(test)]
mod tests {
    use super::{FolderLock, is_left};
    use crate::{Store, StoreError};

    #[test]
    fn a_copy_of_the_locks_descriptor_does_not_keep_the_folder_in_use() {
        let folder = tempfile::tempdir().unwrap();
        let lock = FolderLock::of(folder.path()).unwrap();
        let _inherited: Vec<_> = lock
            .0
            .iter()
            .map(|file| file.try_clone().unwrap())
            .collect();
        assert!(!is_left(folder.path()));
        drop(lock);
        assert!(is_left(folder.path()));
        FolderLock::of(folder.path()).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_stays_locked_when_the_lock_file_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        std::fs::remove_file(folder.path().join("lock")).unwrap();
        let second = Store::open(folder.path());
        assert!(
            matches!(second, Err(StoreError::InUse { .. })),
            "{second:?}"
        );
        drop(store);
        Store::open(folder.path()).unwrap();
    }
}
