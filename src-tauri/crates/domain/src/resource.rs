//! The values that flow between tools while a plan runs: one variant for every resource type of the
//! toolbox (types that are images too share one). Media are files; everything else is held in
//! memory.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::region::{BoundingBox, PointPrompt};
use crate::resource_type::ResourceType;

/// A file on this computer and the name that a person knows it by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MediaFile {
    /// Path of its bytes. Never shown to people: a content-addressed path says nothing.
    pub path: PathBuf,
    /// A readable file name such as `beach.mp4`, for messages and derived names.
    pub name: String,
}

/// A label with how sure its maker is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Label {
    /// Text of the label, such as `dog`.
    pub name: String,
    /// Confidence from 0 to 1, where the tool gives one.
    pub score: Option<f32>,
}

/// A box on an image, with what is in it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LabelledBox {
    /// Place in pixels of the upright image.
    #[serde(flatten)]
    pub bounding_box: BoundingBox,
    /// Label of what is in it, where known.
    pub label: Option<Label>,
}

/// A mask: an 8-bit grey PNG of the image's upright size, 255 where the object is, 0 elsewhere,
/// between at soft edges.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LabelledMask {
    /// The PNG.
    pub file: MediaFile,
    /// Label of what it covers, where known.
    pub label: Option<Label>,
}

/// One image of several, with what it shows where known.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LabelledImage {
    /// The image.
    pub file: MediaFile,
    /// Label of what it shows, where known (that of the box that it was cropped from, the time of a
    /// key frame).
    pub label: Option<Label>,
}

/// A value of some resource type.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Resource {
    /// Words: typed by a person, or made by a tool.
    Text(String),
    /// A short title.
    Title(String),
    /// Key words, most important first.
    Tags(Vec<String>),
    /// A self-contained HTML page.
    Html(MediaFile),
    /// A PDF document.
    Document {
        /// The PDF.
        file: MediaFile,
        /// Label of its contents, where known: `3 pages`.
        label: Option<Label>,
    },
    /// Labels, surest first.
    Category(Vec<Label>),
    /// Boxes on an image.
    BoundingBoxes(Vec<LabelledBox>),
    /// Points and a box by which a person pointed at something on an image.
    Points(PointPrompt),
    /// Images, or what is an image too (edge, depth, …), as `kind` says.
    Images {
        /// `image` or a type that is one.
        kind: ResourceType,
        /// At least one image.
        items: Vec<LabelledImage>,
    },
    /// Masks of one image.
    Masks(Vec<LabelledMask>),
    /// A video.
    Video(MediaFile),
    /// A sound.
    Audio(MediaFile),
    /// Several videos or audio files, in order: the parts of one that was split, or all that a tool
    /// takes at once.
    Several {
        /// `video` or `audio`.
        kind: ResourceType,
        /// At least two files.
        files: Vec<MediaFile>,
    },
}

impl Resource {
    /// The resource type that the value has.
    pub fn resource_type(&self) -> ResourceType {
        match self {
            Self::Text(_) => ResourceType::TEXT,
            Self::Title(_) => ResourceType::new("title"),
            Self::Tags(_) => ResourceType::new("tags"),
            Self::Html(_) => ResourceType::new("html"),
            Self::Document { .. } => ResourceType::new("document"),
            Self::Category(_) => ResourceType::new("category"),
            Self::BoundingBoxes(_) => ResourceType::new("bbox"),
            Self::Points(_) => ResourceType::new("point"),
            Self::Images { kind, .. } | Self::Several { kind, .. } => kind.clone(),
            Self::Masks(_) => ResourceType::new("mask"),
            Self::Video(_) => ResourceType::VIDEO,
            Self::Audio(_) => ResourceType::AUDIO,
        }
    }

    /// Videos or audio files as one value: itself where it is one.
    pub fn several(kind: ResourceType, mut files: Vec<MediaFile>) -> Self {
        if files.len() == 1 {
            let file = files.swap_remove(0);
            return if kind == ResourceType::VIDEO {
                Self::Video(file)
            } else {
                Self::Audio(file)
            };
        }
        Self::Several { kind, files }
    }

    /// A value of one image.
    pub fn image(file: MediaFile) -> Self {
        Self::Images {
            kind: ResourceType::IMAGE,
            items: vec![LabelledImage { file, label: None }],
        }
    }

    /// The files that hold the value, in order; none for values in memory.
    pub fn files(&self) -> Vec<&MediaFile> {
        match self {
            Self::Html(file)
            | Self::Document { file, .. }
            | Self::Video(file)
            | Self::Audio(file) => vec![file],
            Self::Images { items, .. } => items.iter().map(|item| &item.file).collect(),
            Self::Masks(items) => items.iter().map(|item| &item.file).collect(),
            Self::Several { files, .. } => files.iter().collect(),
            _ => Vec::new(),
        }
    }

    /// The files that hold the value, to change them (when files move into the store).
    pub fn files_mut(&mut self) -> Vec<&mut MediaFile> {
        match self {
            Self::Html(file)
            | Self::Document { file, .. }
            | Self::Video(file)
            | Self::Audio(file) => vec![file],
            Self::Images { items, .. } => items.iter_mut().map(|item| &mut item.file).collect(),
            Self::Masks(items) => items.iter_mut().map(|item| &mut item.file).collect(),
            Self::Several { files, .. } => files.iter_mut().collect(),
            _ => Vec::new(),
        }
    }

    /// The value as words, where it is made of words (text, title, tags, labels).
    pub fn as_text(&self) -> Option<String> {
        match self {
            Self::Text(text) | Self::Title(text) => Some(text.clone()),
            Self::Tags(tags) => Some(tags.join(", ")),
            Self::Category(labels) => Some(
                labels
                    .iter()
                    .map(|l| l.name.as_str())
                    .collect::<Vec<_>>()
                    .join(", "),
            ),
            _ => None,
        }
    }
}
