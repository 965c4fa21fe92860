//! A tool of a server as one of the toolbox.

use std::collections::HashSet;

use patchbay_domain::{CONNECTED, ResourceType, Tool};

use super::effect::Effect;
use super::error::OpenToolError;
use super::json_schema::{Arguments, Fields, Values, arguments};
use super::naming::tool_name;
use super::untrusted::{self, DESCRIPTION, NAME};
use crate::retrieval::Described;

/// A tool of a server.
#[derive(Debug, Clone, PartialEq)]
pub struct OpenTool {
    /// As plans have it.
    pub tool: Tool,
    /// The name of its server.
    pub server: String,
    /// Its name on that server, as it is called.
    pub original: String,
    /// What it does to what it works on, as its server says.
    pub effect: Effect,
    /// Its inputs, or why it cannot be called.
    pub inputs: Result<Fields, String>,
}

impl OpenTool {
    /// A tool with a name unlike all in `taken`, to which it is added. What it says of itself is
    /// made harmless.
    pub fn new(
        (server, original, description): (&str, &str, &str),
        inputs: Result<Fields, String>,
        returns: ResourceType,
        taken: &mut HashSet<String>,
    ) -> Self {
        let original_is_usable = original.len() <= NAME * 4 && !original.is_empty();
        let inputs = inputs.and_then(|fields| {
            original_is_usable
                .then_some(fields)
                .ok_or_else(|| "its name is empty or too long".to_owned())
        });
        let fields = inputs
            .as_ref()
            .map(|inputs| inputs.fields.as_slice())
            .unwrap_or_default();
        let tool = Tool {
            name: tool_name(server, original, taken),
            label: untrusted::line(
                &super::naming::snake(original, NAME, "tool").replace('_', " "),
                NAME,
            ),
            domain: CONNECTED.to_owned(),
            args: fields
                .iter()
                .filter_map(super::json_schema::Field::resource)
                .collect(),
            parameters: fields
                .iter()
                .filter_map(super::json_schema::Field::parameter)
                .collect(),
            returns,
            formats: Vec::new(),
            counts_as: Vec::new(),
            description: untrusted::line(description, DESCRIPTION),
            examples: Vec::new(),
            varies: false,
            seconds: 0.0,
            built_in: "-".to_owned(),
            model: "-".to_owned(),
            model_bytes: 0,
        };
        Self {
            tool,
            server: server.to_owned(),
            original: original.to_owned(),
            effect: Effect::Unknown,
            inputs,
        }
    }

    /// The same with what it does to what it works on.
    pub(super) fn with_effect(self, effect: Effect) -> Self {
        Self { effect, ..self }
    }

    /// Returns the arguments of a call with a run's values.
    pub fn arguments(&self, values: &Values) -> Result<Arguments, OpenToolError> {
        let inputs = self
            .inputs
            .as_ref()
            .map_err(|reason| OpenToolError::NotCallable {
                server: self.server.clone(),
                tool: self.tool.name.clone(),
                reason: reason.clone(),
            })?;
        arguments(&self.tool.name, &inputs.fields, values)
    }

    /// As it is searched.
    pub fn described(&self, server_description: &str) -> Described {
        let fields = self
            .inputs
            .as_ref()
            .map(|inputs| inputs.fields.as_slice())
            .unwrap_or_default();
        Described {
            id: self.tool.name.clone(),
            server: self.server.clone(),
            server_description: untrusted::line(server_description, DESCRIPTION),
            name: self.original.chars().take(NAME).collect(),
            description: self.tool.description.clone(),
            inputs: fields
                .iter()
                .map(|field| format!("{} {}", field.name, field.description))
                .collect(),
        }
    }
}
