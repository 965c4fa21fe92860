//! Arguments of the operations.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{ActionPlace, CandidateName, Draft, PointPrompt};

/// Nothing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(type = "Record<string, never>")]
pub struct Nothing {}

/// A conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ConversationId {
    /// Its id.
    pub id: String,
}

/// A conversation's new title.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RenameConversation {
    /// The conversation.
    pub id: String,
    /// The title; blank: the first request becomes the title again.
    pub title: String,
}

/// What is being written and not yet sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SaveDraft {
    /// The conversation.
    pub conversation: String,
    /// The draft.
    pub draft: Draft,
}

/// A file to take in. Only the desktop window has paths; a browser uploads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ImportFile {
    /// The conversation.
    pub conversation: String,
    /// Where the file is on this computer.
    pub path: String,
}

/// Where to write how an artifact was edited, for another program. Only the desktop window has
/// paths.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct HandOver {
    /// The artifact.
    pub artifact: String,
    /// The file to write; its ending says what: `otio`, `fcpxml`, `edl`, or `sh` for the command
    /// line of ffmpeg.
    pub path: String,
}

/// Files and folders of this computer. Only the desktop window has paths.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Paths {
    /// Where they are, in order.
    pub paths: Vec<String>,
}

/// Words to take in as an artifact, such as a pasted text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ImportText {
    /// The conversation.
    pub conversation: String,
    /// The words.
    pub text: String,
    /// What to call them.
    pub name: String,
}

/// A request of a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PlanRequest {
    /// The conversation.
    pub conversation: String,
    /// The request in the person's words.
    pub instruction: String,
    /// The artifacts attached to it, in order.
    pub artifacts: Vec<String>,
    /// A name for it while it waits, by which it can be taken back; no other request that waits may
    /// have it.
    #[serde(default)]
    #[ts(as = "Option<String>", optional)]
    pub name: Option<String>,
}

/// A request that waits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct WaitingRequest {
    /// The name that it was sent with.
    pub name: String,
}

/// Which solution of each subtask to run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RunRequest {
    /// The turn with the plan.
    pub turn: String,
    /// For each subtask of the plan, in order, the index of the chosen solution; left out at the
    /// end: the best solution that can run on this computer.
    #[serde(default)]
    pub solutions: Vec<usize>,
    /// Whether what is random is to come out otherwise than in the runs before; else it comes out
    /// as in the newest.
    #[serde(default)]
    #[ts(as = "Option<bool>", optional)]
    pub another_take: bool,
    /// What is set of steps; of the others, everything is as usual.
    #[serde(default)]
    #[ts(as = "Option<Vec<SetAction>>", optional)]
    pub settings: Vec<SetAction>,
    /// Actions whose results are to be files of their own though they could share one encode with
    /// what follows.
    #[serde(default)]
    #[ts(as = "Option<Vec<ActionPlace>>", optional)]
    pub written: Vec<ActionPlace>,
    /// An earlier run of the turn, by id, with which this one goes on: what that finished is not
    /// done again where nothing else is set of it.
    #[serde(default)]
    #[ts(optional)]
    pub goes_on_from: Option<String>,
}

/// What is set of one action of a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SetAction {
    /// The action.
    pub action: ActionPlace,
    /// Values by the settings' names.
    pub values: BTreeMap<String, String>,
}

/// A run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RunId {
    /// Its id.
    pub run: String,
}

/// A step of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RunStep {
    /// The run's id.
    pub run: String,
    /// The step's index.
    pub step: usize,
}

/// An artifact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ArtifactId {
    /// Its id.
    pub artifact: String,
}

/// An artifact's new name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RenameArtifact {
    /// The artifact.
    pub artifact: String,
    /// The name; must not be blank.
    pub name: String,
}

/// Where to save a copy of an artifact. Only the desktop window has paths; a browser downloads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SaveArtifact {
    /// The artifact.
    pub artifact: String,
    /// The file to write.
    pub path: String,
    /// Whether the steps that made it are written into the file; none: as it is set. One that metadata
    /// were taken out of never has them.
    #[serde(default)]
    #[ts(optional)]
    pub recipe: Option<bool>,
}

/// Artifacts that are saved together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SaveArtifacts {
    /// The artifacts, by id.
    pub artifacts: Vec<String>,
    /// The folder to write into.
    pub folder: String,
    /// How the files are named (see [`NameArtifacts`]); none: as the artifacts are.
    #[serde(default)]
    #[ts(optional)]
    pub pattern: Option<String>,
}

/// Artifacts of which copies are to be named.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct NameArtifacts {
    /// The artifacts, by id, in order.
    pub artifacts: Vec<String>,
    /// The pattern of their names without the ending: words, and in braces `name`, `source` (the name
    /// of the file that it was made from), `number` (from 1), `date` (today's), `width` and `height`.
    /// Blank: as the artifacts are named.
    pub pattern: String,
}

/// Words that are looked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Words {
    /// The words.
    pub words: String,
}

/// What was pointed at on an image.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SegmentRequest {
    /// The image.
    pub artifact: String,
    /// Points and box in pixels of the upright image.
    pub prompt: PointPrompt,
    /// The candidate of the prompt before that is shown, which a further click refines; none: the
    /// best.
    pub chosen: Option<CandidateName>,
    /// A number that grows with every prompt on this image: the newest wins, an older one is
    /// answered by the error `stale`.
    pub request: u64,
}

/// Points to keep on an image without looking for what they mean.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct MarkPoints {
    /// The image.
    pub artifact: String,
    /// Points and box in pixels of the upright image.
    pub prompt: PointPrompt,
}

/// A region to keep.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct AcceptRegion {
    /// The image.
    pub artifact: String,
    /// Points and box in pixels of the upright image.
    pub prompt: PointPrompt,
    /// Which of the candidates is meant.
    pub candidate: CandidateName,
    /// By how many pixels the region grows; less than 0: shrinks. From -200 to 200.
    #[serde(default)]
    pub grow: f32,
    /// Over how many pixels the edge fades, from 0 to 200.
    #[serde(default)]
    pub feather: f32,
    /// Whether everything else is meant.
    #[serde(default)]
    pub invert: bool,
}
