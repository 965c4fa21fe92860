//! Choice of the tools that are followed to make something of a type.

use patchbay_domain::{ResourceType, ToolIndex};

use super::super::{Strategy, best};
use super::Assembly;
use crate::graph::KindIndex;

/// Maximum number of steps that a maker may need beyond the nearest one where nobody spoke of it.
const DETOUR: usize = 1;
/// Minimum assessment of a tool that counts as spoken of.
const SPOKEN_OF: f32 = 4.0;

/// Purpose for which a maker is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Role {
    /// To reach the goal.
    Goal,
    /// To fill an argument.
    Support,
}

/// Whether makers that are assessed badly are followed where there is no better one. A branch is
/// first tried without: only where nothing sensible fills an argument, the best of the rest are.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Trust {
    Sure,
    Doubtful,
}

impl Assembly<'_> {
    /// The tools that make `wanted` in at most `budget` steps, best first.
    pub(super) fn makers(
        &mut self,
        wanted: &ResourceType,
        budget: usize,
        role: Role,
        trust: Trust,
    ) -> Vec<(ToolIndex, f32)> {
        let graph = self.problem.graph;
        let mut kinds = graph.makers(wanted).to_vec();
        kinds.retain(|kind| self.depths[kind.0].is_some_and(|depth| depth <= budget));
        let nearest = kinds
            .iter()
            .filter_map(|kind| self.depths[kind.0])
            .min()
            .unwrap_or(0);
        let detours = role == Role::Goal || self.problem.strategy == Strategy::Exhaustive;
        let mut makers: Vec<(ToolIndex, f32)> = Vec::new();
        for kind in kinds {
            let is_near = self.depths[kind.0].is_some_and(|depth| depth <= nearest + DETOUR);
            let followed = self.followed(kind, role).iter();
            // A detour is taken only for a tool that was spoken of.
            makers.extend(followed.filter(|(_, score)| detours || is_near || *score >= SPOKEN_OF));
        }
        let name = |tool: ToolIndex| &graph.toolbox()[tool].name;
        makers.sort_by(|a, b| name(a.0).cmp(name(b.0)));
        let chosen = self
            .problem
            .strategy
            .choose(makers, trust == Trust::Doubtful);
        self.visited.extend(chosen.iter().map(|(tool, _)| *tool));
        chosen
    }

    /// The best tools of a kind.
    fn followed(&mut self, kind: KindIndex, role: Role) -> &[(ToolIndex, f32)] {
        let problem = self.problem;
        self.chosen.entry((kind, role)).or_insert_with(|| {
            let score = |tool: ToolIndex| match role {
                Role::Goal => problem.assessments[tool.0].goal,
                Role::Support => problem.assessments[tool.0].support,
            };
            let (to_goal, on_the_way) = problem.strategy.alike();
            let count = if role == Role::Goal {
                to_goal
            } else {
                on_the_way
            };
            let tools = problem
                .graph
                .tools(kind)
                .iter()
                .copied()
                .filter(|tool| (problem.available)(*tool));
            best(tools.map(|tool| (tool, score(tool))), count)
        })
    }

    /// The fewest steps in which any tool makes `wanted`.
    pub(super) fn nearest(&self, wanted: &ResourceType) -> usize {
        self.problem
            .graph
            .makers(wanted)
            .iter()
            .filter_map(|kind| self.depths[kind.0])
            .min()
            .unwrap_or(0)
    }
}
