//! Data that a front needs to begin.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{ConversationSummary, ResourceType, Settings, StepSetting};

/// A tool as people see it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ToolInfo {
    /// Unique name, such as `image_to_edge`.
    pub name: String,
    /// What people read.
    pub label: String,
    /// The field that it belongs to, such as `image-editing`.
    pub domain: String,
    /// What it does, in a sentence.
    pub description: String,
    /// The types of what it takes, each once: files and results, no words of a request.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<ResourceType>>", optional)]
    pub takes: Vec<ResourceType>,
    /// The input that tells in words what to do; none where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub instruction: Option<String>,
    /// The type of what it makes.
    pub gives: ResourceType,
    /// Requests that it serves; what they are about is named by slots, such as `{image}`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<String>>", optional)]
    pub examples: Vec<String>,
    /// Whether it makes something new out of little, so that another take of the same can be asked
    /// for.
    pub varies: bool,
    /// Whether it can run on this computer now.
    pub available: bool,
    /// What it needs where it cannot, such as the name of a model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub needs: Option<String>,
    /// The size of what it needs in bytes; 0: not known, or nothing.
    pub bytes: u64,
    /// The ids of the models that have to be got so that it can run; none where it can, or where
    /// models do not do it.
    pub models: Vec<String>,
    /// What can be set of it as it is done here now.
    pub settings: Vec<StepSetting>,
}

/// What a front needs to begin.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Start {
    /// The program's version.
    pub version: String,
    /// Where media come from: `{media_base}/media/{asset}/{name}?token={media_token}`, with byte
    /// ranges; `&thumbnail=240` gives an image of at most that many pixels on its longer side,
    /// `&waveform=400` a JSON list of so many `[min, max]`. Empty where no server runs.
    pub media_base: String,
    /// The token that the server asks for. It changes with every start.
    pub media_token: String,
    /// Every conversation, the newest first.
    pub conversations: Vec<ConversationSummary>,
    /// What is set.
    pub settings: Settings,
    /// Every tool of the toolbox.
    pub tools: Vec<ToolInfo>,
}
