//! Conversations, runs and assets on disk. One folder holds everything:
//!
//! ```text
//! patchbay.db        conversations, turns, runs, artifacts, drafts, settings, recipes,
//!                    corrections, watched folders (SQLite with a write-ahead log)
//! assets/ab/cdef…    files by the BLAKE3 hash of their content, never changed
//! incoming/          files on their way into assets/, emptied when the store is opened
//! scratch/           where steps work, emptied when the store is opened
//! lock               held by the one program that has the folder open
//! ```
//!
//! Every write is one transaction and is on the disk when the call returns, so that whatever a
//! person has seen is there after a crash. Deleting hides, and can be undone for 30 days; then what
//! was deleted is erased. Folder and files are for their owner alone. Calls block; async programs
//! call from a thread that may.
//!
//! - [`asset`]: content-addressed files
//! - [`conversation`], [`turn`], [`run`], [`artifact`]: the rows and what can be done with them
//! - [`provenance`]: how an artifact came about
//! - [`purge`]: what was deleted leaves the disk; [`private`]: who may read what is kept
//! - [`draft`], [`setting`], [`recipe`], [`correction`]: what a person had not sent yet, what they chose, what they
//!   want to do again, and how they meant what was planned otherwise
//! - [`watched_folder`]: folders whose new files a recipe is followed with

pub mod artifact;
mod artifact_rows;
pub mod asset;
pub mod conversation;
pub mod correction;
pub mod draft;
mod error;
mod export;
mod lock;
mod names;
pub mod private;
pub mod provenance;
pub mod purge;
pub mod recipe;
pub mod run;
mod schema;
mod search;
pub mod setting;
mod source_file;
mod store;
pub mod turn;
mod turn_deletion;
pub mod watched_folder;

pub use artifact::{Artifact, NewArtifact, Origin, OriginInput, OriginValue};
pub use asset::{Asset, AssetId, AssetWriter};
pub use conversation::Conversation;
pub use correction::{Correction, Goal};
pub use draft::Draft;
pub use error::StoreError;
pub use lock::is_left;
pub use names::numbered;
pub use recipe::KeptRecipe;
pub use run::{NewRun, Run, SubtaskResult};
pub use store::Store;
pub use turn::{NewTurn, Turn};
pub use turn_deletion::DeletedTurn;
pub use watched_folder::{FileState, FileVersion, NewWatchedFolder, WatchedCounts, WatchedFolder};
