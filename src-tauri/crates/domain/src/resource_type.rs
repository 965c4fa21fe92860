//! Resource types: names that say what a value is.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

/// The name of a resource type, such as `image`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ResourceType(Cow<'static, str>);

impl ResourceType {
    /// Words.
    pub const TEXT: Self = Self(Cow::Borrowed("text"));
    /// An image.
    pub const IMAGE: Self = Self(Cow::Borrowed("image"));
    /// A mask on an image.
    pub const MASK: Self = Self(Cow::Borrowed("mask"));
    /// A video.
    pub const VIDEO: Self = Self(Cow::Borrowed("video"));
    /// A sound.
    pub const AUDIO: Self = Self(Cow::Borrowed("audio"));
    /// Clicked points.
    pub const POINT: Self = Self(Cow::Borrowed("point"));
    /// Boxes on an image.
    pub const BBOX: Self = Self(Cow::Borrowed("bbox"));

    /// The type of that name.
    pub fn new(name: impl Into<String>) -> Self {
        Self(Cow::Owned(name.into()))
    }

    /// Its name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ResourceType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A resource type as a toolbox declares it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TypeDeclaration {
    /// Its name.
    pub name: ResourceType,
    /// The type that each value of this one is too; none at the top.
    #[serde(default)]
    pub is_a: Option<ResourceType>,
}
