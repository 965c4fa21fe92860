//! Writes subtasks down.

use patchbay_domain::value::{output_of, points_on};
use patchbay_domain::{
    Argument, InputValue, ResourceType, Returns, SubtaskGoal, SubtaskId, Tool, ToolIndex,
};
use patchbay_planner::{InterpretedSubtask, TextSpans};

use super::super::clauses::Clause;
use super::{Reading, Subject, understood};
use crate::words::pattern::Alignment;

impl Reading<'_> {
    /// The subtask that does the same with the same already: “notes.txt is the voice over, speak
    /// it”.
    pub(super) fn done_already(
        &self,
        tool: &Tool,
        subjects: &[Subject],
        spans: &TextSpans,
    ) -> Option<SubtaskId> {
        let toolbox = self.graph.toolbox();
        let follows_words = tool.instruction().is_some();
        if follows_words || spans.says_something() || spans.title.is_some() || subjects.is_empty() {
            return None;
        }
        let values = |goal: &SubtaskGoal| {
            goal.args
                .iter()
                .map(|argument| argument.value.clone())
                .collect::<Vec<_>>()
        };
        let wanted: Vec<InputValue> = subjects
            .iter()
            .map(|subject| subject.value.clone())
            .collect();
        let is_same = |made: &&InterpretedSubtask| {
            made.key_tool()
                .is_some_and(|key| toolbox[key].name == tool.name)
                && !made.spans.says_something()
                && values(&made.goal) == wanted
        };
        self.done
            .subtasks
            .iter()
            .find(is_same)
            .map(|made| made.goal.id)
    }

    /// What a clause is after; where types are not told from words, only that it is an image, a
    /// video, …
    fn result_type(&self, tool: &Tool) -> ResourceType {
        let general = self.graph.toolbox().ancestry(&tool.returns).last();
        if self.types {
            tool.returns.clone()
        } else {
            general.unwrap_or(&tool.returns).clone()
        }
    }

    /// Joins what the newest subtask made with the videos that it works on, by that tool.
    pub(super) fn put_back(&mut self, joining: ToolIndex, mut videos: Vec<Subject>) {
        let toolbox = self.graph.toolbox();
        let Some(last) = self.done.subtasks.last() else {
            return;
        };
        videos.push(self.result(last.goal.id, true));
        let only = |place: ToolIndex| Alignment {
            likeness: f32::from(place == joining),
            ..Alignment::default()
        };
        let alignments = toolbox.indices().map(only).collect();
        let spans = TextSpans {
            instruction: last.spans.instruction.clone(),
            ..TextSpans::default()
        };
        self.push(
            &Clause {
                tokens: 0..0,
                alignments,
                margin: f32::INFINITY,
            },
            &toolbox[joining],
            videos,
            spans,
        );
    }

    /// Writes down the subtask of a tool that works on these subjects. Asks which file is meant
    /// instead, where the tool needs one and there is none.
    pub(super) fn push(
        &mut self,
        clause: &Clause,
        tool: &Tool,
        subjects: Vec<Subject>,
        spans: TextSpans,
    ) {
        if subjects.is_empty() && self.media(tool).next().is_some() {
            self.ask_for_a_file(tool, &spans.instruction);
            return;
        }
        let mut spans = self.spans_beside(tool, &subjects, spans);
        let mut args = subject_arguments(tool, &subjects);
        let points = self.point_arguments(tool, &subjects);
        if !points.is_empty() {
            spans.object = None;
        }
        args.extend(points);
        args.extend(text_argument(tool, &spans));
        let id = SubtaskId(self.done.subtasks.len());
        let goal = SubtaskGoal {
            id,
            description: spans.instruction.clone(),
            domains: if tool.domain.is_empty() {
                Vec::new()
            } else {
                vec![tool.domain.clone()]
            },
            depends_on: dependencies(&subjects),
            args,
            returns: Returns {
                resource_type: self.result_type(tool),
                value: output_of(id),
            },
        };
        self.done
            .subtasks
            .push(understood(goal, spans, &clause.alignments, clause.margin));
    }

    /// Asks which file an instruction is about, of the type that a tool takes first.
    fn ask_for_a_file(&mut self, tool: &Tool, instruction: &str) {
        if self.done.clarification.is_none() {
            let wanted = self.media(tool).next();
            let kind = wanted.map_or("file", ResourceType::as_str).to_owned();
            let question =
                format!("Which {kind} is “{instruction}” about? Add it, or name one that is here.");
            self.ask(
                question,
                self.known
                    .resources
                    .iter()
                    .map(|r| r.name.clone())
                    .collect(),
            );
        }
    }

    /// The spans that a tool still needs beside its subjects. A mask that was given says what is
    /// meant better than words do. A text that was given, or written before, is what a tool with
    /// one text works on; the words only say so.
    fn spans_beside(&self, tool: &Tool, subjects: &[Subject], mut spans: TextSpans) -> TextSpans {
        let toolbox = self.graph.toolbox();
        if gives_mask(subjects) && takes(tool, &ResourceType::MASK) {
            spans.object = None;
        }
        let is_text = |of: &ResourceType| toolbox.fits(of, &ResourceType::TEXT);
        let texts = subjects
            .iter()
            .filter(|subject| is_text(&subject.resource_type))
            .count();
        if texts > 0
            && texts
                >= tool
                    .args
                    .iter()
                    .filter(|argument| is_text(&argument.resource_type))
                    .count()
        {
            spans.object = None;
            spans.content = None;
        }
        spans
    }

    /// What was pointed at in the subjects, for a tool that can use it and is given no mask.
    fn point_arguments(&self, tool: &Tool, subjects: &[Subject]) -> Vec<Argument> {
        let toolbox = self.graph.toolbox();
        let wants_mask = takes(tool, &ResourceType::MASK)
            || toolbox.fits(&tool.returns, &ResourceType::MASK)
            || takes(tool, &ResourceType::POINT);
        if !wants_mask || gives_mask(subjects) {
            return Vec::new();
        }
        let is_pointed_at = |name: &&String| {
            self.request
                .points
                .get(*name)
                .is_some_and(|points| !points.is_empty())
        };
        subjects
            .iter()
            .flat_map(|subject| subject.value.values())
            .filter(is_pointed_at)
            .map(|name| Argument {
                resource_type: ResourceType::POINT,
                value: InputValue::One(points_on(name)),
            })
            .collect()
    }
}

/// Whether a tool takes an argument of exactly this type.
fn takes(tool: &Tool, of: &ResourceType) -> bool {
    tool.args
        .iter()
        .any(|argument| argument.resource_type == *of)
}

/// Whether a mask is among the subjects.
fn gives_mask(subjects: &[Subject]) -> bool {
    subjects
        .iter()
        .any(|subject| subject.resource_type == ResourceType::MASK)
}

/// The subjects as arguments, without masks that the clause does not name and the tool does not
/// take.
fn subject_arguments(tool: &Tool, subjects: &[Subject]) -> Vec<Argument> {
    subjects
        .iter()
        .filter(|subject| {
            subject.named
                || subject.resource_type != ResourceType::MASK
                || takes(tool, &ResourceType::MASK)
        })
        .map(|subject| Argument {
            resource_type: subject.resource_type.clone(),
            value: subject.value.clone(),
        })
        .collect()
}

/// The words that a tool is given as an argument: those for its first role, else the thing or the
/// content that they name.
fn text_argument(tool: &Tool, spans: &TextSpans) -> Option<Argument> {
    let roles: Vec<_> = tool
        .args
        .iter()
        .filter_map(|argument| argument.role)
        .collect();
    let shown = if roles.is_empty() {
        spans.object.as_deref().or(spans.content.as_deref())
    } else {
        spans.for_role(Some(roles[0]))
    };
    shown.map(|text| Argument {
        resource_type: ResourceType::TEXT,
        value: InputValue::One(text.to_owned()),
    })
}

/// The subtasks that made the subjects, in order, each once.
fn dependencies(subjects: &[Subject]) -> Vec<SubtaskId> {
    let mut depends_on: Vec<SubtaskId> = subjects
        .iter()
        .filter_map(|subject| subject.depends_on)
        .collect();
    depends_on.sort_unstable();
    depends_on.dedup();
    depends_on
}
