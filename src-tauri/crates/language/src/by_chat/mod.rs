//! The planner's parts by a chat model, on this computer or on a server (ControlLLM, section 6 and
//! tables 6 to 9). Each wraps the embedded part, which answers where the model fails, is stopped or
//! says nothing usable. An answer has to satisfy a JSON Schema made of the toolbox, the resources
//! and the words of the request, so that it can name nothing that does not exist; and the plan is
//! held against its request as every other.
//!
//! - [`Ask`]: asks a model for an answer that satisfies a schema
//! - [`schemas`]: what the parts' answers may be; [`valid`]: whether one is so
//! - [`spans`]: the words that an answer can copy
//! - `told`: a toolbox and a subtask in words
//! - [`ChatDecomposer`], [`ChatAssessor`], [`ChatSolutionExpert`], [`ChatResourceExpert`]: the parts

mod ask;
mod assessor;
mod decomposer;
mod resource_expert;
pub mod schemas;
mod solution_expert;
pub mod spans;
mod told;
pub mod valid;

use std::sync::Arc;

use patchbay_domain::Toolbox;
use patchbay_inference::chat::Chat;
use patchbay_planner::Planner;

pub use ask::{Ask, Stopped};
pub use assessor::ChatAssessor;
pub use decomposer::ChatDecomposer;
pub use resource_expert::ChatResourceExpert;
pub use solution_expert::ChatSolutionExpert;
pub use told::toolbox_in_words;

use crate::embedded::{Parts, language_of};
use crate::encoder::SharedEncoder;

/// Who does each part of the planner; none: the embedded model.
#[derive(Clone, Default)]
pub struct Chats {
    /// Takes requests apart.
    pub decomposition: Option<Arc<dyn Chat>>,
    /// Judges tools.
    pub assessment: Option<Arc<dyn Chat>>,
    /// Ranks solutions.
    pub solutions: Option<Arc<dyn Chat>>,
    /// Fills arguments.
    pub resources: Option<Arc<dyn Chat>>,
    /// Whether the person stopped the planning; none: nobody does.
    pub stopped: Option<Stopped>,
}

/// A planner over a toolbox whose parts are done by these chat models, and by the embedded model
/// where there is none.
pub fn planner_by(
    toolbox: Toolbox,
    parts: Parts,
    encoder: Arc<SharedEncoder>,
    chats: Chats,
) -> Planner {
    let mut language = language_of(&toolbox, parts, encoder);
    let system: Arc<str> = toolbox_in_words(&toolbox).into();
    let ask = |chat| Ask::new(chat, Arc::clone(&system), chats.stopped.clone());
    if let Some(chat) = chats.decomposition {
        language.decomposer = Box::new(ChatDecomposer::new(ask(chat), language.decomposer));
    }
    if let Some(chat) = chats.assessment {
        language.assessor = Box::new(ChatAssessor::new(ask(chat), language.assessor));
    }
    if let Some(chat) = chats.solutions {
        let embedded = language.solution_expert;
        language.solution_expert = Box::new(ChatSolutionExpert::new(ask(chat), embedded));
    }
    if let Some(chat) = chats.resources {
        let (ask, embedded) = (ask(chat), language.resource_expert);
        let expert = ChatResourceExpert::new(ask, embedded, Arc::new(toolbox.clone()));
        language.resource_expert = Box::new(expert);
    }
    Planner::new(toolbox, language)
}
