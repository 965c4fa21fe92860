//! A server's tool as the engine runs it.

use std::sync::Arc;

use patchbay_connections::open_tools::json_schema::Shape;
use patchbay_connections::open_tools::{OpenToolError, Reach};
use patchbay_domain::Resource;
use patchbay_inference::Models;
use patchbay_tool_api::{Context, Implementation, Inputs, ToolError};

use super::connection::{Callable, Connection};
use super::values::{given, result};

/// A tool of a connected server.
pub(crate) struct ServerTool {
    connection: Arc<Connection>,
    callable: Callable,
}

impl ServerTool {
    pub(crate) fn new(connection: Arc<Connection>, callable: Callable) -> Self {
        Self {
            connection,
            callable,
        }
    }

    fn takes_files(&self) -> bool {
        let fields = self.callable.tool.inputs.iter().flat_map(|all| &all.fields);
        let is_file = |shape: &Shape| match shape {
            Shape::List(inner) => matches!(**inner, Shape::File { .. }),
            shape => matches!(shape, Shape::File { .. }),
        };
        fields.into_iter().any(|field| is_file(&field.shape))
    }
}

impl Implementation for ServerTool {
    fn tool(&self) -> &str {
        &self.callable.tool.tool.name
    }

    fn label(&self) -> &str {
        &self.connection.server.name
    }

    fn missing(&self, _: &Models) -> Option<String> {
        let name = &self.connection.server.name;
        if let Err(reason) = &self.callable.tool.inputs {
            return Some(format!(
                "“{name}” describes it so that it cannot be called: {reason}."
            ));
        }
        (self.takes_files() && !self.connection.server.files_allowed)
            .then(|| format!("“{name}” may not be given files yet. Allow it under “Servers…”."))
    }

    fn is_remote(&self) -> bool {
        true
    }

    fn sends(&self, inputs: &Inputs, _: &Models) -> Option<String> {
        let server = &self.connection.server;
        let files: Vec<String> = self
            .callable
            .tool
            .tool
            .args
            .iter()
            .filter_map(|argument| inputs.get(&argument.name).ok())
            .flat_map(Resource::files)
            .map(|file| format!("“{}”", file.name))
            .collect();
        let what = if files.is_empty() {
            "What it is given".to_owned()
        } else {
            format!("What it is given, with {},", files.join(", "))
        };
        let whom = match &server.reach {
            Reach::McpProgram { program, .. } => {
                format!("the program “{program}” of “{}”", server.name)
            }
            Reach::McpAddress { address }
            | Reach::OpenApi { address }
            | Reach::ComfyUi { address } => {
                format!("“{}” at {address}", server.name)
            }
        };
        Some(format!("{what} goes to {whom}."))
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let tool = &self.callable.tool;
        let values = given(tool, inputs)?;
        let arguments = tool.arguments(&values).map_err(failed)?;
        let is_stopped = || context.progress.is_cancelled();
        let given = (&arguments, context.seed);
        let answer = self.connection.call(&self.callable, given, is_stopped);
        context.progress.set(1.0);
        result(tool, answer.map_err(failed)?, inputs, context)
    }
}

/// Why a server gave no result, as the engine decides by it.
fn failed(error: OpenToolError) -> ToolError {
    let sentence = sentence(&error.to_string());
    match error {
        OpenToolError::Stopped { .. } => ToolError::Cancelled,
        OpenToolError::Argument { .. } | OpenToolError::NotCallable { .. } => {
            ToolError::Refused(sentence)
        }
        OpenToolError::NotAllowed { .. } | OpenToolError::FilesNotAllowed { .. } => {
            ToolError::Missing(sentence)
        }
        _ => ToolError::Failed(sentence),
    }
}

fn sentence(message: &str) -> String {
    let mut letters = message.chars();
    let first = letters.next().map(char::to_uppercase);
    let end = if message.ends_with(['.', '!', '?']) {
        ""
    } else {
        "."
    };
    first
        .into_iter()
        .flatten()
        .chain(letters)
        .collect::<String>()
        + end
}
