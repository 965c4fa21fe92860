//! Conversations. Deleting one hides it with all that is in it, until it is erased (`purge`).

use rusqlite::{Connection, Row, Transaction};

use crate::error::StoreError;
use crate::store::{Failure, Store, new_id, now};

/// A conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conversation {
    /// Its id.
    pub id: String,
    /// Title that people read.
    pub title: String,
    /// When it was begun, in milliseconds since 1970.
    pub created_at: i64,
    /// When something was last added to it, in milliseconds since 1970.
    pub updated_at: i64,
    /// Whether it is hidden.
    pub deleted: bool,
}

const COLUMNS: &str = "id, title, created_at, updated_at, deleted_at";

fn from_row(row: &Row<'_>) -> rusqlite::Result<Conversation> {
    Ok(Conversation {
        id: row.get(0)?,
        title: row.get(1)?,
        created_at: row.get(2)?,
        updated_at: row.get(3)?,
        deleted: row.get::<_, Option<i64>>(4)?.is_some(),
    })
}

fn find(connection: &Connection, id: &str) -> Result<Conversation, Failure> {
    connection
        .query_row(
            &format!("SELECT {COLUMNS} FROM conversations WHERE id = ?1"),
            [id],
            from_row,
        )
        .map_err(Failure::of("conversation", id))
}

/// Notes that something was added to a conversation; an error where there is no such conversation.
pub(crate) fn touch(transaction: &Transaction<'_>, id: &str, now: i64) -> Result<(), Failure> {
    let rows = transaction.execute(
        "UPDATE conversations SET updated_at = ?2 WHERE id = ?1",
        (id, now),
    )?;
    Failure::unless_changed(rows, "conversation", id)
}

impl Store {
    /// Begins a conversation.
    pub fn create_conversation(&self, title: &str) -> Result<Conversation, StoreError> {
        let (id, now) = (new_id(), now());
        self.write(|transaction| {
            transaction.execute(
                "INSERT INTO conversations (id, title, created_at, updated_at) VALUES (?1, ?2, ?3, ?3)",
                (&id, title, now),
            )?;
            find(transaction, &id)
        })
    }

    /// One conversation, hidden or not.
    pub fn conversation(&self, id: &str) -> Result<Conversation, StoreError> {
        self.read(|connection| find(connection, id))
    }

    /// Every conversation that is not hidden, the one with the newest addition first.
    pub fn conversations(&self) -> Result<Vec<Conversation>, StoreError> {
        self.read(|connection| {
            let sql = format!(
                "SELECT {COLUMNS} FROM conversations WHERE deleted_at IS NULL ORDER BY updated_at DESC, id DESC"
            );
            let rows = connection.prepare_cached(&sql)?.query_map([], from_row)?.collect::<Result<_, _>>()?;
            Ok(rows)
        })
    }

    /// Gives a conversation another title.
    pub fn rename_conversation(&self, id: &str, title: &str) -> Result<Conversation, StoreError> {
        self.write(|transaction| {
            transaction.execute(
                "UPDATE conversations SET title = ?2 WHERE id = ?1",
                (id, title),
            )?;
            find(transaction, id)
        })
    }

    /// Hides a conversation.
    pub fn delete_conversation(&self, id: &str) -> Result<(), StoreError> {
        self.set_deleted(("conversations", "conversation"), id, Some(now()))
    }

    /// Shows a hidden conversation again.
    pub fn restore_conversation(&self, id: &str) -> Result<Conversation, StoreError> {
        self.set_deleted(("conversations", "conversation"), id, None)?;
        self.conversation(id)
    }
}
