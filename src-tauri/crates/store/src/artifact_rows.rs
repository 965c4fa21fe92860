//! Artifacts as rows of the database: keeping, finding, naming and hiding them.

use rusqlite::{Connection, Row, Transaction};

use crate::artifact::{Artifact, NewArtifact, Origin, OriginInput, OriginValue};
use crate::asset::AssetId;
use crate::conversation::touch;
use crate::error::StoreError;
use crate::names::{names, unique_name};
use crate::store::{Failure, Json, Store, Word, new_id, now};

pub(crate) const COLUMNS: &str = "id, conversation, name, type, asset, mime, bytes, width, height, seconds, value, \
                                  parent, run, step, tool, created_at, deleted_at";

impl Store {
    /// Keeps artifacts, all of them or none, and answers them with their ids and final names in the
    /// same order. All are of one conversation.
    pub fn add_artifacts(&self, new: &[NewArtifact]) -> Result<Vec<Artifact>, StoreError> {
        let Some(first) = new.first() else {
            return Ok(Vec::new());
        };
        let now = now();
        self.write(|transaction| {
            touch(transaction, &first.conversation, now)?;
            let mut taken = names(transaction, &first.conversation, "")?;
            let mut kept = Vec::with_capacity(new.len());
            for artifact in new {
                let (id, name) = (new_id(), unique_name(&artifact.name, &taken));
                taken.insert(name.to_lowercase());
                insert(transaction, &id, &name, artifact, now)?;
                kept.push(find(transaction, &id)?);
            }
            Ok(kept)
        })
    }

    /// Keeps one artifact.
    pub fn add_artifact(&self, new: NewArtifact) -> Result<Artifact, StoreError> {
        let mut kept = self.add_artifacts(std::slice::from_ref(&new))?;
        kept.pop().ok_or(StoreError::NotFound {
            what: "thing",
            id: String::new(),
        })
    }

    /// One artifact, hidden or not.
    pub fn artifact(&self, id: &str) -> Result<Artifact, StoreError> {
        self.read(|connection| find(connection, id))
    }

    /// The artifacts of a conversation, hidden ones too, oldest first.
    pub fn artifacts(&self, conversation: &str) -> Result<Vec<Artifact>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM artifacts WHERE conversation = ?1 ORDER BY id");
        self.read(|connection| collect(connection, &sql, conversation))
    }

    /// Gives an artifact another name, with a number where the conversation has that name already.
    pub fn rename_artifact(&self, id: &str, name: &str) -> Result<Artifact, StoreError> {
        self.write(|transaction| {
            let artifact = find(transaction, id)?;
            let name = unique_name(name, &names(transaction, &artifact.conversation, id)?);
            transaction.execute("UPDATE artifacts SET name = ?2 WHERE id = ?1", (id, name))?;
            find(transaction, id)
        })
    }

    /// Hides an artifact. What was made out of it stays.
    pub fn delete_artifact(&self, id: &str) -> Result<Artifact, StoreError> {
        self.set_artifact_deleted(id, Some(now()))
    }

    /// Shows a hidden artifact again, which must not be erased yet.
    pub fn restore_artifact(&self, id: &str) -> Result<Artifact, StoreError> {
        let artifact = self.artifact(id)?;
        if artifact.asset.is_none() && artifact.value.is_none() {
            return Err(StoreError::Erased {
                name: artifact.name,
            });
        }
        self.set_artifact_deleted(id, None)
    }

    fn set_artifact_deleted(&self, id: &str, at: Option<i64>) -> Result<Artifact, StoreError> {
        self.write(|transaction| {
            transaction.execute(
                "UPDATE artifacts SET deleted_at = ?2 WHERE id = ?1",
                (id, at),
            )?;
            find(transaction, id)
        })
    }
}

/// An artifact without what its step took.
fn from_row(row: &Row<'_>) -> rusqlite::Result<Artifact> {
    let Word(resource_type) = row.get(3)?;
    let origin = match row.get(12)? {
        None => Origin::Given,
        Some(run) => Origin::Made {
            run,
            step: row.get::<_, i64>(13)? as usize,
            tool: row.get(14)?,
            inputs: Vec::new(),
        },
    };
    Ok(Artifact {
        id: row.get(0)?,
        conversation: row.get(1)?,
        name: row.get(2)?,
        resource_type,
        asset: row.get::<_, Option<Word<AssetId>>>(4)?.map(|Word(id)| id),
        mime: row.get(5)?,
        bytes: row.get::<_, i64>(6)? as u64,
        width: row.get(7)?,
        height: row.get(8)?,
        seconds: row.get(9)?,
        value: row.get::<_, Option<Json<_>>>(10)?.map(|Json(value)| value),
        parent: row.get(11)?,
        origin,
        created_at: row.get(15)?,
        deleted: row.get::<_, Option<i64>>(16)?.is_some(),
    })
}

/// The artifacts that a query over [`COLUMNS`] gives, with what their steps took.
pub(crate) fn collect(
    connection: &Connection,
    sql: &str,
    id: &str,
) -> Result<Vec<Artifact>, Failure> {
    let mut artifacts: Vec<Artifact> = connection
        .prepare_cached(sql)?
        .query_map([id], from_row)?
        .collect::<Result<_, _>>()?;
    let mut query = connection.prepare_cached(
        "SELECT argument, input, words FROM artifact_inputs WHERE artifact = ?1 ORDER BY position",
    )?;
    for artifact in &mut artifacts {
        if let Origin::Made { inputs, .. } = &mut artifact.origin {
            let rows = query.query_map([&artifact.id], |row| {
                let value = match row.get(1)? {
                    Some(input) => OriginValue::Artifact(input),
                    None => OriginValue::Words(row.get(2)?),
                };
                Ok(OriginInput {
                    argument: row.get(0)?,
                    value,
                })
            })?;
            *inputs = rows.collect::<Result<_, _>>()?;
        }
    }
    Ok(artifacts)
}

/// One artifact, hidden or not.
fn find(connection: &Connection, id: &str) -> Result<Artifact, Failure> {
    let found = collect(
        connection,
        &format!("SELECT {COLUMNS} FROM artifacts WHERE id = ?1"),
        id,
    )?;
    found
        .into_iter()
        .next()
        .ok_or_else(|| Failure::NotFound("thing", id.to_owned()))
}

/// Writes an artifact down under an id and a name that is free.
fn insert(
    transaction: &Transaction<'_>,
    id: &str,
    name: &str,
    artifact: &NewArtifact,
    now: i64,
) -> Result<(), Failure> {
    let (run, step, tool, inputs) = match &artifact.origin {
        Origin::Given => (None, None, None, [].as_slice()),
        Origin::Made {
            run,
            step,
            tool,
            inputs,
        } => (Some(run), Some(*step as i64), Some(tool), inputs.as_slice()),
    };
    transaction
        .prepare_cached(&format!(
            "INSERT INTO artifacts ({COLUMNS})
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, NULL)"
        ))?
        .execute((
            id,
            &artifact.conversation,
            name,
            Word(&artifact.resource_type),
            artifact.asset.as_ref().map(AssetId::as_str),
            &artifact.mime,
            artifact.bytes as i64,
            artifact.width,
            artifact.height,
            artifact.seconds,
            artifact.value.as_ref().map(Json),
            &artifact.parent,
            run,
            step,
            tool,
            now,
        ))?;
    let mut statement = transaction.prepare_cached(
        "INSERT INTO artifact_inputs (artifact, position, argument, input, words) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    for (position, input) in (0_i64..).zip(inputs) {
        let (artifact, words) = match &input.value {
            OriginValue::Artifact(input) => (Some(input), None),
            OriginValue::Words(words) => (None, Some(words)),
        };
        statement.execute((id, position, &input.argument, artifact, words))?;
    }
    Ok(())
}
