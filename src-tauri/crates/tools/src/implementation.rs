//! What an implementation of a tool is given and answers.
//!
//! An implementation is a unit struct that is handed in where it stands:
//!
//! ```ignore
//! struct ImageToEdge;
//! impl Implementation for ImageToEdge {
//!     fn tool(&self) -> &'static str { "image_to_edge" }
//!     fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> { … }
//! }
//! inventory::submit!(Registered(&ImageToEdge));
//! ```

use std::collections::BTreeMap;
use std::path::PathBuf;

use patchbay_domain::{
    Cancelled, LabelledBox, LabelledImage, LabelledMask, MediaFile, PointPrompt, Resource,
    StepSetting,
};
use patchbay_inference::registry::Model;
use patchbay_inference::{InferenceError, Models};
use patchbay_vision::VisionError;
use thiserror::Error;

use crate::missing::lacks;
use crate::{Progress, naming};

/// One way to do what a tool does.
pub trait Implementation: Send + Sync {
    /// The tool's name in the toolbox.
    fn tool(&self) -> &'static str;

    /// What people read as the way it is done, such as `built in`.
    fn label(&self) -> &'static str {
        "built in"
    }

    /// What this computer lacks to run it, in a sentence; none where it can run. Unless said
    /// otherwise, a model where one does it.
    fn missing(&self, models: &Models) -> Option<String> {
        if self.has_model() {
            lacks(models, self.tool())
        } else {
            None
        }
    }

    /// Whether a model does it. Where it is installed, it is taken rather than what is built in.
    fn has_model(&self) -> bool {
        false
    }

    /// The model that would do it now; none where it needs none or has none.
    fn model<'a>(&self, models: &'a Models) -> Option<&'a Model> {
        if self.has_model() {
            models.installed(self.tool())
        } else {
            None
        }
    }

    /// The models that would have to be got so that it can run; none where that is not what it
    /// lacks.
    fn models_to_get<'a>(&self, models: &'a Models) -> Vec<&'a Model> {
        if self.has_model() && self.missing(models).is_some() {
            models.offered(self.tool()).into_iter().collect()
        } else {
            Vec::new()
        }
    }

    /// What can be set of it beside its inputs, as it is where nobody sets it.
    fn settings(&self, _models: &Models) -> Vec<StepSetting> {
        Vec::new()
    }

    /// Whether it is for such inputs; where it is not, the tool's next implementation does it.
    fn suits(&self, _inputs: &Inputs) -> bool {
        true
    }

    /// What this computer lacks to do it with such inputs, in a sentence, where words alone tell
    /// before anything runs; none where it may well be done. `inputs`: only those that are words.
    /// `wanted`: the words by which a later step chooses among what this one finds.
    fn lacks_for(&self, _inputs: &Inputs, _wanted: &[&str], _models: &Models) -> Option<String> {
        None
    }

    /// What of its inputs the result cannot keep, in sentences, as far as headers of files tell
    /// before it runs.
    fn losses(&self, _inputs: &Inputs) -> Vec<String> {
        Vec::new()
    }

    /// Does it. Runs on a thread of its own and may take long: it reports progress and looks for
    /// cancellation at least every 100 ms through `context`. Files go to [`Context::output`] and
    /// nowhere else.
    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError>;
}

/// An implementation handed in by [`inventory::submit!`].
pub struct Registered(pub &'static dyn Implementation);
inventory::collect!(Registered);

/// Why a tool gave no result. The message is a sentence for people that names the file or the words
/// at fault and says what to do.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
pub enum ToolError {
    /// The person stopped it.
    #[error("Stopped.")]
    Cancelled,
    /// An input is unusable: not what it claims to be, empty, too large.
    #[error("{0}")]
    Input(String),
    /// The words ask for what the tool does not know, or leave out what it needs: no other way does
    /// what was asked for.
    #[error("{0}")]
    Refused(String),
    /// What is asked for needs something that is not there: a model, a program.
    #[error("{0}")]
    Missing(String),
    /// Something on this computer failed: the disk is full, a codec is absent.
    #[error("{0}")]
    Failed(String),
}

impl From<Cancelled> for ToolError {
    fn from(Cancelled: Cancelled) -> Self {
        Self::Cancelled
    }
}

impl From<VisionError> for ToolError {
    fn from(error: VisionError) -> Self {
        match error {
            VisionError::Cancelled => Self::Cancelled,
            VisionError::Unusable(sentence) => Self::Input(sentence),
        }
    }
}

impl From<patchbay_media::MediaError> for ToolError {
    fn from(error: patchbay_media::MediaError) -> Self {
        match error {
            patchbay_media::MediaError::Cancelled => Self::Cancelled,
            other if other.is_input() => Self::Input(other.to_string()),
            other => Self::Failed(other.to_string()),
        }
    }
}

impl From<InferenceError> for ToolError {
    fn from(error: InferenceError) -> Self {
        match error {
            InferenceError::Cancelled => Self::Cancelled,
            other => Self::Failed(other.to_string()),
        }
    }
}

/// A tool's arguments by name.
#[derive(Debug, Clone, Default)]
pub struct Inputs {
    values: BTreeMap<String, Resource>,
    pictures: BTreeMap<String, MediaFile>,
}

impl Inputs {
    /// The arguments.
    pub fn new(values: BTreeMap<String, Resource>) -> Self {
        Self {
            values,
            pictures: BTreeMap::new(),
        }
    }

    /// The same, with the pictures on which some of them were found.
    #[must_use]
    pub fn found_on(self, pictures: BTreeMap<String, MediaFile>) -> Self {
        Self { pictures, ..self }
    }

    /// The picture on which the boxes or masks of one argument were found, where the plan knows it.
    pub fn picture_of(&self, name: &str) -> Option<&MediaFile> {
        self.pictures.get(name)
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

    /// What a parameter was set to; empty where its value was taken away.
    pub fn set(&self, name: &str) -> Option<String> {
        self.values
            .get(name)?
            .as_text()
            .map(|value| value.trim().to_owned())
    }

    /// The films and sounds among the arguments, in the order of their names.
    pub fn media(&self) -> impl Iterator<Item = &Resource> {
        self.values
            .values()
            .filter(|value| matches!(value, Resource::Video(_) | Resource::Audio(_)))
    }

    /// The films among the arguments, in the order of their names.
    pub fn videos(&self) -> impl Iterator<Item = &MediaFile> {
        self.values.values().filter_map(|value| {
            if let Resource::Video(file) = value {
                Some(file)
            } else {
                None
            }
        })
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

    /// Pictures (masks count as pictures).
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

    /// The first of the pictures.
    pub fn image(&self, name: &str) -> Result<MediaFile, ToolError> {
        Ok(self.images(name)?.swap_remove(0).file)
    }

    /// Masks (a picture that a person says is a mask counts as one).
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

    /// What was pointed at.
    pub fn points(&self, name: &str) -> Result<&PointPrompt, ToolError> {
        match self.get(name)? {
            Resource::Points(prompt) => Ok(prompt),
            other => Err(Self::wrong(name, "points", other)),
        }
    }

    /// A film.
    pub fn video(&self, name: &str) -> Result<&MediaFile, ToolError> {
        match self.get(name)? {
            Resource::Video(file) => Ok(file),
            other => Err(Self::wrong(name, "a video", other)),
        }
    }

    /// A sound.
    pub fn audio(&self, name: &str) -> Result<&MediaFile, ToolError> {
        match self.get(name)? {
            Resource::Audio(file) => Ok(file),
            other => Err(Self::wrong(name, "sound", other)),
        }
    }
}

/// Where a step works.
#[derive(Debug, Clone)]
pub struct Context {
    /// A folder of the step's own, made and removed by its caller.
    pub folder: PathBuf,
    /// How far it is, and whether to stop.
    pub progress: Progress,
    /// The seed of everything random: the same seed and inputs give the same result.
    pub seed: u64,
    /// The models on this computer.
    pub models: Models,
    /// How long the film or picture show is that a made sound is for, in seconds, where the plan
    /// knows it.
    pub target_seconds: Option<f64>,
    /// What a person set of [`Implementation::settings`], by name.
    pub settings: BTreeMap<String, String>,
}

impl Context {
    /// A file to write, `<operation>_of_<origin>.<extension>` under the step's folder, with a name
    /// that is not taken.
    pub fn output(&self, operation: &str, origin: Option<&str>, extension: &str) -> MediaFile {
        let name = naming::chained(operation, origin, extension);
        let mut path = self.folder.join(&name);
        let mut number = 2;
        while path.exists() {
            path = self.folder.join(format!("{number}-{name}"));
            number += 1;
        }
        MediaFile { path, name }
    }

    /// Reports progress from 0 to 1; an error where the step is to stop. For loops:
    /// `context.step(i, n)?`.
    pub fn step(&self, done: usize, of: usize) -> Result<(), Cancelled> {
        self.progress.set(done as f64 / of.max(1) as f64);
        self.check()
    }

    /// An error where the step is to stop.
    pub fn check(&self) -> Result<(), Cancelled> {
        if self.progress.is_cancelled() {
            Err(Cancelled)
        } else {
            Ok(())
        }
    }
}
