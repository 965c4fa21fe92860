//! The ways in which a request can be meant.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What a call does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum CallAct {
    /// A tool is used.
    Uses,
    /// The values of a step that ran are changed.
    Changes,
    /// A step that ran is taken back.
    TakesBack,
    /// A step that ran is done once more, for something else.
    Repeats,
}

/// A value of a call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ReadValue {
    /// What people read for the parameter.
    pub label: String,
    /// The value as its kind writes it; empty: none any more.
    pub value: String,
    /// The unit that it counts; empty: none.
    pub unit: String,
}

/// A call of a tool as it was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ReadCall {
    /// What it does.
    pub act: CallAct,
    /// What people read for the tool.
    pub label: String,
    /// The files that it works on, by name.
    pub files: Vec<String>,
    /// Words that the tool is given as they are; none where it takes none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub words: Option<String>,
    /// The values of its parameters.
    pub values: Vec<ReadValue>,
}

/// A way in which a request can be meant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct WayMeant {
    /// Its number, by which it is planned.
    pub reading: usize,
    /// Its calls in order of work.
    pub calls: Vec<ReadCall>,
    /// The ids of the turns that it takes back, which is all that it does then; else none.
    pub takes_back: Vec<String>,
}

/// What is said where nothing is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Talk {
    /// A question about the program, or about what can be done.
    Question,
    /// A greeting, thanks or a remark.
    Remark,
}

/// The ways in which a turn's request can be meant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Readings {
    /// The way that is done without asking, as it is surer than the turn's plan, or takes back the newest turn and nothing else;
    /// none: the turn's plan is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub take: Option<usize>,
    /// Whether neither the turn's plan nor a reading is sure enough to be done without asking.
    pub unsure: bool,
    /// Whether the first of the other ways is likelier than the turn's plan, where a person is asked.
    #[serde(default)]
    #[ts(as = "Option<bool>", optional)]
    pub leads: bool,
    /// What is said, where likeliest nothing is asked for; else none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub talk: Option<Talk>,
    /// What the turn's plan does, in order of work; none where it does nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<ReadCall>>", optional)]
    pub planned: Vec<ReadCall>,
    /// The ways other than the turn's plan, likeliest first. Each has a plan that does all of it on this computer.
    pub others: Vec<WayMeant>,
}

/// Words that a person says in a conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SaidIn {
    /// The conversation's id.
    pub conversation: String,
    /// What is said.
    pub words: String,
}

/// What words choose of several things that were offered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ChoiceSaid {
    /// Its place, from 1, or from -1 counted from the end; none where the words choose nothing, or wish for something.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub place: Option<i32>,
}

/// A way in which a turn's request can be meant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ReadingOf {
    /// The turn's id.
    pub turn: String,
    /// The way's number.
    pub reading: usize,
}
