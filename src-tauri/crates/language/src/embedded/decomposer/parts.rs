//! Clauses about a part of a video or sound, for tools that work on all of it: “a gif of seconds 5 to 8”.

use patchbay_domain::{Parameter, ParameterKind, Tool, ToolIndex};
use patchbay_phrases::times::{said_limits, without_limits};
use patchbay_phrases::values;
use patchbay_planner::TextSpans;
use patchbay_values::times::TimeRange;

use super::super::clauses::Clause;
use super::super::hints::Hint;
use super::{Reading, Subject};
use crate::words::pattern::Alignment;

impl Reading<'_> {
    /// The subjects of a tool cut to the part that a clause is about, each by a subtask of its own; as they are where the
    /// clause speaks of no part, or the tool takes it as a value.
    pub(super) fn cut_first(
        &mut self,
        tool: &Tool,
        subjects: Vec<Subject>,
        instruction: &str,
    ) -> Vec<Subject> {
        let [subject] = &subjects[..] else {
            return subjects;
        };
        let Some(cutting) = self.cuts_for(tool, subject, instruction) else {
            return subjects;
        };
        let Some(part) = said_limits(instruction).filter(|part| !part.taken_out) else {
            return subjects;
        };
        let toolbox = self.graph.toolbox();
        let only = |place: ToolIndex| Alignment {
            likeness: f32::from(place == cutting),
            ..Alignment::default()
        };
        let clause = Clause {
            tokens: 0..0,
            alignments: toolbox.indices().map(only).collect(),
            margin: f32::INFINITY,
        };
        let spans = TextSpans {
            instruction: format!("keep {part}"),
            ..TextSpans::default()
        };
        let before = self.done.subtasks.len();
        self.push(&clause, &toolbox[cutting], subjects.clone(), spans);
        match self.done.subtasks.last_mut() {
            Some(last) if before < last.goal.id.0 + 1 => {
                // It stands for the same words.
                instruction.clone_into(&mut last.goal.description);
                let id = last.goal.id;
                vec![self.result(id, true)]
            }
            _ => subjects,
        }
    }

    /// The tool that cuts a subject to parts, where a tool works on all of it and has no use for the part that is said.
    fn cuts_for(&self, tool: &Tool, subject: &Subject, instruction: &str) -> Option<ToolIndex> {
        let is_told = tool.instruction().is_some();
        let takes_times = tool.parameters.iter().any(|one| {
            matches!(
                one.kind,
                ParameterKind::TimeRanges | ParameterKind::Times | ParameterKind::Interval
            )
        });
        let is_for_whole = self.hints.contains(&Hint::Parts)
            && !is_told
            && !takes_times
            && self.media(tool).count() == 1;
        if !is_for_whole {
            return None;
        }
        let said = values::said(tool, instruction);
        // “Fade out over the last 2 seconds” says how long.
        let is_length = |range: &TimeRange| {
            let mut lengths = tool
                .parameters
                .iter()
                .filter(|one| one.kind == ParameterKind::Duration)
                .filter_map(|one| said.get(&one.name)?.parse::<f64>().ok());
            lengths.any(|length| range.seconds() == Some(length))
        };
        let reads_limits = said != values::said(tool, &without_limits(instruction));
        let part = said_limits(instruction);
        if reads_limits || part.is_some_and(|part| part.ranges.iter().any(is_length)) {
            return None;
        }
        let toolbox = self.graph.toolbox();
        // A tool that makes several files says into how many, or how often it cuts.
        let splits =
            |one: &Parameter| matches!(one.kind, ParameterKind::Count | ParameterKind::Interval);
        let cuts = |tool: &Tool| {
            tool.returns == subject.resource_type
                && !tool.parameters.iter().any(splits)
                && self.media(tool).eq([&subject.resource_type])
                && tool
                    .parameters
                    .iter()
                    .any(|one| one.kind == ParameterKind::TimeRanges && one.name == PARTS)
        };
        toolbox.indices().find(|other| cuts(&toolbox[*other]))
    }
}

/// The parameter of what is kept.
const PARTS: &str = "parts";
