//! Artifacts: everything that was given or made in a conversation. An artifact is an asset with
//! what is known about it, or a value held in memory (words, labels, boxes), or both. It is never
//! changed but for its name; deleting hides it, until it is erased (`purge`).

use patchbay_domain::ResourceType;
use serde::{Deserialize, Serialize};

use crate::asset::AssetId;

/// Origin of an artifact.
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
        /// Inputs of the step, in the order of the tool's arguments.
        inputs: Vec<OriginInput>,
    },
}

/// Value that a step took under one argument; an argument with several values has several of these.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OriginInput {
    /// The argument's name.
    pub argument: String,
    /// The value that was passed.
    pub value: OriginValue,
}

/// Value that was passed to a step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OriginValue {
    /// The artifact of that id.
    Artifact(String),
    /// Words out of the request.
    Words(String),
}

/// An artifact that is to be kept.
#[derive(Debug, Clone, PartialEq)]
pub struct NewArtifact {
    /// The conversation's id.
    pub conversation: String,
    /// Name for people. If the conversation has that name already, a number is added to it.
    pub name: String,
    /// Its resource type.
    pub resource_type: ResourceType,
    /// Its file, where it has one.
    pub asset: Option<AssetId>,
    /// The media type of the file, or of the value as a text.
    pub mime: String,
    /// Length of the file, or of the value as a text, in bytes.
    pub bytes: u64,
    /// Width of the upright image in pixels.
    pub width: Option<u32>,
    /// Height of the upright image in pixels.
    pub height: Option<u32>,
    /// Length of audio or video.
    pub seconds: Option<f64>,
    /// Value held in memory: words, labels, boxes, points.
    pub value: Option<serde_json::Value>,
    /// The artifact on which this one lies (the image of a region).
    pub parent: Option<String>,
    /// Its origin.
    pub origin: Origin,
}

/// An artifact. The fields are those of [`NewArtifact`].
#[derive(Debug, Clone, PartialEq)]
pub struct Artifact {
    /// Its id.
    pub id: String,
    /// The conversation's id.
    pub conversation: String,
    /// Name for people; no two artifacts of a conversation share it, whatever its case.
    pub name: String,
    /// Its resource type.
    pub resource_type: ResourceType,
    /// Its file, where it has one.
    pub asset: Option<AssetId>,
    /// The media type of the file, or of the value as a text.
    pub mime: String,
    /// Length of the file, or of the value as a text, in bytes.
    pub bytes: u64,
    /// Width of the upright image in pixels.
    pub width: Option<u32>,
    /// Height of the upright image in pixels.
    pub height: Option<u32>,
    /// Length of audio or video.
    pub seconds: Option<f64>,
    /// Value held in memory: words, labels, boxes, points.
    pub value: Option<serde_json::Value>,
    /// The artifact on which this one lies (the image of a region).
    pub parent: Option<String>,
    /// Its origin.
    pub origin: Origin,
    /// When it was kept, in milliseconds since 1970.
    pub created_at: i64,
    /// Whether it is hidden.
    pub deleted: bool,
}
