//! The words that the fronts and the application exchange. TypeScript's side of them is generated
//! from here (`tests/bindings.rs` says how), so a front cannot drift from what is served.
//!
//! Arguments, replies and events are made of types of this module only. The domain's types are what
//! is stored: each that fronts see has a type of its own here, made from it by a `From` that names
//! every field, so that none is shown or left out by accident.
//!
//! Ids are opaque strings, times are milliseconds since 1970 in UTC, and a file's place on disk is
//! never part of a reply.

mod action;
mod arguments;
mod artifact;
mod conversation;
mod corrections;
mod error;
mod event;
mod models;
pub(crate) mod operations;
mod plan;
mod pointing;
mod readings;
mod recipes;
mod region;
mod resource;
mod run;
mod servers;
mod settings;
mod start;
mod step;
mod step_setting;
mod tool_servers;
mod turn;
mod watched_folders;

pub use action::{Action, ActionPlace, Argument, InputValue, Returns};
pub use arguments::{
    AcceptRegion, ArtifactId, ConversationId, HandOver, ImportFile, ImportText, MarkPoints,
    NameArtifacts, Nothing, Paths, PlanRequest, RenameArtifact, RenameConversation, RunId,
    RunRequest, RunStep, SaveArtifact, SaveArtifacts, SaveDraft, SegmentRequest, SetAction,
    WaitingRequest, Words,
};
pub use artifact::{
    Artifact, ArtifactRef, FileNames, Given, HandedOver, Made, Origin, ProvenanceInput,
    ProvenanceStep, Saved, SavedAll,
};
pub use conversation::{Conversation, ConversationSummary, Draft, FoundConversation};
pub use corrections::{Correction, CorrectionId, CorrectionList};
pub use error::{AppError, ErrorCode, ErrorDetail, plain};
pub use event::Event;
pub use models::{
    AddModel, ImportModel, ModelDisk, ModelId, ModelInfo, ModelList, ModelNote, ModelWork,
    ModelWorkKind,
};
pub use operations::{bindings, needs_paths};
pub use plan::{Plan, PlanSource, Solution, Subtask, SubtaskGoal, Uncovered, UncoveredKind};
pub use pointing::{Candidate, CandidateName, PointingSize, Segmentation};
pub use readings::{
    CallAct, ChoiceSaid, ReadCall, ReadValue, ReadingOf, Readings, SaidIn, Talk, WayMeant,
};
pub use recipes::{FollowRecipe, KeepRecipe, Recipe, RecipeId, RecipeList, RenameRecipe};
pub use region::{BoundingBox, Point, PointPrompt};
pub use resource::{Label, LabelledBox, ResourceType};
pub use run::{Missing, Offer, Run, RunResult, RunStatus};
pub use servers::{
    KeyKept, Reading, SaveServer, Server, ServerId, ServerKey, ServerList, ServerModels, TurnId,
};
pub use settings::{Settings, Theme};
pub use start::{Start, ToolInfo};
pub use step::{ModelUse, Preview, Step, StepError, StepStatus};
pub use step_setting::{ParameterKind, SettingForm, StepSetting};
pub use tool_servers::{
    AllowServerTool, AllowToolServer, SaveToolServer, ServerToolInfo, ToolEffect, ToolReach,
    ToolServer, ToolServerKey, ToolServerList, ToolServerName,
};
pub use turn::{ActionLosses, DeletedTurn, MissingAction, RestoredTurn, Turn};
pub use watched_folders::{WatchFolder, WatchedFolder, WatchedFolderId, WatchedFolderList};
