//! Things: everything that was given or made in a conversation. A thing is an asset with what is known about it, or a
//! value held in memory (words, labels, boxes), or both. It is never changed but for its name, and deleting hides it.

use patchbay_domain::ResourceType;
use serde::{Deserialize, Serialize};

use crate::asset::AssetId;
use crate::conversation::touch;
use crate::error::StoreError;
use crate::names::{names, unique_name};
use crate::store::{Store, new_id, now};
use crate::thing_rows::{COLUMNS, collect, find, insert};

/// Where a thing came from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// A person gave it.
    Given,
    /// A step made it.
    Made {
        /// The run's id.
        run: String,
        /// The step's index in the run.
        step: usize,
        /// The tool's name.
        tool: String,
        /// What the step took, in the order of the tool's arguments.
        inputs: Vec<OriginInput>,
    },
}

/// What a step took under one argument; an argument with several values has several of these.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OriginInput {
    /// The argument's name.
    pub argument: String,
    /// What was passed.
    pub value: OriginValue,
}

/// What was passed to a step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OriginValue {
    /// The thing of that id.
    Thing(String),
    /// Words out of the request.
    Words(String),
}

/// A thing that is to be kept.
#[derive(Debug, Clone, PartialEq)]
pub struct NewThing {
    /// The conversation's id.
    pub conversation: String,
    /// What people are to know it by. Where the conversation has that name already, a number is added to it.
    pub name: String,
    /// Its resource type.
    pub resource_type: ResourceType,
    /// Its file, where it has one.
    pub asset: Option<AssetId>,
    /// The media type of the file, or of the value as a text.
    pub mime: String,
    /// Length of the file, or of the value as a text, in bytes.
    pub bytes: u64,
    /// Width of the upright picture in pixels.
    pub width: Option<u32>,
    /// Height of the upright picture in pixels.
    pub height: Option<u32>,
    /// Length of sound or film.
    pub seconds: Option<f64>,
    /// What is held in memory: words, labels, boxes, points.
    pub value: Option<serde_json::Value>,
    /// The thing on which this one lies (the picture of a region).
    pub parent: Option<String>,
    /// Where it came from.
    pub origin: Origin,
}

/// A thing. The fields are those of [`NewThing`].
#[derive(Debug, Clone, PartialEq)]
pub struct Thing {
    /// Its id.
    pub id: String,
    /// The conversation's id.
    pub conversation: String,
    /// What people know it by; no two things of a conversation share it, whatever its case.
    pub name: String,
    /// Its resource type.
    pub resource_type: ResourceType,
    /// Its file, where it has one.
    pub asset: Option<AssetId>,
    /// The media type of the file, or of the value as a text.
    pub mime: String,
    /// Length of the file, or of the value as a text, in bytes.
    pub bytes: u64,
    /// Width of the upright picture in pixels.
    pub width: Option<u32>,
    /// Height of the upright picture in pixels.
    pub height: Option<u32>,
    /// Length of sound or film.
    pub seconds: Option<f64>,
    /// What is held in memory: words, labels, boxes, points.
    pub value: Option<serde_json::Value>,
    /// The thing on which this one lies (the picture of a region).
    pub parent: Option<String>,
    /// Where it came from.
    pub origin: Origin,
    /// When it was kept, in milliseconds since 1970.
    pub created_at: i64,
    /// Whether it is hidden.
    pub deleted: bool,
}

impl Store {
    /// Keeps things, all of them or none, and answers them with their ids and final names in the same order. All are of
    /// one conversation.
    pub fn add_things(&self, new: &[NewThing]) -> Result<Vec<Thing>, StoreError> {
        let Some(first) = new.first() else { return Ok(Vec::new()) };
        let now = now();
        self.write(|transaction| {
            touch(transaction, &first.conversation, now)?;
            let mut taken = names(transaction, &first.conversation, "")?;
            let mut kept = Vec::with_capacity(new.len());
            for thing in new {
                let (id, name) = (new_id(), unique_name(&thing.name, &taken));
                taken.insert(name.to_lowercase());
                insert(transaction, &id, &name, thing, now)?;
                kept.push(find(transaction, &id)?);
            }
            Ok(kept)
        })
    }

    /// Keeps one thing.
    pub fn add_thing(&self, new: NewThing) -> Result<Thing, StoreError> {
        let mut kept = self.add_things(std::slice::from_ref(&new))?;
        kept.pop().ok_or(StoreError::NotFound { what: "thing", id: String::new() })
    }

    /// One thing, hidden or not.
    pub fn thing(&self, id: &str) -> Result<Thing, StoreError> {
        self.read(|connection| find(connection, id))
    }

    /// The things of a conversation, hidden ones too, oldest first.
    pub fn things(&self, conversation: &str) -> Result<Vec<Thing>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM things WHERE conversation = ?1 ORDER BY id");
        self.read(|connection| collect(connection, &sql, conversation))
    }

    /// Gives a thing another name, with a number where the conversation has that name already.
    pub fn rename_thing(&self, id: &str, name: &str) -> Result<Thing, StoreError> {
        self.write(|transaction| {
            let thing = find(transaction, id)?;
            let name = unique_name(name, &names(transaction, &thing.conversation, id)?);
            transaction.execute("UPDATE things SET name = ?2 WHERE id = ?1", (id, name))?;
            find(transaction, id)
        })
    }

    /// Hides a thing. What was made out of it stays.
    pub fn delete_thing(&self, id: &str) -> Result<Thing, StoreError> {
        self.set_thing_deleted(id, Some(now()))
    }

    /// Shows a hidden thing again.
    pub fn restore_thing(&self, id: &str) -> Result<Thing, StoreError> {
        self.set_thing_deleted(id, None)
    }

    fn set_thing_deleted(&self, id: &str, at: Option<i64>) -> Result<Thing, StoreError> {
        self.write(|transaction| {
            transaction.execute("UPDATE things SET deleted_at = ?2 WHERE id = ?1", (id, at))?;
            find(transaction, id)
        })
    }
}
