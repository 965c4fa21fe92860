//! The solution expert: orders the ways by how well they fit and what they cost (ControlLLM,
//! section 6.2; scores from 1 to 5, from 3 up worth offering).

use patchbay_domain::{
    Action, InputValue, ResourceParameter, ResourceType, Solution, TextRole, Toolbox,
};

use crate::language::{Assessment, SolutionExpert, Understood};

/// Ranks by the assessment of the step that reaches the goal, by what the words speak of, then by
/// how short, quick and small a way is.
#[derive(Debug, Clone, Copy, Default)]
pub struct UtilityRanker;

/// What the first step that nobody asked for takes off the score, more than the shortest way has:
/// more can go wrong.
const STEP_PENALTY: f32 = 0.12;
/// What each pair of further steps takes off on top: nobody wants a long detour.
const DETOUR_PENALTY: f32 = 0.7;
/// What a way loses for each tool that the words speak of, that other ways have and it has not.
const UNHEARD_PENALTY: f32 = 0.8;
/// What a way loses that does not look for the thing that is meant, where another to the same tool
/// does.
const UNUSED_OBJECT_PENALTY: f32 = 1.5;
/// What a way loses that does as it is told on nothing (“the subtitles in English”), where another
/// has something to do it on.
const BASELESS_PENALTY: f32 = 1.5;
/// What a way loses that changes every thing in a picture as it is told, where words name none: the
/// picture is meant.
const EVERYTHING_PENALTY: f32 = 1.0;
/// What a step that serves the goal badly takes off.
const SUPPORT_PENALTY: f32 = 0.1;

impl SolutionExpert for UtilityRanker {
    fn rank(
        &self,
        subtask: &Understood,
        solutions: &[Solution],
        assessments: &[Assessment],
        toolbox: &Toolbox,
    ) -> Vec<f32> {
        let index = |name: &str| toolbox.index(name);
        let has = |solution: &Solution, name: &str| {
            solution.actions.iter().any(|action| action.tool == name)
        };
        let spoken_of: Vec<&str> = toolbox
            .indices()
            .filter(|tool| subtask.speaks_of(*tool))
            .map(|tool| toolbox[tool].name.as_str())
            .filter(|name| solutions.iter().any(|solution| has(solution, name)))
            .collect();
        // Steps that are asked for are no detour.
        let unasked = |solution: &Solution| {
            solution
                .actions
                .iter()
                .filter(|action| !spoken_of.contains(&action.tool.as_str()))
                .count()
        };
        let shortest = solutions.iter().map(unasked).min().unwrap_or(0);
        let takes = |action: &Action, wanted: &dyn Fn(&ResourceParameter) -> bool| {
            toolbox
                .tool(&action.tool)
                .is_some_and(|tool| tool.args.iter().any(wanted))
        };
        let takes_object = |action: &Action| {
            takes(action, &|parameter| {
                parameter.role == Some(TextRole::Object)
            })
        };
        let looks = |solution: &Solution| solution.actions.iter().any(takes_object);
        let goal_of =
            |solution: &Solution| solution.actions.last().map(|action| action.tool.clone());
        let looked_for: Vec<String> = match subtask.spans.object {
            Some(_) => solutions
                .iter()
                .filter(|solution| looks(solution))
                .filter_map(goal_of)
                .collect(),
            None => Vec::new(),
        };
        let only_told = |action: &&Action| {
            let parameters = toolbox
                .tool(&action.tool)
                .map_or(&[][..], |tool| &tool.args);
            let told = matches!(parameters, [only] if only.role == Some(TextRole::Instruction));
            told && action
                .inputs
                .values()
                .all(|value| *value == InputValue::One(subtask.spans.instruction.clone()))
        };
        let on_the_way = |solution: &Solution| solution.actions.len().saturating_sub(1);
        let is_based = |solution: &Solution, name: &str| {
            let same = |action: &&Action| action.tool == name && !only_told(action);
            solution.actions[..on_the_way(solution)]
                .iter()
                .any(|action| same(&action))
        };
        let told_on_the_way = |solution: &Solution| -> Vec<String> {
            let before = &solution.actions[..on_the_way(solution)];
            before
                .iter()
                .filter(only_told)
                .map(|action| action.tool.clone())
                .collect()
        };
        let goals_without: Vec<String> = solutions
            .iter()
            .filter(|other| told_on_the_way(other).is_empty())
            .filter_map(goal_of)
            .collect();
        let is_baseless = |solution: &Solution| {
            told_on_the_way(solution).iter().any(|name| {
                solutions.iter().any(|other| is_based(other, name))
                    || !spoken_of.contains(&name.as_str())
                        && goal_of(solution).is_some_and(|goal| goals_without.contains(&goal))
            })
        };
        let changes_everything = |solution: &Solution| {
            let Some((last, before)) = solution.actions.split_last() else {
                return false;
            };
            let is_told = takes(last, &|parameter| {
                parameter.role == Some(TextRole::Instruction)
            });
            let is_pointed = |action: &Action| {
                takes(action, &|parameter| {
                    parameter.resource_type == ResourceType::POINT
                })
            };
            let finds_mask = |action: &Action| {
                toolbox
                    .tool(&action.tool)
                    .is_some_and(|tool| tool.returns == ResourceType::MASK)
            };
            is_told
                && before.iter().any(finds_mask)
                && !before
                    .iter()
                    .any(|action| takes_object(action) || is_pointed(action))
        };
        solutions
            .iter()
            .map(|solution| {
                let Some((last, before)) = solution.actions.split_last() else {
                    return 1.0;
                };
                let goal = index(&last.tool).map_or(1.0, |tool| assessments[tool.0].goal);
                let doubt: f32 = before
                    .iter()
                    .filter_map(|action| index(&action.tool))
                    .map(|tool| (5.0 - assessments[tool.0].support).max(0.0) * SUPPORT_PENALTY)
                    .sum();
                let more = (unasked(solution) - shortest) as f32;
                let longer = more * STEP_PENALTY + more * (more - 1.0) / 2.0 * DETOUR_PENALTY;
                let unheard = spoken_of.iter().filter(|name| !has(solution, name)).count() as f32
                    * UNHEARD_PENALTY;
                let slower = (1.0 + solution.seconds as f32).ln() * 0.02;
                let blind = looked_for.contains(&last.tool) && !looks(solution);
                let unused = if blind { UNUSED_OBJECT_PENALTY } else { 0.0 };
                let baseless = if is_baseless(solution) {
                    BASELESS_PENALTY
                } else {
                    0.0
                };
                let everywhere = if changes_everything(solution) {
                    EVERYTHING_PENALTY
                } else {
                    0.0
                };
                (goal - longer - doubt.min(1.0) - unheard - unused - baseless - everywhere - slower)
                    .clamp(1.0, 5.0)
            })
            .collect()
    }
}

/// Leaves ways in the order in which the search found them: what the solution expert is worth is
/// measured against it.
#[derive(Debug, Clone, Copy, Default)]
pub struct SearchOrderBaseline;

impl SolutionExpert for SearchOrderBaseline {
    fn rank(
        &self,
        _: &Understood,
        solutions: &[Solution],
        _: &[Assessment],
        _: &Toolbox,
    ) -> Vec<f32> {
        (0..solutions.len())
            .map(|place| (5.0 - 0.01 * place as f32).max(3.0))
            .collect()
    }
}
