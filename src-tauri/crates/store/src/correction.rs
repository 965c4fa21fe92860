//! How a person said that requests were meant, where they had been planned otherwise.

use std::collections::BTreeMap;

use rusqlite::{Connection, Row};
use serde::{Deserialize, Serialize};

use crate::error::StoreError;
use crate::store::{Failure, Json, Store, new_id, now};

/// How the words of a request were meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Correction {
    /// Its id.
    pub id: String,
    /// The request's words.
    pub words: String,
    /// What was meant, in order of work.
    pub goals: Vec<Goal>,
    /// When it was kept, in milliseconds since 1970.
    pub created_at: i64,
}

/// A tool that was meant, with the values that were set.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Written")]
pub struct Goal {
    /// The tool's name.
    pub tool: String,
    /// What is set of it, by name.
    pub values: BTreeMap<String, Vec<String>>,
}

/// Written form of a goal: before values were kept, the tool's name alone.
#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Tool(String),
    Goal {
        tool: String,
        values: BTreeMap<String, Vec<String>>,
    },
}

impl From<Written> for Goal {
    fn from(written: Written) -> Self {
        match written {
            Written::Tool(tool) => Self {
                tool,
                values: BTreeMap::new(),
            },
            Written::Goal { tool, values } => Self { tool, values },
        }
    }
}

const COLUMNS: &str = "id, words, tools, created_at";
/// Maximum number of corrections that are kept: the oldest go.
const MOST: i64 = 200;

fn from_row(row: &Row<'_>) -> rusqlite::Result<Correction> {
    let Json(goals) = row.get(2)?;
    Ok(Correction {
        id: row.get(0)?,
        words: row.get(1)?,
        goals,
        created_at: row.get(3)?,
    })
}

fn find(connection: &Connection, id: &str) -> Result<Correction, Failure> {
    let sql = format!("SELECT {COLUMNS} FROM corrections WHERE id = ?1");
    let row = connection.query_row(&sql, [id], from_row);
    row.map_err(Failure::of("correction", id))
}

impl Store {
    /// Keeps what the words of a request meant, in the place of what the same words meant before.
    pub fn keep_correction(&self, words: &str, goals: &[Goal]) -> Result<Correction, StoreError> {
        let id = new_id();
        self.write(|transaction| {
            transaction.execute("DELETE FROM corrections WHERE words = ?1", [words])?;
            transaction.execute(
                "INSERT INTO corrections (id, words, tools, created_at) VALUES (?1, ?2, ?3, ?4)",
                (&id, words, Json(&goals), now()),
            )?;
            transaction.execute(
                "DELETE FROM corrections WHERE id NOT IN
                 (SELECT id FROM corrections ORDER BY id DESC LIMIT ?1)",
                [MOST],
            )?;
            find(transaction, &id)
        })
    }

    /// Every correction that is not deleted, newest first.
    pub fn corrections(&self) -> Result<Vec<Correction>, StoreError> {
        self.read(|connection| {
            let sql = format!(
                "SELECT {COLUMNS} FROM corrections WHERE deleted_at IS NULL ORDER BY id DESC"
            );
            let mut statement = connection.prepare_cached(&sql)?;
            let rows = statement.query_map([], from_row)?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    /// Deletes a correction. It can come back until it is erased.
    pub fn delete_correction(&self, id: &str) -> Result<(), StoreError> {
        self.set_deleted(("corrections", "correction"), id, Some(now()))
    }

    /// Takes back that a correction was deleted.
    pub fn restore_correction(&self, id: &str) -> Result<Correction, StoreError> {
        self.set_deleted(("corrections", "correction"), id, None)?;
        self.read(|connection| find(connection, id))
    }
}
