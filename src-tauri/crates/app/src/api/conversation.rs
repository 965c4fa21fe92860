//! A conversation as a front shows it.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{Artifact, Turn};

/// A line of the list of conversations.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ConversationSummary {
    /// Its id.
    pub id: String,
    /// What it is called: the first request until somebody renames it; empty before that.
    pub title: String,
    /// When it was begun.
    pub created_at: u64,
    /// When something was last said or made in it.
    pub updated_at: u64,
}

/// A conversation in which words were found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FoundConversation {
    /// Its line in the list.
    pub summary: ConversationSummary,
    /// The newest request or file name in which one of the words stands.
    pub said: String,
}

/// What is being written and not yet sent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Draft {
    /// The words so far.
    pub text: String,
    /// The artifacts attached so far, by id.
    pub artifacts: Vec<String>,
}

/// A conversation with all that is in it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Conversation {
    /// Its line in the list.
    pub summary: ConversationSummary,
    /// The requests, oldest first.
    pub turns: Vec<Turn>,
    /// Every artifact that was given or made and is not deleted, oldest first.
    pub artifacts: Vec<Artifact>,
    /// What was being written.
    pub draft: Draft,
}
