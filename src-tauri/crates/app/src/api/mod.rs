//! The words that the fronts and the application exchange. TypeScript's side of them is generated from here
//! (`tests/bindings.rs` says how), so a front cannot drift from what is served.
//!
//! Ids are opaque strings, times are milliseconds since 1970 in UTC, and a file's place on disk is never part of a reply.

mod arguments;
mod conversation;
mod error;
mod event;
mod models;
pub(crate) mod operations;
mod pointing;
mod run;
mod settings;
mod start;
mod thing;
mod turn;

pub use arguments::{
    AcceptRegion, ConversationId, ImportFile, ImportText, MarkPoints, Nothing, PlanRequest, RenameConversation,
    RenameThing, RunId, RunRequest, SaveDraft, SaveThing, SegmentRequest, SetAction, ThingId,
};
pub use conversation::{Conversation, ConversationSummary, Draft};
pub use error::{AppError, ErrorCode};
pub use event::Event;
pub use models::{ImportModel, ModelDisk, ModelId, ModelInfo, ModelList, ModelNote, ModelWork, ModelWorkKind};
pub use operations::bindings;
pub use pointing::{Candidate, CandidateName, PointingSize, Segmentation};
pub use run::{Missing, Offer, Run, RunResult};
pub use settings::{Settings, Theme};
pub use start::{Start, ToolInfo};
pub use thing::{Given, Made, Origin, ProvenanceInput, ProvenanceStep, Saved, Thing, ThingRef};
pub use turn::{ActionLosses, MissingAction, Turn};
