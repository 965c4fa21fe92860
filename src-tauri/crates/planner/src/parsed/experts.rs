//! Experts of the search for a request that was read: the goal tool is known, and so are its words
//! and values.

use std::collections::BTreeMap;

use patchbay_domain::{InputValue, ResourceParameter, SubtaskId, Tool, ToolIndex};

use super::call_of;
use super::subtasks::Called;
use crate::graph::ToolGraph;
use crate::language::{Assessment, Assessor, InterpretedSubtask, ResourceExpert};

/// Assessment of every tool on the way to a goal: the types and the length of a way tell more.
const SUPPORT: f32 = 3.0;

/// Judges tools by the one that was read.
pub(super) struct GoalTool(BTreeMap<SubtaskId, ToolIndex>);

impl GoalTool {
    pub(super) fn of(called: &[Called]) -> Self {
        Self(
            called
                .iter()
                .map(|one| (one.subtask.goal.id, one.tool))
                .collect(),
        )
    }
}

impl Assessor for GoalTool {
    fn assess(&self, subtask: &InterpretedSubtask, graph: &ToolGraph) -> Vec<Assessment> {
        let read = self.0.get(&subtask.goal.id);
        let assessment = |tool: ToolIndex| Assessment {
            goal: if read == Some(&tool) { 5.0 } else { 1.0 },
            support: SUPPORT,
        };
        graph.toolbox().indices().map(assessment).collect()
    }
}

/// Gives the tool that was read its words and values, and tools on the way the words alone.
pub(super) struct LastStep(Vec<Called>);

impl LastStep {
    pub(super) fn of(called: Vec<Called>) -> Self {
        Self(called)
    }
}

impl ResourceExpert for LastStep {
    fn text(
        &self,
        subtask: &InterpretedSubtask,
        _: &Tool,
        parameter: &ResourceParameter,
    ) -> Option<String> {
        let is_text = matches!(parameter.resource_type.as_str(), "text" | "title");
        let words = subtask.spans.for_role(parameter.role);
        words.filter(|_| is_text).map(str::to_owned)
    }

    fn values(&self, subtask: &InterpretedSubtask, tool: &Tool) -> BTreeMap<String, String> {
        let called = call_of(&self.0, subtask.goal.id).filter(|called| called.name == tool.name);
        called
            .map(|called| called.values.clone())
            .unwrap_or_default()
    }

    fn prefer(
        &self,
        _: &InterpretedSubtask,
        _: &Tool,
        _: &ResourceParameter,
        candidates: &[&InputValue],
    ) -> Vec<usize> {
        (0..candidates.len()).collect()
    }
}
