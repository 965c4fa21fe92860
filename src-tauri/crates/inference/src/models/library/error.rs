//! Errors with files on disk.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// Error with a model's files on disk.
#[derive(Debug, Error)]
pub enum LibraryError {
    /// The person stopped it.
    #[error("Stopped.")]
    Stopped,
    /// The system refused.
    #[error("{path} could not be {what}: {error}. Look whether the disk is full or write-protected.", path = path.display())]
    Io {
        /// The verb of what was to be done, as in “written”.
        what: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// A file is not what it has to be.
    #[error("{path} cannot be used: {reason}", path = path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Description of the problem.
        reason: String,
    },
    /// Files are those of another network.
    #[error(transparent)]
    Network(#[from] crate::InferenceError),
    /// A folder to import from lacks a file.
    #[error("The folder {folder} has no “{file}”, which “{model}” needs.", folder = folder.display())]
    Lacks {
        /// The folder.
        folder: PathBuf,
        /// The file's path in the registry.
        file: String,
        /// The model's id.
        model: String,
    },
    /// Another program works on the model.
    #[error(
        "“{model}” is being got or removed by another Patchbay. Wait until that is done, or stop it."
    )]
    Busy {
        /// The model's id.
        model: String,
    },
    /// The model lies in a folder of the person's own, which is left as it is.
    #[error("“{model}” lies in your own folder {folder}; Patchbay only reads there.", folder = folder.display())]
    OwnFolder {
        /// The model's id.
        model: String,
        /// The folder.
        folder: PathBuf,
    },
    /// The disk has too little room.
    #[error(
        "{needed} are needed in {folder}, and {free} are free. Make room, or choose another folder for models.",
        needed = crate::size(*needed), folder = folder.display(), free = crate::size(*free)
    )]
    Space {
        /// Bytes needed.
        needed: u64,
        /// Bytes free.
        free: u64,
        /// The folder of models.
        folder: PathBuf,
    },
}

impl LibraryError {
    /// For `map_err`: something that the system refused.
    pub(crate) fn io(
        what: &'static str,
        path: impl Into<PathBuf>,
    ) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |error| Self::Io { what, path, error }
    }
}
