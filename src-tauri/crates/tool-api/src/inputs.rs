//! The arguments that an implementation is given.

use std::collections::BTreeMap;

use patchbay_domain::{
    LabelledBox, LabelledImage, LabelledMask, MediaFile, PointPrompt, Resource, ResourceType,
};

use crate::ToolError;

/// A tool's arguments by name.
#[derive(Debug, Clone, Default)]
pub struct Inputs {
    values: BTreeMap<String, Resource>,
    images: BTreeMap<String, MediaFile>,
    names: BTreeMap<String, String>,
}

impl Inputs {
    /// The arguments.
    pub fn new(values: BTreeMap<String, Resource>) -> Self {
        Self {
            values,
            images: BTreeMap::new(),
            names: BTreeMap::new(),
        }
    }

    /// The same, with the images on which some of them were found.
    #[must_use]
    pub fn found_on(self, images: BTreeMap<String, MediaFile>) -> Self {
        Self { images, ..self }
    }

    /// The same, with the names by which people know what was given under each argument.
    #[must_use]
    pub fn called(self, names: BTreeMap<String, String>) -> Self {
        Self { names, ..self }
    }

    /// The name by which people know what was given under an argument: a file's, also that of a text.
    pub fn name_of(&self, argument: &str) -> Option<&str> {
        self.names.get(argument).map(String::as_str)
    }

    /// The image on which the boxes or masks of one argument were found, where the plan knows it.
    pub fn image_of(&self, name: &str) -> Option<&MediaFile> {
        self.images.get(name)
    }

    /// The names of all arguments that have a value.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.values.keys().map(String::as_str)
    }

    /// The value of one argument.
    pub fn get(&self, name: &str) -> Result<&Resource, ToolError> {
        self.values
            .get(name)
            .ok_or_else(|| ToolError::Input(format!("The input “{name}” is missing.")))
    }

    /// The value of a parameter; none where none is set.
    pub fn value(&self, name: &str) -> Option<String> {
        self.set(name).filter(|value| !value.is_empty())
    }

    /// Value that a parameter was set to, trimmed; empty where its value was taken away.
    pub fn set(&self, name: &str) -> Option<String> {
        self.values
            .get(name)?
            .as_text()
            .map(|value| value.trim().to_owned())
    }

    /// The videos and audio clips among the arguments, in the order of their names.
    pub fn media(&self) -> impl Iterator<Item = &Resource> {
        self.values
            .values()
            .filter(|value| matches!(value, Resource::Video(_) | Resource::Audio(_)))
    }

    /// The videos among the arguments, in the order of their names.
    pub fn videos(&self) -> impl Iterator<Item = &MediaFile> {
        self.values.values().flat_map(|value| match value {
            Resource::Video(file) => vec![file],
            Resource::Several { kind, files } if *kind == ResourceType::VIDEO => {
                files.iter().collect()
            }
            _ => Vec::new(),
        })
    }

    /// The pictures among the arguments, in the order of their names.
    pub fn pictures(&self) -> impl Iterator<Item = &MediaFile> {
        self.values.values().flat_map(|value| match value {
            Resource::Images { items, .. } => items.iter().map(|item| &item.file).collect(),
            _ => Vec::new(),
        })
    }

    /// The argument that holds several videos or audio files, of those that `is_one` says take one:
    /// a tool is run once for each of them. With the name of the file.
    pub fn each(&self, is_one: impl Fn(&str) -> bool) -> Option<Vec<(String, Self)>> {
        let (name, kind, files) = self.values.iter().find_map(|(name, value)| match value {
            Resource::Several { kind, files } if is_one(name) => Some((name, kind, files)),
            _ => None,
        })?;
        let one = |file: &MediaFile| {
            let mut one = self.clone();
            let value = Resource::several(kind.clone(), vec![file.clone()]);
            one.values.insert(name.clone(), value);
            (file.name.clone(), one)
        };
        Some(files.iter().map(one).collect())
    }

    fn wrong(name: &str, wanted: &str, found: &Resource) -> ToolError {
        ToolError::Input(format!(
            "The input “{name}” has to be {wanted}, but it is of type {}.",
            found.resource_type()
        ))
    }

    /// Words: a text, a title, tags or labels.
    pub fn text(&self, name: &str) -> Result<String, ToolError> {
        let value = self.get(name)?;
        value
            .as_text()
            .ok_or_else(|| Self::wrong(name, "a text", value))
    }

    /// Images (masks count as images).
    pub fn images(&self, name: &str) -> Result<Vec<LabelledImage>, ToolError> {
        match self.get(name)? {
            Resource::Images { items, .. } if !items.is_empty() => Ok(items.clone()),
            Resource::Masks(items) if !items.is_empty() => Ok(items
                .iter()
                .map(|mask| LabelledImage {
                    file: mask.file.clone(),
                    label: mask.label.clone(),
                })
                .collect()),
            Resource::Images { .. } | Resource::Masks(_) => Err(ToolError::Input(format!(
                "The input “{name}” holds no picture."
            ))),
            other => Err(Self::wrong(name, "a picture", other)),
        }
    }

    /// The first of the images.
    pub fn image(&self, name: &str) -> Result<MediaFile, ToolError> {
        Ok(self.images(name)?.swap_remove(0).file)
    }

    /// Masks (an image that a person says is a mask counts as one).
    pub fn masks(&self, name: &str) -> Result<Vec<LabelledMask>, ToolError> {
        Ok(self
            .images(name)?
            .into_iter()
            .map(|image| LabelledMask {
                file: image.file,
                label: image.label,
            })
            .collect())
    }

    /// Boxes.
    pub fn boxes(&self, name: &str) -> Result<&[LabelledBox], ToolError> {
        match self.get(name)? {
            Resource::BoundingBoxes(items) => Ok(items),
            other => Err(Self::wrong(name, "boxes", other)),
        }
    }

    /// Points that a person pointed at, as a [`PointPrompt`].
    pub fn points(&self, name: &str) -> Result<&PointPrompt, ToolError> {
        match self.get(name)? {
            Resource::Points(prompt) => Ok(prompt),
            other => Err(Self::wrong(name, "points", other)),
        }
    }

    /// Videos or audio files, in the order in which they were given.
    pub fn files(&self, name: &str) -> Result<Vec<MediaFile>, ToolError> {
        match self.get(name)? {
            value @ (Resource::Video(_) | Resource::Audio(_) | Resource::Several { .. }) => {
                Ok(value.files().into_iter().cloned().collect())
            }
            other => Err(Self::wrong(name, "a video or sound", other)),
        }
    }

    /// A video.
    pub fn video(&self, name: &str) -> Result<&MediaFile, ToolError> {
        match self.get(name)? {
            Resource::Video(file) => Ok(file),
            other => Err(Self::wrong(name, "a video", other)),
        }
    }

    /// An audio clip.
    pub fn audio(&self, name: &str) -> Result<&MediaFile, ToolError> {
        match self.get(name)? {
            Resource::Audio(file) => Ok(file),
            other => Err(Self::wrong(name, "sound", other)),
        }
    }
}
