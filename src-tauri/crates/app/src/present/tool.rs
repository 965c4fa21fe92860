//! A tool as people see it.

use patchbay_domain::{Tool, Toolbox};
use patchbay_engine::Availability;

use crate::api::{ResourceType, StepSetting, ToolInfo};

/// Every tool, with whether it can run now.
pub(crate) fn all(toolbox: &Toolbox, availability: &Availability) -> Vec<ToolInfo> {
    toolbox
        .tools
        .iter()
        .map(|tool| info(tool, availability))
        .collect()
}

/// Returns a tool's label for people: its title, or its name if the toolbox no longer has it.
pub(crate) fn label(toolbox: &Toolbox, tool: &str) -> String {
    toolbox
        .tool(tool)
        .map_or_else(|| tool.to_owned(), Tool::title)
}

/// The types of what a tool takes, each once, without words of a request.
fn taken(tool: &Tool) -> Vec<ResourceType> {
    let mut types = Vec::new();
    for argument in tool.args.iter().filter(|argument| argument.role.is_none()) {
        let taken = ResourceType::from(&argument.resource_type);
        if !types.contains(&taken) {
            types.push(taken);
        }
    }
    types
}

fn info(tool: &Tool, availability: &Availability) -> ToolInfo {
    let missing = availability.missing(&tool.name);
    ToolInfo {
        name: tool.name.clone(),
        label: tool.title(),
        domain: tool.domain.clone(),
        description: tool.description.clone(),
        takes: taken(tool),
        instruction: tool.instruction().map(|one| one.name.clone()),
        gives: (&tool.returns).into(),
        examples: tool.examples.clone(),
        varies: tool.varies,
        available: missing.is_none(),
        bytes: missing.as_ref().map_or(0, |missing| missing.bytes),
        models: missing
            .as_ref()
            .map_or_else(Vec::new, |missing| missing.models.clone()),
        settings: availability
            .settings(&tool.name)
            .into_iter()
            .map(StepSetting::from)
            .collect(),
        needs: missing.map(|missing| missing.needs),
    }
}
