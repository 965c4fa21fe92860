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
    /// When it was asked, in milliseconds since 1970.
    pub created_at: i64,
}

const COLUMNS: &str = "id, conversation, instruction, artifacts, names, plan, created_at";

fn from_row(row: &Row<'_>) -> rusqlite::Result<Turn> {
    let (Json(artifacts), Json(names), Json(plan)) = (row.get(3)?, row.get(4)?, row.get(5)?);
    Ok(Turn {
        id: row.get(0)?,
        conversation: row.get(1)?,
        instruction: row.get(2)?,
        artifacts,
        names,
        plan,
        created_at: row.get(6)?,
    })
}

fn find(connection: &Connection, id: &str) -> Result<Turn, Failure> {
    connection
        .query_row(
            &format!("SELECT {COLUMNS} FROM turns WHERE id = ?1"),
            [id],
            from_row,
        )
        .map_err(Failure::of("turn", id))
}

impl Store {
    /// Keeps a turn.
    pub fn add_turn(&self, turn: NewTurn) -> Result<Turn, StoreError> {
        let (id, now) = (new_id(), now());
        self.write(|transaction| {
            touch(transaction, &turn.conversation, now)?;
            transaction.execute(
                &format!("INSERT INTO turns ({COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"),
                (
                    &id,
                    &turn.conversation,
                    &turn.instruction,
                    Json(&turn.artifacts),
                    Json(&turn.names),
                    Json(&turn.plan),
                    now,
                ),
            )?;
            find(transaction, &id)
        })
    }

    /// One turn.
    pub fn turn(&self, id: &str) -> Result<Turn, StoreError> {
        self.read(|connection| find(connection, id))
    }

    /// The turns of a conversation, oldest first.
    pub fn turns(&self, conversation: &str) -> Result<Vec<Turn>, StoreError> {
        self.read(|connection| {
            let sql = format!("SELECT {COLUMNS} FROM turns WHERE conversation = ?1 ORDER BY id");
            let rows = connection
                .prepare_cached(&sql)?
                .query_map([conversation], from_row)?
                .collect::<Result<_, _>>()?;
            Ok(rows)
        })
    }
}
