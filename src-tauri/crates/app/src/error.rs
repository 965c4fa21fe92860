//! Everything that an operation can fail with. `present::error` makes of it what fronts get.

use patchbay_inference::library::LibraryError;
use patchbay_media::MediaError;
use patchbay_store::StoreError;
use patchbay_tool_api::ToolError;
use thiserror::Error;

/// Why an operation did not do what it was asked.
#[derive(Debug, Error)]
pub enum Error {
    /// Keeping or finding something failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A media file could not be read.
    #[error(transparent)]
    Media(#[from] MediaError),
    /// A model could not be changed.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// No operation has that name.
    #[error("There is no operation called “{name}”.")]
    UnknownOperation {
        /// The name.
        name: String,
    },
    /// The arguments are not what the operation takes.
    #[error("“{operation}” was called with arguments that it does not take: {reason}.")]
    BadArguments {
        /// The operation.
        operation: String,
        /// Reason why they are refused.
        reason: String,
    },
    /// The request cannot be carried out on this thing, or not now.
    #[error("{message}")]
    Unsuitable {
        /// Explanation of the failure, in a sentence.
        message: String,
        /// Advice on how to proceed.
        hint: &'static str,
    },
    /// The turn still runs.
    #[error("It still runs.")]
    StillRuns,
    /// A name has no letter.
    #[error("A name needs at least one letter.")]
    NoName,
    /// Nothing was pointed at.
    #[error("Nothing was pointed at.")]
    NothingPointedAt,
    /// Nothing is left of a region.
    #[error("Nothing is left of the region.")]
    NothingLeft,
    /// What is pointed at is no picture.
    #[error("“{name}” is not a picture.")]
    NotAPicture {
        /// Name of the artifact.
        name: String,
    },
    /// More files than can be taken at once.
    #[error("Those are more than {most} files, the most that can be taken at once.")]
    TooManyFiles {
        /// Maximum number of files.
        most: usize,
    },
    /// A folder holds more than can be looked through.
    #[error("“{name}” holds too many files to look through.")]
    FolderTooLarge {
        /// Name of the folder.
        name: String,
    },
    /// A folder holds no media.
    #[error("There are no pictures, sounds or videos in “{name}”.")]
    FolderWithoutMedia {
        /// Name of the folder.
        name: String,
    },
    /// A folder is not there.
    #[error("“{name}” is not there, or is no folder.")]
    FolderMissing {
        /// Name of the folder.
        name: String,
    },
    /// A folder is watched with the same recipe already.
    #[error("“{name}” is watched with this recipe already.")]
    WatchedAlready {
        /// Name of the folder.
        name: String,
    },
    /// What is written into a folder would be taken as new files of a watched one.
    #[error("What is written into “{output}” would be taken as new files of “{name}” again.")]
    WouldGoRound {
        /// Name of the watched folder.
        name: String,
        /// Name of the folder that is written into.
        output: String,
    },
    /// A recipe does not begin with one file.
    #[error("“{name}” does not begin with one file, so it cannot be followed with each new one.")]
    TakesNotOneFile {
        /// Name of the recipe.
        name: String,
    },
    /// A text holds no words.
    #[error("“{name}” holds no words.")]
    NoWords {
        /// Name of the text.
        name: String,
    },
    /// An artifact holds nothing that can be saved.
    #[error("“{name}” holds nothing to save.")]
    NothingToSave {
        /// Name of the artifact.
        name: String,
    },
    /// A newer prompt replaced this one.
    #[error("A newer prompt replaced this one.")]
    Stale,
    /// A request was taken back while it waited.
    #[error("The request was taken back.")]
    Withdrawn,
    /// Something that should not happen did.
    #[error("Something went wrong inside Patchbay: {reason}.")]
    Internal {
        /// Description of the failure.
        reason: String,
    },
}

impl Error {
    /// An error of what is asked of a thing.
    pub(crate) fn unsuitable(message: impl Into<String>, hint: &'static str) -> Self {
        Self::Unsuitable {
            message: message.into(),
            hint,
        }
    }
}

impl From<ToolError> for Error {
    fn from(error: ToolError) -> Self {
        match error {
            ToolError::Cancelled => Self::Stale,
            other => Self::unsuitable(other.to_string(), ""),
        }
    }
}
