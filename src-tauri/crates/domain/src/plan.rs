//! Input and output of the planner, field for field as `docs/plan-contract.md` prints them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::index::SubtaskId;
use crate::parsed::ConversationStep;
use crate::region::Point;
use crate::resource_type::ResourceType;

/// A resource as a request names it. The file need not exist: planning is about names and types.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedResource {
    /// The name that words and plans refer to.
    pub name: String,
    /// Its type.
    #[serde(rename = "type")]
    pub resource_type: ResourceType,
}

/// An earlier turn of the conversation.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    /// The request in the person's words.
    #[serde(default)]
    pub instruction: String,
    /// Resources that were given with it.
    #[serde(default)]
    pub resources: Vec<NamedResource>,
    /// Results that came out of it.
    #[serde(default)]
    pub results: Vec<NamedResource>,
    /// The names of the results of each call that was planned for it; empty where these are not known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub made: Vec<Vec<String>>,
    /// Whether a question was asked back and is still open: false for a turn that is still run, or
    /// that failed. None: where nothing came out of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub awaits_answer: Option<bool>,
}

impl Turn {
    /// Whether a question that was asked back is still open, so that the next request may be the
    /// answer.
    pub fn is_open(&self) -> bool {
        self.awaits_answer.unwrap_or(self.results.is_empty())
    }
}

/// Request of a person, with what they gave for it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// An id that the plan repeats.
    #[serde(default)]
    pub id: String,
    /// The request in the person's words.
    #[serde(default)]
    pub instruction: String,
    /// Resources that were given, in the order in which they were given.
    #[serde(default)]
    pub resources: Vec<NamedResource>,
    /// Earlier turns, oldest first.
    #[serde(default)]
    pub history: Vec<Turn>,
    /// The steps that were run in earlier turns, as they stand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<ConversationStep>,
    /// Clicked points by the name of the resource that they lie on.
    #[serde(default)]
    pub points: BTreeMap<String, Vec<Point>>,
    /// Subtasks that somebody else decomposed: then only search and experts work.
    #[serde(default)]
    pub subtasks: Option<Vec<SubtaskGoal>>,
}

/// The value of an input: a name or a literal text, or several.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(untagged)]
pub enum InputValue {
    /// One name or literal.
    One(String),
    /// Several.
    Many(Vec<String>),
}

impl InputValue {
    /// Every name or literal in it.
    pub fn values(&self) -> &[String] {
        match self {
            Self::One(value) => std::slice::from_ref(value),
            Self::Many(values) => values,
        }
    }
}

impl From<String> for InputValue {
    fn from(value: String) -> Self {
        Self::One(value)
    }
}

/// A typed argument of a subtask.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Argument {
    /// Its type.
    #[serde(rename = "type")]
    pub resource_type: ResourceType,
    /// A resource's name, an earlier output, or a literal text.
    pub value: InputValue,
}

/// Result of a subtask.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Returns {
    /// The type wanted.
    #[serde(rename = "type")]
    pub resource_type: ResourceType,
    /// The name under which later subtasks take it, `<GEN>-n`.
    #[serde(default)]
    pub value: String,
}

/// One thing to do, before the search has found how.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubtaskGoal {
    /// Its number, by which others depend on it.
    pub id: SubtaskId,
    /// Description of what is to be done, in words.
    #[serde(default)]
    pub description: String,
    /// The domains of tools that can matter; empty: any.
    #[serde(default)]
    pub domains: Vec<String>,
    /// Subtasks whose results this one takes.
    #[serde(default)]
    pub depends_on: Vec<SubtaskId>,
    /// Arguments that it works on.
    #[serde(default)]
    pub args: Vec<Argument>,
    /// Result that it makes.
    pub returns: Returns,
}

/// Result of an action.
pub type Output = Returns;

/// One call of a tool.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Action {
    /// The tool's name.
    pub tool: String,
    /// A value for each of the tool's arguments.
    pub inputs: BTreeMap<String, InputValue>,
    /// Results that it makes.
    pub outputs: Vec<Output>,
    /// The seed of everything random in it; none: the run's. Recipes have it where their actions
    /// were run apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Values that a person set, by the names of its [`crate::StepSetting`]s.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub settings: BTreeMap<String, String>,
}

/// One way to do a subtask.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Solution {
    /// Score of how well it fits, from 1 to 5.
    pub score: f64,
    /// Its actions, each after those whose outputs it takes.
    pub actions: Vec<Action>,
    /// Rough time that it takes, in seconds.
    #[serde(default)]
    pub seconds: f64,
    /// Bytes of models that it needs and nobody has fetched yet, as far as known.
    #[serde(default)]
    pub download_bytes: u64,
}

impl Solution {
    /// The names of its actions' tools, in their order.
    pub fn tools(&self) -> impl Iterator<Item = &str> {
        self.actions.iter().map(|action| action.tool.as_str())
    }

    /// The name of the tool that reaches its goal, which is the last; none where it has no action.
    pub fn goal_tool(&self) -> Option<&str> {
        self.actions.last().map(|action| action.tool.as_str())
    }

    /// Whether one of its actions is done by the tool of that name.
    pub fn has_tool(&self, name: &str) -> bool {
        self.tools().any(|tool| tool == name)
    }
}

/// One thing to do with every way to do it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Subtask {
    /// The goal.
    #[serde(flatten)]
    pub goal: SubtaskGoal,
    /// Every solution worth offering, best first.
    pub solutions: Vec<Solution>,
}

/// Reason for which words of a request count as taken up by nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UncoveredKind {
    /// A term of the field, such as “boomerang”, that no step is for.
    Term,
    /// A value, such as “-14 LUFS”, that no step has a parameter for.
    Value,
    /// A file format that the result would not have.
    Format,
    /// A result of another kind than what was given, where the words name no such kind.
    ResultKind,
    /// A question to which the result would be no answer.
    Question,
    /// A wish that is hardly like what any step is for.
    Wish,
    /// An amount, place or kind that is not said: the step's tool has nothing to do.
    Unsaid,
}

/// Words of a request that no tool, parameter or resource of its plan takes up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Uncovered {
    /// The words.
    pub words: String,
    /// Start in the instruction, in bytes.
    pub start: usize,
    /// Reason for which they count as left over.
    pub kind: UncoveredKind,
}

/// The answer to a request: what was understood and how it can be done.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The request's id.
    pub id: String,
    /// A question back where the request cannot be planned as it stands.
    pub clarification: Option<String>,
    /// Answers to it that are offered as buttons.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<String>,
    /// Subtasks to do.
    pub subtasks: Vec<Subtask>,
    /// Words that nothing takes up: what they belong to is not among the subtasks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub uncovered: Vec<Uncovered>,
    /// Subtasks that would be done beside `subtasks` without the words in `uncovered`; empty where
    /// these say what is to be done at all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub withheld: Vec<Subtask>,
    /// The subtasks of each call that it was planned from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub called: Vec<Vec<SubtaskId>>,
    /// The steps of the conversation once it has run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<ConversationStep>,
    /// Source that it was made of.
    #[serde(default, skip_serializing_if = "PlanSource::is_words")]
    pub source: PlanSource,
    /// The chat models that did parts of the planning; none: the embedded model did all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read_by: Option<String>,
    /// Number of tools that the search visited.
    pub visited_tools: usize,
    /// Milliseconds from the parsed request to the finished plan.
    pub elapsed_ms: f64,
}

/// Source of a plan.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlanSource {
    /// The words of its request, by the decomposer.
    #[default]
    Words,
    /// What the trained reader read of them.
    Reading,
    /// Steps that were named: those of a recipe, or one tool.
    Steps,
}

impl PlanSource {
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
    fn is_words(&self) -> bool {
        *self == Self::Words
    }
}

impl Plan {
    /// The plan without the words that nothing takes up; none where nothing would be done that is not
    /// done anyway.
    pub fn without_uncovered(mut self) -> Option<Self> {
        if self.withheld.is_empty() {
            return None;
        }
        self.subtasks.append(&mut self.withheld);
        self.subtasks.sort_by_key(|subtask| subtask.goal.id);
        self.clarification = None;
        self.choices.clear();
        self.uncovered.clear();
        Some(self)
    }
}

/// A text without the words that nothing takes up.
pub fn text_without(text: &str, uncovered: &[Uncovered]) -> String {
    let mut left: Vec<&str> = Vec::new();
    let mut from = 0;
    let mut parts: Vec<_> = uncovered
        .iter()
        .map(|one| one.start..one.start + one.words.len())
        .collect();
    parts.sort_by_key(|part| part.start);
    for part in parts {
        left.extend(text.get(from..part.start));
        from = from.max(part.end);
    }
    left.extend(text.get(from..));
    let words = left.iter().flat_map(|part| part.split_whitespace());
    let words: Vec<&str> = words.collect();
    let separators = |letter: char| letter.is_whitespace() || ",;".contains(letter);
    words.join(" ").trim_matches(separators).to_owned()
}

/// A line that could not be planned.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanError {
    /// The line's id, null where it has none.
    pub id: Option<String>,
    /// Description of what is wrong with it.
    pub error: String,
}

/// A line of `plan --jsonl`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum PlanReply {
    /// A plan.
    Plan(Plan),
    /// Error of the line.
    Error(PlanError),
}
