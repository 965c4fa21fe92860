//! The solution expert: orders the solutions of a subtask by their fit and their cost (ControlLLM,
//! section 6.2; scores from 1 to 5, from 3 up worth offering).

use patchbay_domain::{
    Action, InputValue, ResourceParameter, ResourceType, Solution, TextRole, Toolbox,
};

use crate::language::{Assessment, InterpretedSubtask, SolutionExpert};

/// Ranks by the assessment of the step that reaches the goal, by what the words speak of, then by a
/// solution's length, time and size.
#[derive(Debug, Clone, Copy, Default)]
pub struct UtilityRanker;

/// Penalty for the first step that nobody asked for, beyond those of the shortest solution: more
/// can go wrong.
const STEP_PENALTY: f32 = 0.12;
/// Penalty on top for each pair of further steps: nobody wants a long detour.
const DETOUR_PENALTY: f32 = 0.7;
/// Penalty for each tool that the words speak of, that other solutions have and this one has not.
const UNHEARD_PENALTY: f32 = 0.8;
/// Penalty for a solution that does not look for the thing that is meant, where another to the same
/// tool does.
const UNUSED_OBJECT_PENALTY: f32 = 1.5;
/// Penalty for a solution that applies an instruction without an input (“the subtitles in
/// English”), where another has one.
const BASELESS_PENALTY: f32 = 1.5;
/// Penalty for a solution that changes every thing in an image, where words name none: the image is
/// meant.
const EVERYTHING_PENALTY: f32 = 1.0;
/// Penalty for a step that serves the goal badly, for each point that its assessment lacks.
const SUPPORT_PENALTY: f32 = 0.1;
/// Penalty for time, times the natural logarithm of the solution's seconds and one.
const TIME_PENALTY: f32 = 0.02;

impl SolutionExpert for UtilityRanker {
    fn rank(
        &self,
        subtask: &InterpretedSubtask,
        solutions: &[Solution],
        assessments: &[Assessment],
        toolbox: &Toolbox,
    ) -> Vec<f32> {
        let comparison = Comparison::new(subtask, solutions, assessments, toolbox);
        solutions
            .iter()
            .map(|solution| comparison.score(solution))
            .collect()
    }
}

/// The solutions of a subtask with the properties by which they are compared, found once for all of
/// them.
struct Comparison<'a> {
    subtask: &'a InterpretedSubtask,
    solutions: &'a [Solution],
    /// One for each tool of the toolbox.
    assessments: &'a [Assessment],
    toolbox: &'a Toolbox,
    /// The tools that the words speak of, as far as any solution has them.
    spoken_of: Vec<&'a str>,
    /// The fewest steps of a solution that nobody asked for.
    fewest_unasked: usize,
    /// The goals that some solution reaches by looking for the thing that is meant; none where no
    /// thing is.
    goals_with_object: Vec<&'a str>,
    /// The goals that some solution reaches without a step on the way that works on words alone.
    goals_without_told: Vec<&'a str>,
}

impl<'a> Comparison<'a> {
    fn new(
        subtask: &'a InterpretedSubtask,
        solutions: &'a [Solution],
        assessments: &'a [Assessment],
        toolbox: &'a Toolbox,
    ) -> Self {
        let spoken_of = toolbox
            .indices()
            .filter(|tool| subtask.speaks_of(*tool))
            .map(|tool| toolbox[tool].name.as_str())
            .filter(|name| solutions.iter().any(|solution| solution.has_tool(name)))
            .collect();
        let mut comparison = Self {
            subtask,
            solutions,
            assessments,
            toolbox,
            spoken_of,
            fewest_unasked: 0,
            goals_with_object: Vec::new(),
            goals_without_told: Vec::new(),
        };
        let unasked = solutions
            .iter()
            .map(|solution| comparison.unasked(solution));
        comparison.fewest_unasked = unasked.min().unwrap_or(0);
        if subtask.spans.object.is_some() {
            comparison.goals_with_object = comparison.goals(|solution| comparison.looks(solution));
        }
        comparison.goals_without_told =
            comparison.goals(|solution| comparison.told_on_the_way(solution).next().is_none());
        comparison
    }

    /// Score from 1 to 5.
    fn score(&self, solution: &Solution) -> f32 {
        let Some((last, before)) = solution.actions.split_last() else {
            return 1.0;
        };
        let goal = self.assessment(last).map_or(1.0, |goal| goal.goal);
        let longer = self.length_penalty(solution);
        let doubt = self.doubt(before).min(1.0);
        let unheard = self.unheard(solution) as f32 * UNHEARD_PENALTY;
        let blind = self.goals_with_object.contains(&last.tool.as_str()) && !self.looks(solution);
        let unused = if blind { UNUSED_OBJECT_PENALTY } else { 0.0 };
        let baseless = if self.is_baseless(solution) {
            BASELESS_PENALTY
        } else {
            0.0
        };
        let everywhere = if self.changes_everything(last, before) {
            EVERYTHING_PENALTY
        } else {
            0.0
        };
        let slower = (1.0 + solution.seconds as f32).ln() * TIME_PENALTY;
        (goal - longer - doubt - unheard - unused - baseless - everywhere - slower).clamp(1.0, 5.0)
    }

    /// Penalty for the steps that nobody asked for, beyond those that every solution needs.
    fn length_penalty(&self, solution: &Solution) -> f32 {
        let more = (self.unasked(solution) - self.fewest_unasked) as f32;
        more * STEP_PENALTY + more * (more - 1.0) / 2.0 * DETOUR_PENALTY
    }

    /// Penalty for the steps on the way to the goal that serve it badly.
    fn doubt(&self, before: &[Action]) -> f32 {
        before
            .iter()
            .filter_map(|action| self.assessment(action))
            .map(|assessment| (5.0 - assessment.support).max(0.0) * SUPPORT_PENALTY)
            .sum()
    }

    /// Number of the tools that the words speak of and a solution lacks.
    fn unheard(&self, solution: &Solution) -> usize {
        self.spoken_of
            .iter()
            .filter(|name| !solution.has_tool(name))
            .count()
    }

    /// Number of steps that nobody asked for: those that are asked for are no detour.
    fn unasked(&self, solution: &Solution) -> usize {
        solution
            .actions
            .iter()
            .filter(|action| !self.spoken_of.contains(&action.tool.as_str()))
            .count()
    }

    /// Whether a solution looks for the thing that is meant.
    fn looks(&self, solution: &Solution) -> bool {
        solution
            .actions
            .iter()
            .any(|action| self.takes_object(action))
    }

    /// Whether a step on the way works on words alone, where another solution has something that
    /// the same step works on, or reaches the goal without such a step that nobody spoke of.
    fn is_baseless(&self, solution: &Solution) -> bool {
        self.told_on_the_way(solution).any(|told| {
            let name = told.tool.as_str();
            self.solutions
                .iter()
                .any(|other| self.is_based(other, name))
                || !self.spoken_of.contains(&name)
                    && solution
                        .goal_tool()
                        .is_some_and(|goal| self.goals_without_told.contains(&goal))
        })
    }

    /// Whether a solution has a tool on the way that works on more than words.
    fn is_based(&self, solution: &Solution, tool: &str) -> bool {
        on_the_way(solution)
            .iter()
            .any(|action| action.tool == tool && !self.is_only_told(action))
    }

    /// The steps on the way that work on words alone.
    fn told_on_the_way<'s>(&'s self, solution: &'s Solution) -> impl Iterator<Item = &'s Action> {
        on_the_way(solution)
            .iter()
            .filter(|action| self.is_only_told(action))
    }

    /// Whether a step takes nothing but the clause as its instruction.
    fn is_only_told(&self, action: &Action) -> bool {
        let parameters = self
            .toolbox
            .tool(&action.tool)
            .map_or(&[][..], |tool| &tool.args);
        let is_told = matches!(parameters, [only] if only.role == Some(TextRole::Instruction));
        is_told
            && action
                .inputs
                .values()
                .all(|value| *value == InputValue::One(self.subtask.spans.instruction.clone()))
    }

    /// Whether the last step does as it is told with masks that neither words nor a point chose.
    fn changes_everything(&self, last: &Action, before: &[Action]) -> bool {
        let is_told = self.takes(last, |parameter| {
            parameter.role == Some(TextRole::Instruction)
        });
        let is_pointed = |action: &Action| {
            self.takes(action, |parameter| {
                parameter.resource_type == ResourceType::POINT
            })
        };
        let finds_mask = |action: &Action| {
            self.toolbox
                .tool(&action.tool)
                .is_some_and(|tool| tool.returns == ResourceType::MASK)
        };
        is_told
            && before.iter().any(finds_mask)
            && !before
                .iter()
                .any(|action| self.takes_object(action) || is_pointed(action))
    }

    fn takes_object(&self, action: &Action) -> bool {
        self.takes(action, |parameter| parameter.role == Some(TextRole::Object))
    }

    fn takes(&self, action: &Action, wanted: impl Fn(&ResourceParameter) -> bool) -> bool {
        self.toolbox
            .tool(&action.tool)
            .is_some_and(|tool| tool.args.iter().any(wanted))
    }

    fn assessment(&self, action: &Action) -> Option<&'a Assessment> {
        let tool = self.toolbox.index(&action.tool)?;
        Some(&self.assessments[tool.0])
    }

    /// The tools that end these solutions.
    fn goals(&self, is_one: impl Fn(&Solution) -> bool) -> Vec<&'a str> {
        self.solutions
            .iter()
            .filter(|solution| is_one(solution))
            .filter_map(Solution::goal_tool)
            .collect()
    }
}

/// The steps before the last.
fn on_the_way(solution: &Solution) -> &[Action] {
    solution
        .actions
        .split_last()
        .map_or(&[][..], |(_, before)| before)
}

/// Leaves solutions in the order in which the search found them: a baseline against which the worth
/// of the solution expert is measured.
#[derive(Debug, Clone, Copy, Default)]
pub struct SearchOrderBaseline;

impl SolutionExpert for SearchOrderBaseline {
    fn rank(
        &self,
        _: &InterpretedSubtask,
        solutions: &[Solution],
        _: &[Assessment],
        _: &Toolbox,
    ) -> Vec<f32> {
        (0..solutions.len())
            .map(|place| (5.0 - 0.01 * place as f32).max(3.0))
            .collect()
    }
}
