//! The toolbox that ships with the program.

use patchbay_domain::{Tool, Toolbox};
use patchbay_engine::Engine;

use crate::api::ToolInfo;
use crate::error::Error;

/// Reads the toolbox.
pub(crate) fn load() -> Result<Toolbox, Error> {
    Toolbox::from_json(patchbay_tools::TOOLBOX).map_err(|error| Error::Internal { reason: error.to_string() })
}

/// A tool as people see it.
pub(crate) fn info(tool: &Tool, engine: &Engine) -> ToolInfo {
    let missing = engine.availability().missing(&tool.name);
    ToolInfo {
        name: tool.name.clone(),
        label: tool.title(),
        domain: tool.domain.clone(),
        description: tool.description.clone(),
        varies: tool.varies,
        available: missing.is_none(),
        bytes: missing.as_ref().map_or(0, |missing| missing.bytes),
        models: missing.as_ref().map_or_else(Vec::new, |missing| missing.models.clone()),
        settings: engine.availability().settings(&tool.name),
        needs: missing.map(|missing| missing.needs),
    }
}
