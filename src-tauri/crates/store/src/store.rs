//! Opening the folder, and the one way in which everything is written and read.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use rusqlite::{Connection, Transaction, TransactionBehavior};
use serde::Serialize;
use serde::de::DeserializeOwned;
use uuid::Uuid;

use crate::error::StoreError;
use crate::lock::FolderLock;
use crate::private;
use crate::schema::MIGRATIONS;

/// An open folder. Shared between threads by reference; writes follow one another.
#[derive(Debug)]
pub struct Store {
    pub(crate) folder: PathBuf,
    connection: Mutex<Connection>,
    /// After the connection, so that the database is closed before another may open it.
    _lock: FolderLock,
}

impl Store {
    /// Opens a folder, made where it does not exist and closed to other users of this computer. What
    /// an earlier program left unfinished is tidied: its running runs become interrupted, and files
    /// that were half written go.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        let unwritable =
            |path: &Path, error: std::io::Error| StoreError::unwritable(folder, path, &error);
        let assets = folder.join("assets");
        private::make_folder(&assets).map_err(|error| unwritable(&assets, error))?;
        private::close(folder).map_err(|error| unwritable(folder, error))?;
        let lock = FolderLock::of(folder)?;
        for name in ["incoming", "scratch"] {
            let path = folder.join(name);
            if path.exists() {
                fs::remove_dir_all(&path).map_err(|error| unwritable(&path, error))?;
            }
            private::make_folder(&path).map_err(|error| unwritable(&path, error))?;
        }
        let connection = open_database(folder)?;
        let store = Self {
            folder: folder.to_owned(),
            connection: Mutex::new(connection),
            _lock: lock,
        };
        let interrupted = store.interrupt_runs()?;
        if interrupted > 0 {
            tracing::info!(interrupted, "runs were cut off when the program last ended");
        }
        Ok(store)
    }

    /// A folder on the same file system as the assets where steps may work; emptied when the store
    /// is opened.
    pub fn scratch(&self) -> PathBuf {
        self.folder.join("scratch")
    }

    /// Does everything in `work` or nothing of it; on the disk when it returns.
    pub(crate) fn write<T>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, Failure>,
    ) -> Result<T, StoreError> {
        let mut connection = self
            .connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let attempt = (|| {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let value = work(&transaction)?;
            transaction.commit()?;
            Ok(value)
        })();
        attempt.map_err(|failure: Failure| failure.into_error(&self.folder))
    }

    /// Reads one consistent state.
    pub(crate) fn read<T>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, Failure>,
    ) -> Result<T, StoreError> {
        let connection = self
            .connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        work(&connection).map_err(|failure| failure.into_error(&self.folder))
    }

    /// Says of the row of a table when it was deleted; none: it is not. `what`: what people call such a row.
    pub(crate) fn set_deleted(
        &self,
        (table, what): (&'static str, &'static str),
        id: &str,
        at: Option<i64>,
    ) -> Result<(), StoreError> {
        self.write(|transaction| {
            let sql = format!("UPDATE {table} SET deleted_at = ?2 WHERE id = ?1");
            let rows = transaction.execute(&sql, (id, at))?;
            Failure::unless_changed(rows, what, id)
        })
    }
}

fn open_database(folder: &Path) -> Result<Connection, StoreError> {
    let failed = |error: rusqlite::Error| StoreError::database(folder, &error);
    let path = folder.join("patchbay.db");
    // Made here, for the owner alone; the database's other files get the same permissions.
    private::make_file(&path).map_err(|error| StoreError::unwritable(folder, &path, &error))?;
    let mut connection = Connection::open(&path).map_err(failed)?;
    connection
        .pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))
        .map_err(failed)?;
    connection
        .pragma_update(None, "synchronous", "FULL")
        .map_err(failed)?;
    connection
        .pragma_update(None, "foreign_keys", "ON")
        .map_err(failed)?;
    // What is erased is not left in free pages of the file.
    connection
        .pragma_update_and_check(None, "secure_delete", "ON", |_| Ok(()))
        .map_err(failed)?;
    MIGRATIONS
        .to_latest(&mut connection)
        .map_err(|error| match error {
            rusqlite_migration::Error::MigrationDefinition(_) => StoreError::TooNew {
                folder: folder.to_owned(),
            },
            rusqlite_migration::Error::RusqliteError { err, .. } => failed(err),
            other => StoreError::Database {
                folder: folder.to_owned(),
                reason: other.to_string(),
            },
        })?;
    Ok(connection)
}

/// Failure that ends a piece of work early: the database, an id that nothing has, or something
/// else.
#[derive(Debug)]
pub(crate) enum Failure {
    Database(rusqlite::Error),
    NotFound(&'static str, String),
    Other(StoreError),
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Other(error)
    }
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(error)
    }
}

impl Failure {
    fn into_error(self, folder: &Path) -> StoreError {
        match self {
            Self::Database(error) => StoreError::database(folder, &error),
            Self::NotFound(what, id) => StoreError::NotFound { what, id },
            Self::Other(error) => error,
        }
    }

    /// Turns “no such row” into “there is no `what` with that id”.
    pub(crate) fn of(what: &'static str, id: &str) -> impl FnOnce(rusqlite::Error) -> Self {
        move |error| match error {
            rusqlite::Error::QueryReturnedNoRows => Self::NotFound(what, id.to_owned()),
            other => Self::Database(other),
        }
    }

    /// An error where a statement found no row to change.
    pub(crate) fn unless_changed(rows: usize, what: &'static str, id: &str) -> Result<(), Self> {
        if rows == 0 {
            Err(Self::NotFound(what, id.to_owned()))
        } else {
            Ok(())
        }
    }
}

/// A new id; later ids sort after earlier ones.
pub(crate) fn new_id() -> String {
    Uuid::now_v7().to_string()
}

/// Milliseconds since 1970, UTC.
pub(crate) fn now() -> i64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |elapsed| elapsed.as_millis() as i64)
}

/// A value kept as JSON in a text column.
pub(crate) struct Json<T>(pub(crate) T);

impl<T: Serialize> ToSql for Json<T> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        let text = serde_json::to_string(&self.0)
            .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
        Ok(text.into())
    }
}

impl<T: DeserializeOwned> FromSql for Json<T> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        serde_json::from_str(value.as_str()?)
            .map(Self)
            .map_err(FromSqlError::other)
    }
}

/// A value that serde writes as one word, kept as that word.
pub(crate) struct Word<T>(pub(crate) T);

impl<T: Serialize> ToSql for Word<T> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match serde_json::to_value(&self.0) {
            Ok(serde_json::Value::String(word)) => Ok(word.into()),
            Ok(other) => Err(rusqlite::Error::ToSqlConversionFailure(
                format!("{other} is not a word").into(),
            )),
            Err(error) => Err(rusqlite::Error::ToSqlConversionFailure(error.into())),
        }
    }
}

impl<T: DeserializeOwned> FromSql for Word<T> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let word = serde_json::Value::String(value.as_str()?.to_owned());
        serde_json::from_value(word)
            .map(Self)
            .map_err(FromSqlError::other)
    }
}
