//! Erasure of what was deleted: it is hidden for [`GRACE`], in which it can come back, and erased
//! from the disk afterwards.

use std::fs;
use std::io::ErrorKind;
use std::time::Duration;

use patchbay_domain::Plan;
use rusqlite::Transaction;

use crate::asset::AssetId;
use crate::error::StoreError;
use crate::store::{Failure, Json, Store, Word, now};

/// How long what was deleted can come back: 30 days.
pub const GRACE: Duration = Duration::from_hours(30 * 24);

/// Erases a conversation (`?1`), what refers to others first.
const CONVERSATION: [&str; 7] = [
    "DELETE FROM artifact_inputs WHERE artifact IN (SELECT id FROM artifacts WHERE conversation = ?1)",
    "DELETE FROM source_files WHERE artifact IN (SELECT id FROM artifacts WHERE conversation = ?1)",
    "DELETE FROM artifacts WHERE conversation = ?1",
    "DELETE FROM drafts WHERE conversation = ?1",
    "DELETE FROM runs WHERE turn IN (SELECT id FROM turns WHERE conversation = ?1)",
    "DELETE FROM turns WHERE conversation = ?1",
    "DELETE FROM conversations WHERE id = ?1",
];

/// Erases what an artifact (`?1`) holds. Its name and how it was made stay: other artifacts may have
/// been made of it.
const ARTIFACT: [&str; 2] = [
    "DELETE FROM source_files WHERE artifact = ?1",
    "UPDATE artifacts SET asset = NULL, value = NULL WHERE id = ?1",
];

/// Erases how turns that were deleted until then (`?1`) were done, but for what is still there.
const RUNS_OF_TURNS: [&str; 3] = [
    "UPDATE artifact_inputs SET words = '' WHERE words IS NOT NULL AND artifact IN
     (SELECT artifacts.id FROM artifacts JOIN runs ON artifacts.run = runs.id JOIN turns ON runs.turn = turns.id
      WHERE artifacts.deleted_at IS NOT NULL AND turns.deleted_at <= ?1)",
    "UPDATE runs SET steps = '[]', results = '[]'
     WHERE turn IN (SELECT id FROM turns WHERE deleted_at <= ?1)
       AND id NOT IN (SELECT run FROM artifacts WHERE run IS NOT NULL AND deleted_at IS NULL)",
    "UPDATE runs SET missing = '[]', answer = '' WHERE turn IN (SELECT id FROM turns WHERE deleted_at <= ?1)",
];

/// Erases what was asked in turns that were deleted until then (`?1`), with a plan of nothing (`?2`). Their rows stay: later plans
/// count them.
const TURNS: &str =
    "UPDATE turns SET instruction = '', names = '{}', plan = ?2 WHERE deleted_at <= ?1";

/// Erases the watched folders that were ended, or whose recipe was deleted, until then (`?1`), their files first.
const WATCHED_FOLDERS: [&str; 2] = [
    "DELETE FROM watched_files WHERE folder IN
     (SELECT watched.id FROM watched_folders AS watched JOIN recipes ON recipes.id = watched.recipe
      WHERE watched.deleted_at <= ?1 OR recipes.deleted_at <= ?1)",
    "DELETE FROM watched_folders
     WHERE deleted_at <= ?1 OR recipe IN (SELECT id FROM recipes WHERE deleted_at <= ?1)",
];

impl Store {
    /// Erases the conversations, turns and artifacts that were deleted longer ago than `grace`, and the
    /// files that nothing else refers to. Answers which files those were. To be called before
    /// anything is taken in: a file that comes in meanwhile may be one of them.
    ///
    /// # Errors
    /// The database cannot be changed, or a file not be removed; then nothing is erased but files
    /// that are erased the next time.
    pub fn erase_deleted(&self, grace: Duration) -> Result<Vec<AssetId>, StoreError> {
        let before = now().saturating_sub(i64::try_from(grace.as_millis()).unwrap_or(i64::MAX));
        self.write(|transaction| {
            let conversations: Vec<String> = ids(
                transaction,
                "SELECT id FROM conversations WHERE deleted_at <= ?1",
                before,
            )?;
            for sql in WATCHED_FOLDERS {
                transaction.execute(sql, [before])?;
            }
            for table in ["recipes", "corrections"] {
                let sql = format!("DELETE FROM {table} WHERE deleted_at <= ?1");
                transaction.execute(&sql, [before])?;
            }
            let mut assets: Vec<AssetId> = Vec::new();
            for conversation in &conversations {
                assets.extend(assets_of(transaction, "conversation", conversation)?);
                for sql in CONVERSATION {
                    transaction.execute(sql, [conversation])?;
                }
            }
            let artifacts = ids(
                transaction,
                "SELECT id FROM artifacts
                 WHERE deleted_at <= ?1 AND (asset IS NOT NULL OR value IS NOT NULL)",
                before,
            )?;
            for artifact in &artifacts {
                assets.extend(assets_of(transaction, "id", artifact)?);
                for sql in ARTIFACT {
                    transaction.execute(sql, [artifact])?;
                }
            }
            for sql in RUNS_OF_TURNS {
                transaction.execute(sql, [before])?;
            }
            transaction.execute(TURNS, (before, Json(Plan::default())))?;
            assets.sort();
            assets.dedup();
            let mut erased = Vec::new();
            for asset in assets {
                let is_referred: bool = transaction.query_row(
                    "SELECT EXISTS (SELECT 1 FROM artifacts WHERE asset = ?1)",
                    [asset.as_str()],
                    |row| row.get(0),
                )?;
                if !is_referred {
                    self.remove_asset(&asset)?;
                    erased.push(asset);
                }
            }
            Ok(erased)
        })
    }

    /// Removes an asset's file, which may be gone already: before the rows, so that none is left
    /// without them when the program ends in between.
    fn remove_asset(&self, asset: &AssetId) -> Result<(), Failure> {
        let path = self.asset_path(asset);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(StoreError::unwritable(&self.folder, &path, &error).into())
            }
            _ => Ok(()),
        }
    }
}

fn ids(transaction: &Transaction<'_>, sql: &str, before: i64) -> Result<Vec<String>, Failure> {
    let mut query = transaction.prepare(sql)?;
    let rows = query.query_map([before], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The assets of the artifacts whose column is that.
fn assets_of(
    transaction: &Transaction<'_>,
    column: &str,
    is: &str,
) -> Result<Vec<AssetId>, Failure> {
    let sql = format!("SELECT asset FROM artifacts WHERE {column} = ?1 AND asset IS NOT NULL");
    let mut query = transaction.prepare(&sql)?;
    let rows = query.query_map([is], |row| {
        let Word(asset) = row.get(0)?;
        Ok(asset)
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}
