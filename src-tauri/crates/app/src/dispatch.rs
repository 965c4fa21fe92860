//! Calls an operation by its name: the one way in for every front.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::api::operations::operations;
use crate::api::{
    AcceptRegion, AddModel, AllowServerTool, AllowToolServer, AppError, Artifact, ArtifactId,
    ChoiceSaid, Conversation, ConversationId, ConversationSummary, Correction, CorrectionId,
    CorrectionList, DeletedTurn, ErrorCode, FileNames, FollowRecipe, FoundConversation, HandOver,
    HandedOver, ImportFile, ImportModel, ImportText, KeepRecipe, KeyKept, MarkPoints, ModelId,
    ModelInfo, ModelList, NameArtifacts, Nothing, Paths, PlanRequest, PointingSize, ProvenanceStep,
    Reading, ReadingOf, Readings, Recipe, RecipeId, RecipeList, RenameArtifact, RenameConversation,
    RenameRecipe, RestoredTurn, Run, RunId, RunRequest, RunStep, SaidIn, SaveArtifact,
    SaveArtifacts, SaveDraft, SaveServer, SaveToolServer, Saved, SavedAll, SegmentRequest,
    Segmentation, Server, ServerId, ServerKey, ServerList, ServerModels, Settings, Start,
    ToolReach, ToolServer, ToolServerKey, ToolServerList, ToolServerName, Turn, TurnId,
    WaitingRequest, WatchFolder, WatchedFolder, WatchedFolderId, WatchedFolderList, Words,
    needs_paths,
};
use crate::app::App;
use crate::error::Error;

fn read<T: DeserializeOwned>(operation: &str, arguments: Value) -> Result<T, Error> {
    serde_json::from_value(arguments).map_err(|error| Error::BadArguments {
        operation: operation.to_owned(),
        reason: error.to_string(),
    })
}

fn write(reply: &impl Serialize) -> Result<Value, Error> {
    serde_json::to_value(reply).map_err(|error| Error::Internal {
        reason: error.to_string(),
    })
}

macro_rules! dispatch {
    ($($(#[doc = $doc:literal])* $name:ident: $arguments:ty => $reply:ty,)*) => {
        async fn dispatch(app: &App, operation: &str, arguments: Value) -> Result<Value, Error> {
            match operation {
                $(stringify!($name) => {
                    let reply: $reply = app.$name(read::<$arguments>(operation, arguments)?).await?;
                    write(&reply)
                })*
                other => Err(Error::UnknownOperation { name: other.to_owned() }),
            }
        }
    };
}
operations!(dispatch);

impl App {
    /// Calls the operation of that name (see [`crate::api`] for what each takes and answers). Must
    /// be called within a tokio runtime.
    pub async fn call(&self, operation: &str, arguments: Value) -> Result<Value, AppError> {
        dispatch(self, operation, arguments)
            .await
            .map_err(AppError::from)
    }

    /// The same for a front that is no window of this computer: operations with paths are refused,
    /// and so is a program that was not connected in the window.
    pub async fn call_from_browser(
        &self,
        operation: &str,
        arguments: Value,
    ) -> Result<Value, AppError> {
        if needs_paths(operation) {
            return Err(window_only("Files are opened and saved by their paths")
                .with_hint("Drop the file on the page, or download it."));
        }
        if self.starts_program(operation, &arguments).await? {
            return Err(window_only("Programs with tools are connected")
                .with_hint("Open Patchbay's window for it, or connect an address."));
        }
        self.call(operation, arguments).await
    }

    /// Whether an operation has a program of this computer started that was not allowed before, or lets
    /// it do more.
    async fn starts_program(&self, operation: &str, arguments: &Value) -> Result<bool, Error> {
        let is_program = |reach: &ToolReach| matches!(reach, ToolReach::McpProgram { .. });
        match operation {
            "save_tool_server" => {
                let server: SaveToolServer = read(operation, arguments.clone())?;
                Ok(is_program(&server.reach))
            }
            "allow_tool_server" => {
                let wanted: AllowToolServer = read(operation, arguments.clone())?;
                let servers = self.tool_servers(Nothing {}).await?.servers;
                Ok(servers.iter().any(|server| {
                    let allows_more = (wanted.allowed && !server.allowed)
                        || (wanted.files_allowed && !server.files_allowed);
                    server.name == wanted.name && is_program(&server.reach) && allows_more
                }))
            }
            "allow_server_tool" => {
                let wanted: AllowServerTool = read(operation, arguments.clone())?;
                let servers = self.tool_servers(Nothing {}).await?.servers;
                Ok(wanted.allowed
                    && servers
                        .iter()
                        .any(|server| server.name == wanted.server && is_program(&server.reach)))
            }
            "set_tool_server_key" => {
                let wanted: ToolServerKey = read(operation, arguments.clone())?;
                Ok(wanted.variable.is_some())
            }
            _ => Ok(false),
        }
    }
}

fn window_only(what: &str) -> AppError {
    AppError::new(
        ErrorCode::Unsuitable,
        format!("{what} in Patchbay's own window only, not in a browser."),
    )
}
