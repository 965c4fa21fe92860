//! Which models there are: those of `models/registry.toml`, a person's own in a file of the same
//! form, and those that a person added (`added`).
//!
//! Each entry is read by itself, so that a wrong one is told by its name and field and leaves the
//! others usable.

mod added;
mod entry;
mod error;
mod fields;
mod files;
mod read;

use added::Added;
pub(crate) use added::entry as added_entry;
pub use entry::{DEVICES, FileEntry, Model, NETWORKS, SPEEDS, Setting, Source};
pub use error::RegistryError;
pub use files::MANIFEST;
pub(crate) use files::is_sha256;

use std::path::Path;

/// The name of a person's own registry in the folder of models.
pub const OWN: &str = "registry.toml";

const BUILT_IN: &str = include_str!("../../../../../../models/registry.toml");

/// Every model that can be had, in the order of the files.
#[derive(Debug, Default)]
pub struct Registry {
    models: Vec<Model>,
    /// Number of Patchbay's own models; those after them are a person's own.
    built_in: usize,
    added: Added,
}

impl Registry {
    /// The built-in models, those of `registry.toml` in the folder of models, where there is one,
    /// and those that were added. What is wrong with entries of these files comes beside; the
    /// built-in ones are always usable.
    pub fn open(models_folder: &Path) -> (Self, Vec<RegistryError>) {
        let (mut registry, mut errors) = Self::built_in();
        let unreadable = |path: &Path, error: &std::io::Error| RegistryError::Unreadable {
            reason: format!("{}: {error}", path.display()),
        };
        let path = models_folder.join(OWN);
        match std::fs::read_to_string(&path) {
            Ok(text) => errors.extend(registry.add(&text, models_folder)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => errors.push(unreadable(&path, &error)),
        }
        for path in added::entries(models_folder) {
            match std::fs::read_to_string(&path) {
                Ok(text) => errors.extend(registry.add_while_running(&text, models_folder)),
                Err(error) => errors.push(unreadable(&path, &error)),
            }
        }
        (registry, errors)
    }

    /// The models that Patchbay knows by itself. A test holds that nothing is wrong with them.
    pub fn built_in() -> (Self, Vec<RegistryError>) {
        let mut registry = Self::default();
        let errors = registry.add(BUILT_IN, Path::new(""));
        registry.built_in = registry.models.len();
        (registry, errors)
    }

    /// Adds the models of a registry file's text; folders that it names are looked for from `base`.
    /// An id that is taken is refused, so that no file can change what another says.
    pub fn add(&mut self, text: &str, base: &Path) -> Vec<RegistryError> {
        let (models, mut errors) = read::models(text, base);
        for model in models {
            match self.free_id(model) {
                Ok(model) => self.models.push(model),
                Err(error) => errors.push(error),
            }
        }
        errors
    }

    /// The same for models that a person adds, also while others are worked with.
    pub(crate) fn add_while_running(&self, text: &str, base: &Path) -> Vec<RegistryError> {
        let (models, mut errors) = read::models(text, base);
        for model in models {
            match self.free_id(model) {
                Ok(model) => {
                    self.added.push(Model {
                        is_added: true,
                        ..model
                    });
                }
                Err(error) => errors.push(error),
            }
        }
        errors
    }

    /// Leaves a model that was added out from now on.
    pub(crate) fn forget_added(&self, id: &str) {
        self.added.forget(id);
    }

    fn free_id(&self, model: Model) -> Result<Model, RegistryError> {
        if self.model(&model.id).is_none() {
            return Ok(model);
        }
        Err(RegistryError::Entry {
            entry: model.id,
            field: "id".to_owned(),
            reason: "is taken by another model; choose another".to_owned(),
        })
    }

    /// Every model.
    pub fn models(&self) -> impl Iterator<Item = &Model> {
        self.models.iter().chain(self.added.iter())
    }

    /// A model by its id.
    pub fn model(&self, id: &str) -> Option<&Model> {
        self.models().find(|model| model.id == id)
    }

    /// The models that serve a tool, the default first: those that were added, the last one first,
    /// a person's own, then the built-in ones, both in the order of their files. Who adds a model
    /// for a tool wants that one.
    pub fn serving(&self, tool: &str) -> impl Iterator<Item = &Model> {
        let (built_in, own) = self.models.split_at(self.built_in);
        let added: Vec<&Model> = self.added.iter().collect();
        let added = added.into_iter().rev();
        added
            .chain(own)
            .chain(built_in)
            .filter(move |model| model.tools.iter().any(|served| served == tool))
    }
}
