//! Models: their entries, where their files come from, whether these are on disk, and the networks
//! that are in memory.
//!
//! - [`registry`]: which models there are, the built-in ones and a person's own
//! - [`library`]: which of them are on disk, whole or in part; verifying, removing and importing
//!   them
//! - [`download`]: getting them from a hub or a mirror
//! - [`weights`]: a network's tensors from its files, checked before use
//! - `gguf`: whether a GGUF file is whole, and the one that was asked for
//! - [`device`]: what networks run on
//! - `memory`, `embeddings`: the networks and the image embeddings that are kept in memory
//! - [`Models`]: all of that for a running program

pub mod device;
pub mod download;
pub(crate) mod embeddings;
pub(crate) mod gguf;
pub mod library;
mod memory;
pub mod registry;
pub mod weights;

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use candle_core::{DType, Device};

use self::embeddings::Embeddings;
use self::library::{Library, State};
use self::memory::LoadedNetworks;
use self::registry::{Model, Registry, RegistryError};
use crate::InferenceError;
use crate::messages::Chat;

/// The bytes of memory that networks may take together, where nobody says otherwise.
const MEMORY_LIMIT: u64 = 6_000_000_000;

/// The models of a running program. Clones share what is in memory.
#[derive(Clone)]
pub struct Models(Arc<Inner>);

struct Inner {
    registry: Registry,
    /// Errors in entries of a person's own.
    errors: Vec<RegistryError>,
    library: Library,
    device: Device,
    /// Why it is this device, for people.
    reason: String,
    loaded: LoadedNetworks,
    embeddings: Embeddings,
    /// The language model on a server that the person chose for texts.
    remote_chat: RwLock<Option<Arc<dyn Chat>>>,
}

impl std::fmt::Debug for Models {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Models")
            .field("folder", &self.0.library.folder())
            .finish_non_exhaustive()
    }
}

impl Models {
    /// The built-in models and those that `registry.toml` in `folder` adds, with their files in
    /// `folder`. What is wrong in that file is written to the log; `patchbay-cli models list` says
    /// it too.
    pub fn open(folder: impl Into<PathBuf>) -> Self {
        Self::with_memory_limit(folder, MEMORY_LIMIT)
    }

    /// The same with another bound on the bytes of memory that models have together. One that needs
    /// more is loaded alone.
    pub fn with_memory_limit(folder: impl Into<PathBuf>, memory_limit: u64) -> Self {
        let library = Library::new(folder);
        let (registry, errors) = Registry::open(library.folder());
        for error in &errors {
            tracing::warn!(%error, "a model is left out");
        }
        let (device, reason) = device::choose();
        tracing::info!(reason, "models run on");
        Self::from_parts(registry, errors, library, (device, reason), memory_limit)
    }

    /// No models at all: what is built in does everything.
    pub fn none() -> Self {
        Self::from_parts(
            Registry::default(),
            Vec::new(),
            Library::new(""),
            (Device::Cpu, String::new()),
            0,
        )
    }

    fn from_parts(
        registry: Registry,
        errors: Vec<RegistryError>,
        library: Library,
        (device, reason): (Device, String),
        memory_limit: u64,
    ) -> Self {
        let (loaded, embeddings) = (LoadedNetworks::new(memory_limit), Embeddings::default());
        Self(Arc::new(Inner {
            registry,
            errors,
            library,
            device,
            reason,
            loaded,
            embeddings,
            remote_chat: RwLock::default(),
        }))
    }

    /// The model that does a tool's work: the first that serves it and is on this computer.
    pub fn installed(&self, tool: &str) -> Option<&Model> {
        self.0
            .registry
            .serving(tool)
            .find(|model| self.is_there(model))
    }

    /// The model to get for a tool, where one can be had.
    pub fn offered(&self, tool: &str) -> Option<&Model> {
        self.0.registry.serving(tool).next()
    }

    /// Every model that there is.
    pub fn registry(&self) -> &Registry {
        &self.0.registry
    }

    /// Returns the errors in entries of a person's own, which are left out.
    pub fn errors(&self) -> &[RegistryError] {
        &self.0.errors
    }

    /// Those on disk.
    pub fn library(&self) -> &Library {
        &self.0.library
    }

    /// Returns the device that models run on, and their floating-point type: `cpu, f32`.
    pub fn device(&self) -> String {
        let device = match &self.0.device {
            Device::Cpu => "cpu",
            Device::Cuda(_) => "cuda",
            Device::Metal(_) => "metal",
        };
        format!("{device}, {}", device::dtype(&self.0.device).as_str())
    }

    /// Why they run on that, in a sentence.
    pub fn device_reason(&self) -> &str {
        &self.0.reason
    }

    /// Lets a model's memory go, since its files change. Steps that work with it keep it to their
    /// end.
    pub fn release(&self, id: &str) {
        self.0.loaded.release(id);
    }

    /// The model that does one network's part of a tool's work, for a tool that takes several
    /// networks: the first that serves the tool and is on this computer.
    pub fn installed_part(&self, tool: &str, network: &str) -> Option<&Model> {
        self.parts(tool, network).find(|model| self.is_there(model))
    }

    /// The model to get for one network's part of a tool's work, where one can be had.
    pub fn offered_part(&self, tool: &str, network: &str) -> Option<&Model> {
        self.parts(tool, network).next()
    }

    fn parts(&self, tool: &str, network: &str) -> impl Iterator<Item = &Model> {
        self.0
            .registry
            .serving(tool)
            .filter(move |model| model.network == network)
    }

    fn is_there(&self, model: &Model) -> bool {
        matches!(self.0.library.state(model), State::Installed { .. })
    }

    /// Works with a model's network. `load` reads it from the model's folder in a floating-point
    /// type for a device; it is asked only where the network is not in memory. Where the memory of
    /// the device does not suffice, all others are let go and it is tried once more.
    pub fn with<N: Send + Sync + 'static, T>(
        &self,
        model: &Model,
        load: impl Fn(&Path, DType, &Device) -> Result<N, InferenceError>,
        work: impl Fn(&N) -> Result<T, InferenceError>,
    ) -> Result<T, InferenceError> {
        let tried = self
            .network(model, &load)
            .and_then(|network| work(&network));
        match tried {
            Err(InferenceError::OutOfMemory { .. }) => {
                self.0.loaded.clear();
                work(&*self.network(model, &load)?)
            }
            done => done,
        }
    }

    /// A model's network out of memory, else from its files.
    fn network<N: Send + Sync + 'static>(
        &self,
        model: &Model,
        load: impl Fn(&Path, DType, &Device) -> Result<N, InferenceError>,
    ) -> Result<Arc<N>, InferenceError> {
        let device = &self.0.device;
        self.0.loaded.get_or_load(&model.id, model.memory, || {
            load(
                &self.0.library.model_folder(model),
                device::dtype(device),
                device,
            )
        })
    }

    /// The language model on a server that writes texts, where the person chose one.
    pub fn remote_chat(&self) -> Option<Arc<dyn Chat>> {
        let chosen = self.0.remote_chat.read();
        chosen.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Has texts written by a language model on a server; none: on this computer alone.
    pub fn set_remote_chat(&self, chat: Option<Arc<dyn Chat>>) {
        let chosen = self.0.remote_chat.write();
        *chosen.unwrap_or_else(PoisonError::into_inner) = chat;
    }

    pub(crate) fn embeddings(&self) -> &Embeddings {
        &self.0.embeddings
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// A folder with a registry of models that each need 100 bytes of memory.
    fn models(ids: &[&str], memory_limit: u64) -> (tempfile::TempDir, Models) {
        let folder = tempfile::tempdir().unwrap();
        let mut registry = String::new();
        for id in ids {
            std::fs::create_dir(folder.path().join(id)).unwrap();
            std::fs::write(folder.path().join(id).join("config.json"), "{}").unwrap();
            let entry = format!(
                "[[model]]\nid = \"{id}\"\nname = \"{id}\"\nnetwork = \"detr\"\ntools = [\"look_{id}\"]\nfolder = \"{id}\"\n\
                 files = [{{ path = \"config.json\" }}]\nbytes = 2\nmemory = 100\ndevices = [\"cpu\"]\nlicence = \"MIT\"\n"
            );
            registry.push_str(&entry);
        }
        std::fs::write(folder.path().join("registry.toml"), registry).unwrap();
        let models = Models::with_memory_limit(folder.path(), memory_limit);
        (folder, models)
    }

    #[test]
    fn a_model_is_loaded_once_and_the_one_used_least_recently_goes_first() {
        let (_folder, models) = models(&["a", "b", "c"], 200);
        let loads = Cell::new(String::new());
        let name = |id: &str| {
            let model = models
                .installed(&format!("look_{id}"))
                .expect("its folder is there");
            let load = |folder: &Path, _: DType, _: &Device| {
                loads.set(loads.take() + id);
                Ok(folder.file_name().unwrap().to_string_lossy().into_owned())
            };
            models
                .with(model, load, |network| Ok(network.clone()))
                .unwrap()
        };
        for id in ["a", "b", "a", "c", "a", "b"] {
            assert_eq!(name(id), id);
        }
        assert_eq!(
            loads.take(),
            "abcb",
            "“b” was used least recently when “c” came"
        );
        assert!(models.installed("look_d").is_none() && models.offered("look_d").is_none());
    }

    #[test]
    fn where_memory_does_not_suffice_the_others_go_and_it_is_tried_once_more() {
        let (_folder, models) = models(&["a", "b"], 1000);
        let model = |id: &str| models.installed(&format!("look_{id}")).unwrap();
        models
            .with(model("a"), |_, _, _| Ok(1), |_| Ok(()))
            .unwrap();
        let others = || {
            models
                .0
                .loaded
                .lock()
                .iter()
                .filter(|loaded| loaded.id == "a")
                .count()
        };
        let full = || InferenceError::OutOfMemory {
            device: "the graphics card".to_owned(),
        };
        let work = |_: &u8| {
            if others() > 0 {
                Err(full())
            } else {
                Ok(others())
            }
        };
        assert_eq!(
            models.with(model("b"), |_, _, _| Ok(2_u8), work).unwrap(),
            0
        );
        let tries = Cell::new(0);
        let never = |_: &u8| -> Result<(), _> {
            tries.set(tries.get() + 1);
            Err(full())
        };
        assert!(matches!(
            models.with(model("b"), |_, _, _| Ok(2_u8), never),
            Err(InferenceError::OutOfMemory { .. })
        ));
        assert_eq!(tries.get(), 2);
    }
}
