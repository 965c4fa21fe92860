//! Why a model could not be got.

use thiserror::Error;

use crate::models::library::LibraryError;

/// Why a model could not be got. What had come is kept, unless the error says that it was wrong.
#[derive(Debug, Error)]
pub enum DownloadError {
    /// Something about files on disk, or the person stopped it.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// The offline switch is on.
    #[error(
        "Patchbay is set to stay offline, and “{model}” is not complete on this computer. Allow downloads, or import the \
         model from a folder."
    )]
    Offline {
        /// The model's id.
        model: String,
    },
    /// The address of the hub or a mirror is none.
    #[error("“{address}” is not an address of models: it has to begin with https:// or http://.")]
    Address {
        /// The address that was given, without a password.
        address: String,
    },
    /// Nothing can be asked over the network at all.
    #[error("No secure connection can be prepared: {reason}")]
    Client {
        /// The system's reason, most often that it has no certificates.
        reason: String,
    },
    /// The server does not give the file.
    #[error("“{file}” could not be got: {address} answered {status}. {hint}")]
    Refused {
        /// The file's path in the registry.
        file: String,
        /// Who answered, without passwords and signatures.
        address: String,
        /// The status by number.
        status: u16,
        /// Advice on how to proceed.
        hint: &'static str,
    },
    /// The connection failed again and again.
    #[error(
        "“{file}” could not be got whole: {reason}. What came is kept; try again to go on from there."
    )]
    Connection {
        /// The file's path in the registry.
        file: String,
        /// The last failure.
        reason: String,
    },
    /// A redirect that is not followed.
    #[error(
        "“{file}” could not be got: {address} sends on {reason}. Use another address for models."
    )]
    Redirect {
        /// The file's path in the registry.
        file: String,
        /// Who sends on.
        address: String,
        /// The target, or why it is not followed.
        reason: String,
    },
    /// The file has another length than it should.
    #[error(
        "“{file}” is not the file that it should be: it should have {expected} bytes, and the server has {found}. Nothing of it is kept."
    )]
    Length {
        /// The file's path in the registry.
        file: String,
        /// Length by the registry or the hub, in bytes.
        expected: u64,
        /// Length that came or is announced, in bytes.
        found: u64,
    },
    /// The server does not say how long the file is, and it does not end.
    #[error(
        "“{file}” has no stated length and does not end after {limit} bytes. Use another address for models."
    )]
    Endless {
        /// The file's path in the registry.
        file: String,
        /// Number of bytes after which reading was given up.
        limit: u64,
    },
    /// The bytes are not the right ones.
    #[error(
        "“{file}” is not the file that it should be: its SHA-256 is {found} instead of {expected}. Nothing of it is kept; \
         try again, or use another address for models."
    )]
    Sum {
        /// The file's path in the registry.
        file: String,
        /// SHA-256 by the registry or the hub.
        expected: String,
        /// SHA-256 of what came, or that the hub announces.
        found: String,
    },
}

/// How an attempt failed.
pub(super) enum Failure {
    /// Trying again may help.
    Passing(DownloadError),
    /// It would not.
    Final(DownloadError),
}

impl From<LibraryError> for Failure {
    fn from(error: LibraryError) -> Self {
        Self::Final(error.into())
    }
}

impl From<DownloadError> for Failure {
    fn from(error: DownloadError) -> Self {
        Self::Final(error)
    }
}
