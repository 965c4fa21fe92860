//! Local models: which there are, how they stand, and work on them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A model by its id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ModelId {
    /// The model's id.
    pub model: String,
}

/// Takes a model in from a folder of this computer, which is left as it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ImportModel {
    /// The model's id.
    pub model: String,
    /// The folder that has its files.
    pub folder: String,
}

/// Adds the language model in a file of this computer, which stays where it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AddModel {
    /// The GGUF file.
    pub file: String,
}

/// How a model stands on disk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum ModelDisk {
    /// Nothing of it is there.
    Absent,
    /// A part of it is there; getting it goes on from there.
    Partial {
        /// The bytes that are there.
        bytes: u64,
    },
    /// All of it is there.
    Installed {
        /// The bytes of all files.
        bytes: u64,
    },
    /// It was whole and no longer is.
    Broken {
        /// What is wrong, in a sentence.
        reason: String,
    },
}

/// What is done with a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ModelWorkKind {
    /// It is got from the hub or a mirror.
    Get,
    /// Its files are read through.
    Verify,
    /// It is taken in from a folder.
    Import,
}

/// Work on a model, and how far it is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ModelWork {
    /// What is done.
    pub kind: ModelWorkKind,
    /// The bytes that are done.
    pub bytes: u64,
    /// The bytes that there will be.
    pub total: u64,
    /// Bytes a second in the last seconds; 0 where that is not told.
    pub speed: f64,
    /// Seconds left at that speed, where it can be told.
    pub seconds_left: Option<f64>,
}

/// A local model as people see it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ModelInfo {
    /// Its id, such as `mobile-sam`.
    pub id: String,
    /// What people read.
    pub name: String,
    /// The tools that it serves, by name.
    pub tools: Vec<String>,
    /// Where its files come from: `owner/name@revision`, or a folder of the person's own.
    pub source: String,
    /// Whether they lie in a folder of the person's own, where nothing is got, changed or removed.
    pub own_folder: bool,
    /// Whether a person added it, so that it can be left out again.
    pub is_added: bool,
    /// About how large all files are together, in bytes.
    pub bytes: u64,
    /// About how much memory it needs to run, in bytes.
    pub memory: u64,
    /// How long one use of it takes on a processor with two cores: `instant` (about a second),
    /// `seconds` or `minutes`.
    pub speed: Option<String>,
    /// Its licence, by SPDX's name where it has one.
    pub licence: String,
    /// Whether the licence lets what is made with it be sold.
    pub commercial: bool,
    /// Settings that it has where nothing else is said, by name.
    pub settings: BTreeMap<String, String>,
    /// How it stands on disk.
    pub disk: ModelDisk,
    /// What is done with it now.
    pub work: Option<ModelWork>,
    /// What came of the last work on it where that is worth saying: why it failed, or that all
    /// files are right.
    pub note: Option<ModelNote>,
}

/// What came of work on a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ModelNote {
    /// Every file is what was got.
    Verified,
    /// It failed.
    Failed {
        /// Why and what to do, in a sentence.
        reason: String,
    },
}

/// The models that there are.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ModelList {
    /// Every model, in the order of the registry.
    pub models: Vec<ModelInfo>,
    /// The folder that they lie in.
    pub folder: String,
    /// What they run on and why, in a sentence.
    pub device: String,
    /// What is wrong with entries of the person's own, a sentence each.
    pub problems: Vec<String>,
}
