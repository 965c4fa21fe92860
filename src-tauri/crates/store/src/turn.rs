//! Turns of a conversation: what was asked for, and how it was understood.

use std::collections::BTreeMap;

use patchbay_domain::Plan;
use rusqlite::{Connection, Row};

use crate::conversation::touch;
use crate::error::StoreError;
use crate::store::{Failure, Json, Store, new_id, now};

/// A turn that is to be kept.
#[derive(Debug, Clone, PartialEq)]
pub struct NewTurn {
    /// The conversation's id.
    pub conversation: String,
    /// The request in the person's words.
    pub instruction: String,
    /// The ids of the artifacts given with it, in their order.
    pub artifacts: Vec<String>,
    /// Meanings of the names in the plan: the id of an artifact under the name that it had then.
    /// Artifacts can be renamed later, plans are not.
    pub names: BTreeMap<String, String>,
    /// How it was understood.
    pub plan: Plan,
    /// The ids of the turns that it takes back.
    pub takes_back: Vec<String>,
}

/// A turn.
#[derive(Debug, Clone, PartialEq)]
pub struct Turn {
    /// Its id.
    pub id: String,
    /// The conversation's id.
    pub conversation: String,
    /// The request in the person's words.
    pub instruction: String,
    /// The ids of the artifacts given with it, in their order.
    pub artifacts: Vec<String>,
    /// Meanings of the names in the plan: the id of an artifact under the name that it had then.
    pub names: BTreeMap<String, String>,
    /// How it was understood.
    pub plan: Plan,
    /// Whether it was taken back: what came of it counts for nothing in what follows.
    pub taken_back: bool,
    /// The ids of the turns that it took back.
    pub takes_back: Vec<String>,
    /// Whether it is hidden.
    pub deleted: bool,
    /// When it was asked, in milliseconds since 1970.
    pub created_at: i64,
}

const COLUMNS: &str = "id, conversation, instruction, artifacts, names, plan, created_at, taken_back_at, takes_back, \
                       deleted_at";

fn from_row(row: &Row<'_>) -> rusqlite::Result<Turn> {
    let (Json(artifacts), Json(names), Json(plan)) = (row.get(3)?, row.get(4)?, row.get(5)?);
    let Json(takes_back) = row.get(8)?;
    Ok(Turn {
        id: row.get(0)?,
        conversation: row.get(1)?,
        instruction: row.get(2)?,
        artifacts,
        names,
        plan,
        created_at: row.get(6)?,
        taken_back: row.get::<_, Option<i64>>(7)?.is_some(),
        takes_back,
        deleted: row.get::<_, Option<i64>>(9)?.is_some(),
    })
}

pub(crate) fn find(connection: &Connection, id: &str) -> Result<Turn, Failure> {
    connection
        .query_row(
            &format!("SELECT {COLUMNS} FROM turns WHERE id = ?1"),
            [id],
            from_row,
        )
        .map_err(Failure::of("turn", id))
}

/// The turns of a conversation, hidden ones too, oldest first.
pub(crate) fn of_conversation(
    connection: &Connection,
    conversation: &str,
) -> Result<Vec<Turn>, Failure> {
    let sql = format!("SELECT {COLUMNS} FROM turns WHERE conversation = ?1 ORDER BY id");
    let rows = connection
        .prepare_cached(&sql)?
        .query_map([conversation], from_row)?
        .collect::<Result<_, _>>()?;
    Ok(rows)
}

/// Writes when a turn was taken back.
fn mark(connection: &Connection, id: &str, taken_back_at: Option<i64>) -> Result<(), Failure> {
    let sql = "UPDATE turns SET taken_back_at = ?2 WHERE id = ?1";
    connection.execute(sql, (id, taken_back_at))?;
    Ok(())
}

impl Store {
    /// Keeps a turn, and marks those that it takes back.
    pub fn add_turn(&self, turn: NewTurn) -> Result<Turn, StoreError> {
        let (id, now) = (new_id(), now());
        self.write(|transaction| {
            touch(transaction, &turn.conversation, now)?;
            transaction.execute(
                &format!(
                    "INSERT INTO turns ({COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, NULL, ?8, NULL)"
                ),
                (
                    &id,
                    &turn.conversation,
                    &turn.instruction,
                    Json(&turn.artifacts),
                    Json(&turn.names),
                    Json(&turn.plan),
                    now,
                    Json(&turn.takes_back),
                ),
            )?;
            for taken_back in &turn.takes_back {
                mark(transaction, taken_back, Some(now))?;
            }
            find(transaction, &id)
        })
    }

    /// Takes a turn back, or brings it back.
    pub fn set_taken_back(&self, id: &str, taken_back: bool) -> Result<Turn, StoreError> {
        let now = now();
        self.write(|transaction| {
            mark(transaction, id, taken_back.then_some(now))?;
            let turn = find(transaction, id)?;
            touch(transaction, &turn.conversation, now)?;
            Ok(turn)
        })
    }

    /// One turn, hidden or not.
    pub fn turn(&self, id: &str) -> Result<Turn, StoreError> {
        self.read(|connection| find(connection, id))
    }

    /// The turns of a conversation, hidden ones too, oldest first. Plans count turns by their places here.
    pub fn turns(&self, conversation: &str) -> Result<Vec<Turn>, StoreError> {
        self.read(|connection| of_conversation(connection, conversation))
    }
}
