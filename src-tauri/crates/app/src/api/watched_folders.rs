//! Folders whose new files a recipe is followed with.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A folder to watch. Only the desktop window has paths.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct WatchFolder {
    /// The recipe, which takes one file.
    pub recipe: String,
    /// The folder on this computer.
    pub folder: String,
    /// The folder that results are copied into, which lies outside of the other one.
    pub output: String,
    /// The title of the conversation in which everything is done; blank: the folder's name.
    pub title: String,
}

/// A folder that is watched, as the person chose it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct WatchedFolder {
    /// Its id.
    pub id: String,
    /// The id of the recipe that each new file is taken through.
    pub recipe: String,
    /// The folder.
    pub folder: String,
    /// The folder that results are copied into.
    pub output: String,
    /// The id of the conversation in which everything is done.
    pub conversation: String,
    /// When watching began.
    pub since: u64,
    /// Whether nothing is taken until it goes on.
    pub paused: bool,
    /// The number of files whose results are in the output folder.
    pub done: usize,
    /// The number of files that failed.
    pub failed: usize,
    /// What keeps it from going on, else what went wrong last, as a sentence; blank: nothing did.
    pub trouble: String,
}

/// The folders that are watched, the oldest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct WatchedFolderList {
    /// The folders.
    pub folders: Vec<WatchedFolder>,
}

/// A folder that is watched, or was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct WatchedFolderId {
    /// Its id.
    pub watched: String,
}
