//! A local model as fronts see it.

use patchbay_inference::library::State;
use patchbay_inference::registry::{Model, Source};

use crate::api::{ModelDisk, ModelInfo, ModelNote, ModelWork};

/// A model that stands so on disk, with what is done with it now or what came of the last work on
/// it.
pub(crate) fn info(
    model: &Model,
    state: State,
    (work, note): (Option<ModelWork>, Option<ModelNote>),
) -> ModelInfo {
    ModelInfo {
        id: model.id.clone(),
        name: model.name.clone(),
        tools: model.tools.clone(),
        source: model.source.to_string(),
        own_folder: matches!(model.source, Source::Folder(_)),
        is_added: model.is_added,
        bytes: model.bytes,
        memory: model.memory,
        speed: model.speed.clone(),
        licence: model.licence.clone(),
        commercial: model.commercial,
        settings: model
            .settings
            .iter()
            .map(|(name, value)| (name.clone(), value.to_string()))
            .collect(),
        disk: match state {
            State::Absent => ModelDisk::Absent,
            State::Partial { bytes } => ModelDisk::Partial { bytes },
            State::Installed { bytes } => ModelDisk::Installed { bytes },
            State::Broken { file, reason } => ModelDisk::Broken {
                reason: format!("{file}: {reason}."),
            },
        },
        work,
        note,
    }
}
