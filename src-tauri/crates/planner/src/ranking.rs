//! The solution expert: orders the ways by how well they fit and what they cost (ControlLLM, section 6.2; scores from 1
//! to 5, from 3 up worth offering).

use patchbay_domain::{Solution, Toolbox};

use crate::language::{Assessment, SolutionExpert, Understood};

/// Ranks by the assessment of the step that reaches the goal, then by how short, quick and small a way is.
#[derive(Debug, Clone, Copy, Default)]
pub struct FitAndCost;

/// What the first step more than the shortest way takes off the score: a longer way has more places to go wrong.
const STEP_PENALTY: f32 = 0.12;
/// What each pair of further steps takes off on top: nobody wants a long detour.
const DETOUR_PENALTY: f32 = 0.7;
/// What a step that serves the goal badly takes off.
const SUPPORT_PENALTY: f32 = 0.1;

impl SolutionExpert for FitAndCost {
    fn rank(
        &self,
        _subtask: &Understood,
        solutions: &[Solution],
        assessments: &[Assessment],
        toolbox: &Toolbox,
    ) -> Vec<f32> {
        let shortest = solutions.iter().map(|solution| solution.actions.len()).min().unwrap_or(0);
        let index = |name: &str| toolbox.tools.iter().position(|tool| tool.name == name);
        solutions
            .iter()
            .map(|solution| {
                let Some((last, before)) = solution.actions.split_last() else { return 1.0 };
                let goal = index(&last.tool).map_or(1.0, |tool| assessments[tool].goal);
                let doubt: f32 = before
                    .iter()
                    .filter_map(|action| index(&action.tool))
                    .map(|tool| (5.0 - assessments[tool].support).max(0.0) * SUPPORT_PENALTY)
                    .sum();
                let more = (solution.actions.len() - shortest) as f32;
                let longer = more * STEP_PENALTY + more * (more - 1.0) / 2.0 * DETOUR_PENALTY;
                let slower = (1.0 + solution.seconds as f32).ln() * 0.02;
                (goal - longer - doubt.min(1.0) - slower).clamp(1.0, 5.0)
            })
            .collect()
    }
}
