//! Things as rows of the database.

use rusqlite::{Connection, Row, Transaction};

use crate::asset::AssetId;
use crate::store::{Failure, Json, Word};
use crate::thing::{NewThing, Origin, OriginInput, OriginValue, Thing};

pub(crate) const COLUMNS: &str = "id, conversation, name, type, asset, mime, bytes, width, height, seconds, value, \
                                  parent, run, step, tool, created_at, deleted_at";

/// A thing without what its step took.
fn from_row(row: &Row<'_>) -> rusqlite::Result<Thing> {
    let Word(resource_type) = row.get(3)?;
    let origin = match row.get(12)? {
        None => Origin::Given,
        Some(run) => {
            Origin::Made { run, step: row.get::<_, i64>(13)? as usize, tool: row.get(14)?, inputs: Vec::new() }
        }
    };
    Ok(Thing {
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

/// The things that a query over [`COLUMNS`] gives, with what their steps took.
pub(crate) fn collect(connection: &Connection, sql: &str, id: &str) -> Result<Vec<Thing>, Failure> {
    let mut things: Vec<Thing> =
        connection.prepare_cached(sql)?.query_map([id], from_row)?.collect::<Result<_, _>>()?;
    let mut query = connection
        .prepare_cached("SELECT argument, input, words FROM thing_inputs WHERE thing = ?1 ORDER BY position")?;
    for thing in &mut things {
        if let Origin::Made { inputs, .. } = &mut thing.origin {
            let rows = query.query_map([&thing.id], |row| {
                let value = match row.get(1)? {
                    Some(input) => OriginValue::Thing(input),
                    None => OriginValue::Words(row.get(2)?),
                };
                Ok(OriginInput { argument: row.get(0)?, value })
            })?;
            *inputs = rows.collect::<Result<_, _>>()?;
        }
    }
    Ok(things)
}

/// One thing, hidden or not.
pub(crate) fn find(connection: &Connection, id: &str) -> Result<Thing, Failure> {
    let found = collect(connection, &format!("SELECT {COLUMNS} FROM things WHERE id = ?1"), id)?;
    found.into_iter().next().ok_or_else(|| Failure::NotFound("thing", id.to_owned()))
}

/// Writes a thing down under an id and a name that is free.
pub(crate) fn insert(
    transaction: &Transaction<'_>,
    id: &str,
    name: &str,
    thing: &NewThing,
    now: i64,
) -> Result<(), Failure> {
    let (run, step, tool, inputs) = match &thing.origin {
        Origin::Given => (None, None, None, [].as_slice()),
        Origin::Made { run, step, tool, inputs } => (Some(run), Some(*step as i64), Some(tool), inputs.as_slice()),
    };
    transaction
        .prepare_cached(&format!(
            "INSERT INTO things ({COLUMNS})
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, NULL)"
        ))?
        .execute((
            id,
            &thing.conversation,
            name,
            Word(&thing.resource_type),
            thing.asset.as_ref().map(AssetId::as_str),
            &thing.mime,
            thing.bytes as i64,
            thing.width,
            thing.height,
            thing.seconds,
            thing.value.as_ref().map(Json),
            &thing.parent,
            run,
            step,
            tool,
            now,
        ))?;
    let mut statement = transaction.prepare_cached(
        "INSERT INTO thing_inputs (thing, position, argument, input, words) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    for (position, input) in (0_i64..).zip(inputs) {
        let (thing, words) = match &input.value {
            OriginValue::Thing(input) => (Some(input), None),
            OriginValue::Words(words) => (None, Some(words)),
        };
        statement.execute((id, position, &input.argument, thing, words))?;
    }
    Ok(())
}
