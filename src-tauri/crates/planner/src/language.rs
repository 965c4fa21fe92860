//! Interface of the planner to a language model, one trait for each part, so that each part can be
//! answered by another one (the embedded encoder, a local model, an endpoint).

use std::collections::{BTreeMap, BTreeSet};

use patchbay_domain::{
    InputValue, NamedResource, Request, ResourceParameter, Solution, SubtaskGoal, SubtaskId,
    TextRole, Tool, ToolIndex, Toolbox, Uncovered,
};

use crate::graph::ToolGraph;

/// Spans of a clause that can be copied into text arguments. Each is a whole span of the request,
/// never a part of a word.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextSpans {
    /// The thing that the clause is about.
    pub object: Option<String>,
    /// Content that a result is to show, sound like or say.
    pub content: Option<String>,
    /// A title that was given in words.
    pub title: Option<String>,
    /// The clause as an instruction or a question.
    pub instruction: String,
}

impl TextSpans {
    /// The span for a text argument of that role, best first; none where the request says nothing
    /// of the kind. An instruction can always be given: it is the clause itself.
    pub fn for_role(&self, role: Option<TextRole>) -> Option<&str> {
        match role {
            Some(TextRole::Object) => self.object.as_deref().or(self.content.as_deref()),
            Some(TextRole::Content) => self.content.as_deref().or(self.object.as_deref()),
            Some(TextRole::Instruction | TextRole::Question) => Some(self.instruction.as_str()),
            None => self
                .content
                .as_deref()
                .or(self.object.as_deref())
                .or(Some(self.instruction.as_str())),
        }
        .filter(|text| !text.trim().is_empty())
    }

    /// Whether the clause names something that a solution has to use.
    pub fn says_something(&self) -> bool {
        self.object.is_some() || self.content.is_some()
    }
}

/// A subtask with what was read out of its words.
#[derive(Debug, Clone, PartialEq)]
pub struct InterpretedSubtask {
    /// The goal, as the plan shows it. Its media arguments have to be used; text arguments are for
    /// show: what tools get is copied from `spans`.
    pub goal: SubtaskGoal,
    /// Spans that can be copied into text arguments.
    pub spans: TextSpans,
    /// Likeness of the clause to what each tool is for, from 0 to 1, one for each tool of the
    /// toolbox.
    pub goal_scores: Vec<f32>,
    /// Degree to which the clause speaks of what each tool makes or does, whatever else it says,
    /// from 0 to 1.
    pub mention_scores: Vec<f32>,
    /// Difference between the clause's likeness to a tool and to what no tool can do; infinite
    /// where nothing tells.
    pub margin: f32,
}

/// Mention score above which a tool counts as spoken of.
const SPOKEN_OF: f32 = 0.6;
/// Mention score above which a tool is asked for without a doubt.
const ASKED_FOR: f32 = 0.85;

impl InterpretedSubtask {
    /// The tool that the words are most alike to, by its place in the toolbox.
    pub fn key_tool(&self) -> Option<ToolIndex> {
        (0..self.goal_scores.len())
            .max_by(|a, b| self.goal_scores[*a].total_cmp(&self.goal_scores[*b]))
            .map(ToolIndex)
    }

    /// Whether the words speak of what a tool does, whatever else they are about.
    pub fn speaks_of(&self, tool: ToolIndex) -> bool {
        self.mention_scores
            .get(tool.0)
            .is_some_and(|score| *score > SPOKEN_OF)
    }

    /// Whether they ask for it on the way, without a doubt.
    pub fn asks_for(&self, tool: ToolIndex) -> bool {
        self.mention_scores
            .get(tool.0)
            .is_some_and(|score| *score > ASKED_FOR)
    }
}

/// A question back.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Clarification {
    /// The question.
    pub question: String,
    /// Possible answers.
    pub choices: Vec<String>,
    /// Whether it only says that something cannot be done.
    pub refuses: bool,
}

/// Subtasks of a request.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Decomposition {
    /// The things to do, each after those that it depends on.
    pub subtasks: Vec<InterpretedSubtask>,
    /// Question to be asked back, where something cannot be done as it stands.
    pub clarification: Option<Clarification>,
}

/// Takes a request apart.
pub trait Decomposer: Send + Sync {
    /// The subtasks of a request.
    fn decompose(&self, request: &Request, graph: &ToolGraph) -> Decomposition;

    /// Returns the request without the turns before it, where its words speak of nothing of those.
    fn alone(&self, _request: &Request, _graph: &ToolGraph) -> Option<Request> {
        None
    }

    /// Other subtasks that the words can mean, likelier ones first. They are asked for where the plan for the first ones
    /// leaves something undone.
    fn other_readings(&self, _request: &Request, _graph: &ToolGraph) -> Vec<Decomposition> {
        Vec::new()
    }

    /// Reads the words of a goal that somebody else decomposed.
    fn understand(
        &self,
        goal: SubtaskGoal,
        resources: &[NamedResource],
        graph: &ToolGraph,
    ) -> InterpretedSubtask;
}

/// Fit of a tool for a subtask, both values from 1 (not at all) to 5 (made for it).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Assessment {
    /// Fit as the step that reaches the goal.
    pub goal: f32,
    /// Fit as a step on the way there.
    pub support: f32,
}

/// Judges tools for a subtask.
pub trait Assessor: Send + Sync {
    /// One assessment for each tool of the toolbox, in its order, all in one batch.
    fn assess(&self, subtask: &InterpretedSubtask, graph: &ToolGraph) -> Vec<Assessment>;
}

/// Scores solutions.
pub trait SolutionExpert: Send + Sync {
    /// One score from 1 to 5 for each of the solutions.
    fn rank(
        &self,
        subtask: &InterpretedSubtask,
        solutions: &[Solution],
        assessments: &[Assessment],
        toolbox: &Toolbox,
    ) -> Vec<f32>;
}

/// Fills the arguments and values that the search left open.
pub trait ResourceExpert: Send + Sync {
    /// The text for a text argument of a tool: a span of the request. None where the request says
    /// nothing that fits.
    fn text(
        &self,
        subtask: &InterpretedSubtask,
        tool: &Tool,
        parameter: &ResourceParameter,
    ) -> Option<String>;

    /// The values that the request gives a tool's parameters, by their names.
    fn values(&self, subtask: &InterpretedSubtask, tool: &Tool) -> BTreeMap<String, String>;

    /// The order in which resources at hand are tried for an argument: indices into `candidates`,
    /// the names of those that fit, in the order in which they were given. Those that are left out
    /// are not tried.
    fn prefer(
        &self,
        subtask: &InterpretedSubtask,
        tool: &Tool,
        parameter: &ResourceParameter,
        candidates: &[&InputValue],
    ) -> Vec<usize>;
}

/// A subtask with the solutions that were found for it.
#[derive(Debug, Clone, Copy)]
pub struct Solved<'a> {
    /// The subtask.
    pub subtask: &'a InterpretedSubtask,
    /// Its solutions, best first; at least one.
    pub solutions: &'a [Solution],
}

/// Parts of a request that a plan leaves undone.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Coverage {
    /// The words that nothing takes up.
    pub uncovered: Vec<Uncovered>,
    /// The ids of the subtasks that are not done: they, or others with which they belong together, leave
    /// something out.
    pub refused: BTreeSet<SubtaskId>,
    /// Those among them that would do something else than what was asked for, whatever words are left
    /// out.
    pub wrong: BTreeSet<SubtaskId>,
    /// Sentence that says of them that they are refused; none where none is refused.
    pub refusal: Option<String>,
}

/// Holds a plan against the words of its request.
pub trait CoverageChecker: Send + Sync {
    /// Returns the parts of the request that no step, parameter or resource takes up.
    fn check(&self, request: &Request, solved: &[Solved<'_>], toolbox: &Toolbox) -> Coverage;
}

/// Every part of the planner that needs language.
pub struct Language {
    /// Holds plans against their requests.
    pub coverage: Box<dyn CoverageChecker>,
    /// Takes requests apart.
    pub decomposer: Box<dyn Decomposer>,
    /// Judges tools.
    pub assessor: Box<dyn Assessor>,
    /// Ranks solutions.
    pub solution_expert: Box<dyn SolutionExpert>,
    /// Fills arguments.
    pub resource_expert: Box<dyn ResourceExpert>,
}

/// The parts that are asked while a request that was taken apart is planned.
#[derive(Clone, Copy)]
pub(crate) struct Experts<'a> {
    pub(crate) coverage: &'a dyn CoverageChecker,
    pub(crate) assessor: &'a dyn Assessor,
    pub(crate) solution: &'a dyn SolutionExpert,
    pub(crate) resource: &'a dyn ResourceExpert,
}

impl Language {
    pub(crate) fn experts(&self) -> Experts<'_> {
        Experts {
            coverage: &*self.coverage,
            assessor: &*self.assessor,
            solution: &*self.solution_expert,
            resource: &*self.resource_expert,
        }
    }
}
