//! Errors of the store, in sentences for people.

use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;
use thiserror::Error;

/// Why the store did not do what it was asked. Nothing that was kept before is touched by an error.
#[derive(Debug, Error)]
pub enum StoreError {
    /// No room left on the disk that holds the store.
    #[error(
        "The disk is full, so this could not be kept in {}. Everything kept before is still there; free some space and try again.",
        folder.display()
    )]
    Full {
        /// The store's folder.
        folder: PathBuf,
    },
    /// Another program has the folder open.
    #[error("Patchbay is already open with {}. Close the other window, or choose another folder.", folder.display())]
    InUse {
        /// The store's folder.
        folder: PathBuf,
    },
    /// A file that was to be taken in cannot be read.
    #[error("“{name}” cannot be read: {reason}. Was it moved or deleted?")]
    Unreadable {
        /// The file, as the person knows it.
        name: String,
        /// The system's reason.
        reason: String,
    },
    /// A file or folder cannot be written.
    #[error("{} cannot be written: {reason}.", path.display())]
    Unwritable {
        /// The file or folder.
        path: PathBuf,
        /// The system's reason.
        reason: String,
    },
    /// The place for a copy holds something else than an ordinary file.
    #[error(
        "{} is a link, a folder, a device or a pipe, and only ordinary files are replaced. Choose another name.",
        path.display()
    )]
    NotReplaced {
        /// The place.
        path: PathBuf,
    },
    /// The artifact was deleted and is erased.
    #[error(
        "“{name}” was deleted more than 30 days ago and is not on this computer any more. Add the file again."
    )]
    Erased {
        /// The artifact's name.
        name: String,
    },
    /// The database answered with an error.
    #[error("The database in {} did not work: {reason}.", folder.display())]
    Database {
        /// The store's folder.
        folder: PathBuf,
        /// The database's reason.
        reason: String,
    },
    /// The folder was written by a newer Patchbay.
    #[error("{} was made by a newer Patchbay. Update Patchbay to open it.", folder.display())]
    TooNew {
        /// The store's folder.
        folder: PathBuf,
    },
    /// There is nothing of that id.
    #[error("There is no {what} with the id {id:?}.")]
    NotFound {
        /// The word for it in a sentence: `conversation`, `turn`, `run`, `thing` or `asset`.
        what: &'static str,
        /// The id that was asked for.
        id: String,
    },
    /// Not the id of an asset.
    #[error("{id:?} is not the id of an asset: 64 hexadecimal digits are expected.")]
    MalformedId {
        /// The text that was given as an id.
        id: String,
    },
    /// An asset's bytes are no longer those that were kept.
    #[error("{} is damaged: its content is not what was kept. Restore it from a backup, or add the file again.", path.display())]
    Damaged {
        /// The asset's file.
        path: PathBuf,
    },
}

impl StoreError {
    /// An error of reading a file that is to be taken in.
    pub(crate) fn unreadable(name: &str, error: &io::Error) -> Self {
        Self::Unreadable {
            name: name.to_owned(),
            reason: error.to_string(),
        }
    }

    /// An error of writing below the store's folder.
    pub(crate) fn unwritable(folder: &Path, path: &Path, error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::StorageFull
            | io::ErrorKind::QuotaExceeded
            | io::ErrorKind::FileTooLarge => Self::Full {
                folder: folder.to_owned(),
            },
            _ => Self::Unwritable {
                path: path.to_owned(),
                reason: error.to_string(),
            },
        }
    }

    /// An error of the database.
    pub(crate) fn database(folder: &Path, error: &rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Self::Full {
                folder: folder.to_owned(),
            },
            _ => Self::Database {
                folder: folder.to_owned(),
                reason: error.to_string(),
            },
        }
    }
}
