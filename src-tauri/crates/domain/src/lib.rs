//! Types that every part of Patchbay speaks of. No IO happens here.
//!
//! - [`Cancelled`]: the end of work that a person stopped
//! - [`direct_call`]: a tool called straight, without a request in words
//! - [`edit`]: result of cutting and joining
//! - [`index`]: numbers of tools and subtasks
//! - [`resource_type`], [`tool`]: types of values, and the typed functions between them
//! - [`toolbox`]: both together, read from data and checked at load
//! - [`parameter`]: typed values that a tool takes beside its resources
//! - [`parsed`]: a request as it was read
//! - [`plan`]: input and output of the planner (requests, subtasks, solutions, actions)
//! - [`recipe`]: actions that made a result, to make it again
//! - [`resource`]: the values that flow between tools while a plan runs
//! - [`run`]: progress of a run of a plan
//! - [`setting`]: settings of a step beside its inputs
//! - [`text_role`]: part of a request's words that a text holds
//! - [`value`]: references by the values of inputs
//! - [`region`]: points, boxes and masks on an image

mod cancelled;
pub mod direct_call;
pub mod edit;
pub mod index;
pub mod parameter;
pub mod parsed;
pub mod plan;
pub mod recipe;
pub mod region;
pub mod resource;
pub mod resource_type;
pub mod run;
pub mod setting;
pub mod text_role;
pub mod tool;
pub mod toolbox;
pub mod value;

pub use cancelled::Cancelled;
pub use direct_call::{DirectCall, DirectCallError, direct_calls};
pub use edit::{EditList, EditPart, EditTransition};
pub use index::{SubtaskId, ToolIndex};
pub use parameter::{Parameter, ParameterKind};
pub use parsed::{
    Act, CallReference, ConversationStep, ParsedCall, ParsedRequest, ParsedSlot, Segment, Settled,
    Source, Span, Version, settled,
};
pub use plan::{
    Action, Argument, InputValue, NamedResource, Output, Plan, PlanError, PlanReply, PlanSource,
    Request, Returns, Solution, Subtask, SubtaskGoal, Turn, Uncovered, UncoveredKind, text_without,
};
pub use recipe::{Recipe, RecipeError};
pub use region::{BoundingBox, Point, PointPrompt};
pub use resource::{Label, LabelledBox, LabelledImage, LabelledMask, MediaFile, Resource};
pub use resource_type::{ResourceType, TypeDeclaration};
pub use run::{ActionPlace, Missing, ModelUse, Preview, RunStatus, Step, StepError, StepStatus};
pub use setting::{SettingForm, StepSetting};
pub use text_role::TextRole;
pub use tool::{CONNECTED, ResourceParameter, Tool};
pub use toolbox::{Toolbox, ToolboxError};
pub use value::ValueRef;
