//! Resource types, and the values of them that fronts show.

use patchbay_domain as domain;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::BoundingBox;

/// The name of a resource type, such as `image`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(transparent)]
#[ts(type = "string")]
pub struct ResourceType(String);

impl ResourceType {
    /// Its name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A label with how sure its maker is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Label {
    /// What it says, such as `dog`.
    pub name: String,
    /// Confidence from 0 to 1, where the tool gives one.
    pub score: Option<f32>,
}

/// A box on an image, with what is in it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct LabelledBox {
    /// Where, in pixels of the upright image.
    #[serde(flatten)]
    pub bounding_box: BoundingBox,
    /// What, where known.
    pub label: Option<Label>,
}

impl From<&domain::ResourceType> for ResourceType {
    fn from(resource_type: &domain::ResourceType) -> Self {
        Self(resource_type.as_str().to_owned())
    }
}

impl From<domain::Label> for Label {
    fn from(label: domain::Label) -> Self {
        let domain::Label { name, score } = label;
        Self { name, score }
    }
}

impl From<domain::LabelledBox> for LabelledBox {
    fn from(labelled_box: domain::LabelledBox) -> Self {
        let domain::LabelledBox {
            bounding_box,
            label,
        } = labelled_box;
        Self {
            bounding_box: bounding_box.into(),
            label: label.map(Label::from),
        }
    }
}
