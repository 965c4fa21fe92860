//! Events that the application sends to every front without being asked.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{Artifact, ConversationSummary, ModelInfo, Run, Step, ToolInfo, Turn, WatchedFolder};

/// Something changed. What it tells is on disk already.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A step of a run moved on.
    Step {
        /// The run's id.
        run: String,
        /// The step as it is now.
        step: Step,
    },
    /// An artifact was made, renamed, deleted or restored.
    Artifact {
        /// The conversation's id.
        conversation: String,
        /// The artifact as it is now.
        artifact: Artifact,
    },
    /// A run began or ended.
    Run {
        /// The run as it is now.
        run: Run,
    },
    /// Work on a model moved on or ended, or the model came or went.
    Model {
        /// The model as it is now.
        model: ModelInfo,
    },
    /// What tools can run changed, since a model came or went.
    Tools {
        /// Every tool of the toolbox.
        tools: Vec<ToolInfo>,
    },
    /// A turn was made that no front asked for: of a file in a watched folder.
    Turn {
        /// The turn as it is now.
        turn: Turn,
    },
    /// Watching a folder began, was paused, went on or was brought back, or a file of it was done or failed.
    Watched {
        /// The folder as it stands now.
        watched: WatchedFolder,
    },
    /// A conversation was made, renamed or moved on.
    Conversation {
        /// Its line in the list.
        summary: ConversationSummary,
    },
}
