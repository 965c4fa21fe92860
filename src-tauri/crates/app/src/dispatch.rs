//! Calls an operation by its name: the one way in for every front.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::api::operations::operations;
use crate::api::{
    AcceptRegion, AllowToolServer, AppError, Artifact, ArtifactId, Conversation, ConversationId,
    ConversationSummary, HandOver, HandedOver, ImportFile, ImportModel, ImportText, KeyKept,
    MarkPoints, ModelId, ModelInfo, ModelList, Nothing, Paths, PlanRequest, PointingSize,
    ProvenanceStep, Reading, RenameArtifact, RenameConversation, Run, RunId, RunRequest, RunStep,
    SaveArtifact, SaveDraft, SaveServer, SaveToolServer, Saved, SegmentRequest, Segmentation,
    Server, ServerId, ServerKey, ServerList, ServerModels, Settings, Start, ToolServer,
    ToolServerKey, ToolServerList, ToolServerName, Turn, TurnId,
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
}
