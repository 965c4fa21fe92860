//! A server of tools as people see it.

use patchbay_connections::open_tools::{Effect, OpenTool, Reach, Server};

use super::connections::{SavedServer, Standing};
use crate::api::{ServerToolInfo, ToolEffect, ToolReach, ToolServer};

/// A server as it is kept and as it stands.
pub(crate) fn view(saved: &SavedServer, standing: Option<&Standing>) -> ToolServer {
    let is_connected = standing.is_some_and(Standing::is_connected);
    let (tools, problem) = match standing {
        Some(Standing::Connected(_, tools)) => {
            let name = &saved.server.name;
            let ended = format!("“{name}” ended. It is started again with the next request.");
            let tools = tools.iter().map(|one| tool(&saved.server, &one.tool));
            let tools = tools.collect();
            (tools, (!is_connected).then_some(ended))
        }
        Some(Standing::Failed(sentence)) => (Vec::new(), Some(sentence.clone())),
        None => (Vec::new(), None),
    };
    ToolServer {
        name: saved.server.name.clone(),
        reach: saved.server.reach.clone().into(),
        needs_key: saved.needs_key,
        variables: saved.variables.iter().cloned().collect(),
        allowed: saved.server.allowed,
        files_allowed: saved.server.files_allowed,
        is_here: saved.is_here(),
        is_connected,
        problem,
        tools,
    }
}

fn tool(server: &Server, tool: &OpenTool) -> ServerToolInfo {
    ServerToolInfo {
        name: tool.original.clone(),
        label: tool.tool.title(),
        description: tool.tool.description.clone(),
        problem: tool.inputs.as_ref().err().cloned(),
        allowed: server.allows(tool),
        effect: match tool.effect {
            Effect::Unknown => ToolEffect::Unknown,
            Effect::Reads => ToolEffect::Reads,
            Effect::Writes => ToolEffect::Writes,
            Effect::Deletes => ToolEffect::Deletes,
        },
    }
}

impl From<ToolReach> for Reach {
    fn from(reach: ToolReach) -> Self {
        match reach {
            ToolReach::McpProgram {
                program,
                arguments,
                environment,
            } => Self::McpProgram {
                program,
                arguments,
                environment,
            },
            ToolReach::McpAddress { address } => Self::McpAddress { address },
            ToolReach::OpenApi { address } => Self::OpenApi { address },
            ToolReach::ComfyUi { address } => Self::ComfyUi { address },
        }
    }
}

impl From<Reach> for ToolReach {
    fn from(reach: Reach) -> Self {
        match reach {
            Reach::McpProgram {
                program,
                arguments,
                environment,
            } => Self::McpProgram {
                program,
                arguments,
                environment,
            },
            Reach::McpAddress { address } => Self::McpAddress { address },
            Reach::OpenApi { address } => Self::OpenApi { address },
            Reach::ComfyUi { address } => Self::ComfyUi { address },
        }
    }
}
