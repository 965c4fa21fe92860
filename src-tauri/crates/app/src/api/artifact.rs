//! An artifact: whatever a person gave or a step made.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{Label, LabelledBox, ModelUse, ResourceType};

/// An artifact, in short.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ArtifactRef {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its type.
    #[serde(rename = "type")]
    #[ts(rename = "type")]
    pub resource_type: ResourceType,
}

/// A person gave it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Given {
    /// Always true.
    pub given: bool,
}

/// A step made it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Made {
    /// The run's id; none where it was not made by a plan (a region that a person pointed at).
    pub run: Option<String>,
    /// The step's place in the run.
    pub step: Option<usize>,
    /// The tool's name.
    pub tool: String,
    /// What it was made from.
    pub inputs: Vec<ArtifactRef>,
}

/// Where an artifact came from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(untagged)]
pub enum Origin {
    /// A step made it.
    Made(Made),
    /// A person gave it.
    Given(Given),
}

/// Whatever a person gave or a step made. It never changes but for its name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Artifact {
    /// Its id.
    pub id: String,
    /// The hash (BLAKE3, hexadecimal) of the file that holds it; none for what is not a file
    /// (labels, boxes).
    pub asset: Option<String>,
    /// What people and requests call it, unique within the conversation.
    pub name: String,
    /// Its resource type.
    #[serde(rename = "type")]
    #[ts(rename = "type")]
    pub resource_type: ResourceType,
    /// Its media type, such as `image/png`.
    pub mime: String,
    /// The file's size.
    pub bytes: u64,
    /// Upright width of an image or video, in pixels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub width: Option<u32>,
    /// Upright height of an image or video, in pixels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub height: Option<u32>,
    /// Length of a video or sound.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seconds: Option<f64>,
    /// The words of a text, title or tags (one a line); the first 100,000 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub text: Option<String>,
    /// Labels of a category; the label of a mask or cropped image, where known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub labels: Option<Vec<Label>>,
    /// Boxes on the image that `parent` names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub boxes: Option<Vec<LabelledBox>>,
    /// Where it came from.
    pub origin: Origin,
    /// The image that a mask or boxes lie on, by id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub parent: Option<String>,
    /// When it came to be.
    pub created_at: u64,
    /// Whether the server has a small image of it.
    pub thumbnail: bool,
    /// Whether the server can draw its sound.
    pub waveform: bool,
    /// Whether it was deleted (and can be restored).
    pub deleted: bool,
}

/// An argument of a step that made an artifact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ProvenanceInput {
    /// The value as people read it.
    pub value: String,
    /// The artifact that it is, by id, where it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub artifact: Option<String>,
}

/// One link of the chain that made an artifact.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ProvenanceStep {
    /// What came to be here.
    pub artifact: ArtifactRef,
    /// The tool that made it; none where a person gave it.
    pub tool: Option<String>,
    /// What people read: the tool's label, or that it was given.
    pub label: String,
    /// How it was done, such as `built in`; empty where it was given.
    pub implementation: String,
    /// The model that did it, with what it ran on and its settings.
    pub model: Option<ModelUse>,
    /// The tool's arguments by name.
    pub inputs: BTreeMap<String, ProvenanceInput>,
    /// How long it took.
    pub seconds: f64,
    /// When it came to be.
    pub created_at: u64,
}

/// What was handed over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct HandedOver {
    /// The file.
    pub path: String,
    /// The folder with copies of the files that lie nowhere else; none where there are no such
    /// files.
    pub media: Option<String>,
    /// What it could not say, in sentences.
    pub notes: Vec<String>,
}

/// Names for copies of artifacts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FileNames {
    /// A name for each, in order; none twice, whatever its case.
    pub names: Vec<String>,
}

/// What became of artifacts that were saved together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SavedAll {
    /// The files that were written.
    pub paths: Vec<String>,
    /// The artifacts that could not be written, each with the reason.
    pub failed: Vec<String>,
}

/// Where a copy was written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Saved {
    /// The file; its name has a number where the one asked for was taken.
    pub path: String,
    /// Whether it is the first result that was saved without the steps that made it, because nothing is
    /// set: people are told once.
    pub is_first_without_recipe: bool,
}
