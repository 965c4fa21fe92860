//! A plan: what was understood of a request and how it can be done.

use patchbay_domain as domain;
use patchbay_domain::SubtaskId;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{Action, Argument, Returns};

/// One thing to do, before the search has found how.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SubtaskGoal {
    /// Its number, by which others depend on it.
    #[ts(as = "usize")]
    pub id: SubtaskId,
    /// What is to be done, in words.
    #[serde(default)]
    pub description: String,
    /// The domains of tools that can matter; empty: any.
    #[serde(default)]
    pub domains: Vec<String>,
    /// Subtasks whose results this one takes.
    #[serde(default)]
    #[ts(as = "Vec<usize>")]
    pub depends_on: Vec<SubtaskId>,
    /// What it works on.
    #[serde(default)]
    pub args: Vec<Argument>,
    /// What it makes.
    pub returns: Returns,
}

/// One way to do a subtask.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Solution {
    /// How well it fits, from 1 to 5.
    pub score: f64,
    /// Its actions, each after those whose outputs it takes.
    pub actions: Vec<Action>,
    /// Roughly how long it takes, in seconds.
    #[serde(default)]
    pub seconds: f64,
    /// Bytes of models that it needs and nobody has fetched yet, as far as known.
    #[serde(default)]
    #[ts(type = "number")]
    pub download_bytes: u64,
}

/// One thing to do with every way to do it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Subtask {
    /// The goal.
    #[serde(flatten)]
    pub goal: SubtaskGoal,
    /// Every solution worth offering, best first.
    pub solutions: Vec<Solution>,
}

/// Why words of a request count as taken up by nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum UncoveredKind {
    /// A term of the field, such as “boomerang”, that no step is for.
    Term,
    /// A value, such as “-14 LUFS”, that no step has a parameter for.
    Value,
    /// A file format that the result would not have.
    Format,
    /// The result would be of another kind than what was given, and the words name no such kind.
    ResultKind,
    /// Something is asked, and the result would be no answer.
    Question,
    /// What is wished for is hardly like what any step is for.
    Wish,
    /// It is not said how much, where or as what: the step's tool has nothing to do.
    Unsaid,
}

/// Words of a request that no tool, parameter or resource of its plan takes up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Uncovered {
    /// The words.
    pub words: String,
    /// Where they begin in the instruction, in bytes.
    pub start: usize,
    /// Why they count as left over.
    pub kind: UncoveredKind,
}

/// What a plan was made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum PlanSource {
    /// The words of its request.
    Words,
    /// One of the ways in which they can be meant.
    Reading,
    /// Steps that were named: those of a recipe, or one tool.
    Steps,
}

/// The answer to a request: what was understood and how it can be done.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Plan {
    /// The request's id.
    pub id: String,
    /// A question back where the request cannot be planned as it stands.
    pub clarification: Option<String>,
    /// What can be answered to that question, as buttons.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<String>>", optional)]
    pub choices: Vec<String>,
    /// What to do.
    pub subtasks: Vec<Subtask>,
    /// What was said and nothing takes up: what it belongs to is not among the subtasks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Uncovered>>", optional)]
    pub uncovered: Vec<Uncovered>,
    /// What would be done without these words, in words; empty where nothing would.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<String>>", optional)]
    pub withheld: Vec<String>,
    /// What it was made of.
    pub source: PlanSource,
    /// The chat models that did parts of the planning; none: the embedded model did all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub read_by: Option<String>,
    /// How many tools the search visited.
    pub visited_tools: usize,
    /// Milliseconds from the parsed request to the finished plan.
    pub elapsed_ms: f64,
}

impl From<domain::PlanSource> for PlanSource {
    fn from(source: domain::PlanSource) -> Self {
        match source {
            domain::PlanSource::Words => Self::Words,
            domain::PlanSource::Reading => Self::Reading,
            domain::PlanSource::Steps => Self::Steps,
        }
    }
}

impl From<domain::SubtaskGoal> for SubtaskGoal {
    fn from(goal: domain::SubtaskGoal) -> Self {
        let domain::SubtaskGoal {
            id,
            description,
            domains,
            depends_on,
            args,
            returns,
        } = goal;
        let args = args.into_iter().map(Argument::from).collect();
        Self {
            id,
            description,
            domains,
            depends_on,
            args,
            returns: returns.into(),
        }
    }
}

impl From<domain::Solution> for Solution {
    fn from(solution: domain::Solution) -> Self {
        let domain::Solution {
            score,
            actions,
            seconds,
            download_bytes,
        } = solution;
        Self {
            score,
            actions: actions.into_iter().map(Action::from).collect(),
            seconds,
            download_bytes,
        }
    }
}

impl From<domain::Subtask> for Subtask {
    fn from(subtask: domain::Subtask) -> Self {
        let domain::Subtask { goal, solutions } = subtask;
        Self {
            goal: goal.into(),
            solutions: solutions.into_iter().map(Solution::from).collect(),
        }
    }
}

impl From<domain::UncoveredKind> for UncoveredKind {
    fn from(kind: domain::UncoveredKind) -> Self {
        match kind {
            domain::UncoveredKind::Term => Self::Term,
            domain::UncoveredKind::Value => Self::Value,
            domain::UncoveredKind::Format => Self::Format,
            domain::UncoveredKind::ResultKind => Self::ResultKind,
            domain::UncoveredKind::Question => Self::Question,
            domain::UncoveredKind::Wish => Self::Wish,
            domain::UncoveredKind::Unsaid => Self::Unsaid,
        }
    }
}

impl From<domain::Uncovered> for Uncovered {
    fn from(uncovered: domain::Uncovered) -> Self {
        let domain::Uncovered { words, start, kind } = uncovered;
        Self {
            words,
            start,
            kind: kind.into(),
        }
    }
}

impl From<domain::Plan> for Plan {
    fn from(plan: domain::Plan) -> Self {
        let domain::Plan {
            id,
            clarification,
            choices,
            subtasks,
            uncovered,
            withheld,
            called: _,
            steps: _,
            source,
            read_by,
            visited_tools,
            elapsed_ms,
        } = plan;
        let withheld = withheld.into_iter();
        Self {
            id,
            clarification,
            choices,
            subtasks: subtasks.into_iter().map(Subtask::from).collect(),
            uncovered: uncovered.into_iter().map(Uncovered::from).collect(),
            withheld: withheld.map(|one| one.goal.description).collect(),
            source: source.into(),
            read_by,
            visited_tools,
            elapsed_ms,
        }
    }
}
