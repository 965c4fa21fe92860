//! Steps of the subtasks that words belong to: their tools and their results.

use std::ops::Range;

use patchbay_domain::{Action, ResourceType, Solution, Tool, ToolIndex};

use super::Sections;

impl<'a> Sections<'a> {
    /// First ways of the subtasks that words belong to.
    pub(super) fn ways(
        &self,
        bytes: &Range<usize>,
    ) -> impl Iterator<Item = &'a Solution> + use<'a> {
        let solved = self.solved;
        self.owners(bytes)
            .into_iter()
            .filter_map(|place| solved[place].solutions.first())
    }

    /// The tools, by their index, of all steps of the subtasks that words belong to.
    pub(in crate::coverage) fn tools(
        &self,
        bytes: &Range<usize>,
    ) -> impl Iterator<Item = ToolIndex> + use<'a> {
        let toolbox = self.toolbox;
        self.ways(bytes)
            .flat_map(|way| &way.actions)
            .filter_map(|action| toolbox.index(&action.tool))
    }

    /// The last steps of the subtasks that words belong to, with their tools.
    pub(in crate::coverage) fn lasts(
        &self,
        bytes: &Range<usize>,
    ) -> impl Iterator<Item = (&'a Tool, &'a Action)> + use<'a> {
        let toolbox = self.toolbox;
        self.ways(bytes).filter_map(|way| {
            let last = way.actions.last()?;
            Some((toolbox.tool(&last.tool)?, last))
        })
    }

    /// The steps of a subtask's first way.
    pub(in crate::coverage) fn actions(&self, place: usize) -> &'a [Action] {
        let first = self.solved[place].solutions.first();
        first.map_or(&[][..], |way| &way.actions)
    }

    /// The tools of all steps of a subtask's first way.
    pub(in crate::coverage) fn steps(
        &self,
        place: usize,
    ) -> impl Iterator<Item = &'a Tool> + use<'a> {
        let toolbox = self.toolbox;
        self.actions(place)
            .iter()
            .filter_map(|action| toolbox.tool(&action.tool))
    }

    /// The tool that makes a subtask's result.
    pub(in crate::coverage) fn result_tool(&self, place: usize) -> Option<&'a Tool> {
        self.toolbox
            .tool(&self.solved[place].solutions.first()?.actions.last()?.tool)
    }

    /// The type of a subtask's result.
    pub(in crate::coverage) fn result_type(&self, place: usize) -> &'a ResourceType {
        let solved = &self.solved[place];
        let made = solved
            .solutions
            .first()
            .and_then(|way| way.actions.last()?.outputs.first());
        made.map_or(&solved.subtask.goal.returns.resource_type, |output| {
            &output.resource_type
        })
    }

    /// The types of what a subtask works on.
    pub(super) fn given_types(&self, place: usize) -> Vec<ResourceType> {
        self.solved[place]
            .subtask
            .goal
            .args
            .iter()
            .map(|argument| argument.resource_type.clone())
            .collect()
    }
}
