//! Folders whose new files a recipe is followed with, and which files were taken from them.

use std::collections::HashSet;

use rusqlite::{Connection, Row};
use serde::{Deserialize, Serialize};

use crate::error::StoreError;
use crate::store::{Failure, Store, Word, new_id, now};

/// A folder that is to be watched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewWatchedFolder {
    /// The id of the recipe that is followed.
    pub recipe: String,
    /// The folder, as an absolute path.
    pub folder: String,
    /// The folder that results are copied into, as an absolute path.
    pub output: String,
    /// The id of the conversation in which everything is done.
    pub conversation: String,
}

/// A folder that is watched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WatchedFolder {
    /// Its id.
    pub id: String,
    /// The id of the recipe that is followed.
    pub recipe: String,
    /// The folder, as an absolute path.
    pub folder: String,
    /// The folder that results are copied into, as an absolute path.
    pub output: String,
    /// The id of the conversation in which everything is done, which may be deleted or erased by now.
    pub conversation: String,
    /// Whether nothing is taken until it goes on.
    pub paused: bool,
    /// Whether its recipe is deleted: nothing is taken then either.
    pub recipe_deleted: bool,
    /// When watching began, in milliseconds since 1970.
    pub created_at: i64,
}

/// A file in a folder that is watched, as it was when it was looked at.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FileVersion {
    /// The path within the folder.
    pub path: String,
    /// Its size in bytes.
    pub bytes: i64,
    /// When it was last changed, in nanoseconds since 1970.
    pub modified: i64,
}

/// What became of a file in a folder that is watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FileState {
    /// It was there when watching began, and stays as it is.
    There,
    /// The recipe takes files of another kind.
    Unfit,
    /// It is being taken; after the program ended, it is to be taken again.
    Begun,
    /// Its results are in the output folder.
    Done,
    /// It failed, or its results could not be copied.
    Failed,
}

/// How many files were taken, and what went wrong last.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WatchedCounts {
    /// The number of files whose results are in the output folder.
    pub done: usize,
    /// The number of files that failed.
    pub failed: usize,
    /// The file that failed last, and why in a sentence.
    pub last_failure: Option<(String, String)>,
}

const SELECT: &str =
    "SELECT watched.id, watched.recipe, folder, output, conversation, paused, recipes.deleted_at, watched.created_at
     FROM watched_folders AS watched JOIN recipes ON recipes.id = watched.recipe";
const NAMES: (&str, &str) = ("watched_folders", "watched folder");

fn from_row(row: &Row<'_>) -> rusqlite::Result<WatchedFolder> {
    Ok(WatchedFolder {
        id: row.get(0)?,
        recipe: row.get(1)?,
        folder: row.get(2)?,
        output: row.get(3)?,
        conversation: row.get(4)?,
        paused: row.get(5)?,
        recipe_deleted: row.get::<_, Option<i64>>(6)?.is_some(),
        created_at: row.get(7)?,
    })
}

fn find(connection: &Connection, id: &str) -> Result<WatchedFolder, Failure> {
    let row = connection.query_row(&format!("{SELECT} WHERE watched.id = ?1"), [id], from_row);
    row.map_err(Failure::of(NAMES.1, id))
}

fn mark(
    connection: &Connection,
    folder: &str,
    file: &FileVersion,
    (state, said): (FileState, &str),
) -> Result<(), Failure> {
    let sql = "INSERT INTO watched_files (folder, path, bytes, modified, state, said, moved_at)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
               ON CONFLICT (folder, path, bytes, modified) DO UPDATE
               SET state = excluded.state, said = excluded.said, moved_at = excluded.moved_at";
    let row = (
        folder,
        &file.path,
        file.bytes,
        file.modified,
        Word(state),
        said,
        now(),
    );
    connection.prepare_cached(sql)?.execute(row)?;
    Ok(())
}

impl Store {
    /// Begins to watch a folder. `there`: the files that are in it already.
    pub fn watch_folder(
        &self,
        new: &NewWatchedFolder,
        there: &[FileVersion],
    ) -> Result<WatchedFolder, StoreError> {
        let id = new_id();
        self.write(|transaction| {
            transaction.execute(
                "INSERT INTO watched_folders (id, recipe, folder, output, conversation, paused, created_at)
                 VALUES (?1, ?2, ?3, ?4, ?5, FALSE, ?6)",
                (&id, &new.recipe, &new.folder, &new.output, &new.conversation, now()),
            )?;
            for file in there {
                mark(transaction, &id, file, (FileState::There, ""))?;
            }
            find(transaction, &id)
        })
    }

    /// One folder, whether watching it was ended or not.
    pub fn watched_folder(&self, id: &str) -> Result<WatchedFolder, StoreError> {
        self.read(|connection| find(connection, id))
    }

    /// Every folder that is watched, also where its recipe is deleted, oldest first.
    pub fn watched_folders(&self) -> Result<Vec<WatchedFolder>, StoreError> {
        self.read(|connection| {
            let sql = format!("{SELECT} WHERE watched.deleted_at IS NULL ORDER BY watched.id");
            let mut query = connection.prepare_cached(&sql)?;
            let rows = query.query_map([], from_row)?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    /// Pauses watching a folder, or has it go on.
    pub fn pause_watching(&self, id: &str, paused: bool) -> Result<WatchedFolder, StoreError> {
        self.write(|transaction| {
            let sql = "UPDATE watched_folders SET paused = ?2 WHERE id = ?1";
            transaction.execute(sql, (id, paused))?;
            find(transaction, id)
        })
    }

    /// Says in which conversation everything is done from now on.
    pub fn watch_in_conversation(&self, id: &str, conversation: &str) -> Result<(), StoreError> {
        self.write(|transaction| {
            let sql = "UPDATE watched_folders SET conversation = ?2 WHERE id = ?1";
            let rows = transaction.execute(sql, (id, conversation))?;
            Failure::unless_changed(rows, NAMES.1, id)
        })
    }

    /// Ends watching a folder. It can come back until it is erased.
    pub fn end_watching(&self, id: &str) -> Result<(), StoreError> {
        self.set_deleted(NAMES, id, Some(now()))
    }

    /// Takes back that watching a folder was ended.
    pub fn restore_watching(&self, id: &str) -> Result<WatchedFolder, StoreError> {
        self.set_deleted(NAMES, id, None)?;
        self.watched_folder(id)
    }

    /// Whether a folder is watched now, and neither paused nor without its recipe.
    pub fn is_watched(&self, id: &str) -> Result<bool, StoreError> {
        self.read(|connection| {
            let sql = "SELECT EXISTS (SELECT 1 FROM watched_folders AS watched JOIN recipes ON recipes.id = watched.recipe
                       WHERE watched.id = ?1 AND watched.deleted_at IS NULL AND NOT paused AND recipes.deleted_at IS NULL)";
            Ok(connection.prepare_cached(sql)?.query_row([id], |row| row.get(0))?)
        })
    }

    /// The files of a folder that are not to be taken any more.
    pub fn known_files(&self, folder: &str) -> Result<HashSet<FileVersion>, StoreError> {
        self.read(|connection| {
            let sql =
                "SELECT path, bytes, modified FROM watched_files WHERE folder = ?1 AND state <> ?2";
            let mut query = connection.prepare_cached(sql)?;
            let rows = query.query_map((folder, Word(FileState::Begun)), |row| {
                Ok(FileVersion {
                    path: row.get(0)?,
                    bytes: row.get(1)?,
                    modified: row.get(2)?,
                })
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    /// Keeps what became of a file, and why where it failed, in a sentence.
    pub fn mark_file(
        &self,
        folder: &str,
        file: &FileVersion,
        state: FileState,
        said: &str,
    ) -> Result<(), StoreError> {
        self.write(|transaction| mark(transaction, folder, file, (state, said)))
    }

    /// How many files of a folder were taken, and what went wrong last.
    pub fn watched_counts(&self, folder: &str) -> Result<WatchedCounts, StoreError> {
        self.read(|connection| {
            let mut counts = WatchedCounts::default();
            let sql = "SELECT state, count(*) FROM watched_files WHERE folder = ?1 GROUP BY state";
            let mut query = connection.prepare_cached(sql)?;
            let mut rows = query.query([folder])?;
            while let Some(row) = rows.next()? {
                let Word(state) = row.get(0)?;
                let count = row.get::<_, i64>(1)? as usize;
                match state {
                    FileState::Done => counts.done = count,
                    FileState::Failed => counts.failed = count,
                    FileState::There | FileState::Unfit | FileState::Begun => {}
                }
            }
            let sql = "SELECT path, said FROM watched_files WHERE folder = ?1 AND state = ?2
                       ORDER BY moved_at DESC, path DESC LIMIT 1";
            let mut query = connection.prepare_cached(sql)?;
            let mut rows = query.query((folder, Word(FileState::Failed)))?;
            if let Some(row) = rows.next()? {
                counts.last_failure = Some((row.get(0)?, row.get(1)?));
            }
            Ok(counts)
        })
    }
}
