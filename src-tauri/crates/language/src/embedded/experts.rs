//! The assessor and the resource expert of the embedded model.

use std::collections::{BTreeMap, HashMap};

use super::filled::filled;
use super::spoken::said;
use patchbay_domain::{
    InputValue, ResourceParameter, ResourceType, TextRole, Tool, ToolIndex, Toolbox,
};
use patchbay_planner::{Assessment, Assessor, InterpretedSubtask, ResourceExpert, ToolGraph};

/// Judges tools by how alike the clause is to what they are for.
#[derive(Debug, Clone, Copy, Default)]
pub struct SimilarityAssessor;

/// What a step on the way counts when no maker of its type was spoken of: worth trying.
const UNSPOKEN: f32 = 3.6;
/// What it counts more at most, the more it resembles the words: of two that turn an audio clip
/// into words, the one that is spoken of.
const RESEMBLING: f32 = 0.1;
/// What it counts at least when another was spoken of: looking never harms.
const UNHEARD: f32 = 3.1;
/// What it counts when it would make something up, or talk, unasked: only where there is no other
/// way.
const UNASKED: f32 = 2.4;
/// From here on a likeness means that a tool was spoken of.
const SPOKEN: f32 = 0.45;

impl Assessor for SimilarityAssessor {
    fn assess(&self, subtask: &InterpretedSubtask, graph: &ToolGraph) -> Vec<Assessment> {
        let toolbox = graph.toolbox();
        let likeness = |tool: ToolIndex| subtask.goal_scores.get(tool.0).copied().unwrap_or(0.0);
        let mention = |tool: ToolIndex| subtask.mention_scores.get(tool.0).copied().unwrap_or(0.0);
        let tools_of = |wanted: &ResourceType| {
            graph
                .makers(wanted)
                .iter()
                .flat_map(|kind| graph.tools(*kind))
                .copied()
        };
        let wanted = &subtask.goal.returns.resource_type;
        let best = tools_of(wanted).map(likeness).fold(0.0, f32::max);
        // The tool that the clause is about says nothing on how to get there.
        let is_key = |tool: ToolIndex| {
            likeness(tool) >= best && graph.makers(wanted).contains(&graph.kind(tool))
        };
        let fits_given = |wanted: &ResourceType| {
            subtask
                .goal
                .args
                .iter()
                .any(|given| toolbox.fits(&given.resource_type, wanted))
        };
        // What the tool that the clause is about takes, and nothing that was given is: what turns
        // one into the other is not made up.
        let name = |tool: ToolIndex| &toolbox[tool].name;
        let key = tools_of(wanted).max_by(|a, b| {
            likeness(*a)
                .total_cmp(&likeness(*b))
                .then(name(*b).cmp(name(*a)))
        });
        let converts = |tool: &Tool| {
            let needed = key.is_some_and(|key| {
                toolbox[key].args.iter().any(|a| {
                    toolbox.fits(&tool.returns, &a.resource_type) && !fits_given(&a.resource_type)
                })
            });
            needed
                && tool
                    .args
                    .iter()
                    .all(|a| a.role.is_none() && fits_given(&a.resource_type))
        };
        let looks = |tool: &Tool| {
            let takes_object = tool
                .args
                .iter()
                .any(|argument| argument.role == Some(TextRole::Object));
            // What a file is itself nobody means who speaks of what is seen or heard in it.
            tool.domain != FILE_INFORMATION
                && (converts(tool)
                    || perceives(&tool.domain)
                        && (takes_object || tool.args.iter().any(|a| fits_given(&a.resource_type))))
        };
        let on_the_way = toolbox.indices().filter(|tool| !is_key(*tool));
        let spoken = most_spoken(toolbox, on_the_way, mention);
        toolbox
            .indices()
            .map(|tool| {
                let goal = if best > 0.0 {
                    1.0 + 4.0 * (likeness(tool) / best).clamp(0.0, 1.0)
                } else {
                    3.0
                };
                let spoken = spoken.get(&toolbox[tool].returns).copied().unwrap_or(0.0);
                let heard = 1.5 + 3.5 * mention(tool) / spoken.max(SPOKEN);
                let support = match (spoken < SPOKEN, looks(&toolbox[tool])) {
                    _ if toolbox[tool].domain == FILE_INFORMATION => UNASKED,
                    (true, true) => {
                        UNSPOKEN
                            + RESEMBLING
                                * (likeness(tool) / best.max(f32::MIN_POSITIVE)).clamp(0.0, 1.0)
                    }
                    (true, false) => UNASKED,
                    (false, true) => heard.clamp(UNHEARD, 5.0),
                    (false, false) => heard.clamp(1.0, 5.0),
                };
                Assessment { goal, support }
            })
            .collect()
    }
}

/// How far any maker of each type was spoken of, among these tools; no entry where none was.
fn most_spoken(
    toolbox: &Toolbox,
    tools: impl Iterator<Item = ToolIndex>,
    mention: impl Fn(ToolIndex) -> f32,
) -> HashMap<&ResourceType, f32> {
    let mut spoken: HashMap<&ResourceType, f32> = HashMap::new();
    for tool in tools.filter(|tool| mention(*tool) > 0.0) {
        for made in toolbox.ancestry(&toolbox[tool].returns) {
            let most = spoken.entry(made).or_default();
            *most = most.max(mention(tool));
        }
    }
    spoken
}

/// The domain of tools that tell of a file and not of what is in it.
const FILE_INFORMATION: &str = "file-information";

/// Whether tools of a domain only look at what is there. Where no domain is known, they may.
fn perceives(domain: &str) -> bool {
    domain.is_empty() || domain.ends_with("-perception") || domain == "image-processing"
}

/// Copies spans of the request into arguments.
#[derive(Debug, Clone, Copy, Default)]
pub struct SpanCopyExpert;

impl ResourceExpert for SpanCopyExpert {
    fn text(
        &self,
        subtask: &InterpretedSubtask,
        _tool: &Tool,
        parameter: &ResourceParameter,
    ) -> Option<String> {
        if parameter.resource_type.as_str() == "title" {
            return subtask.spans.title.clone();
        }
        if parameter.resource_type.as_str() != "text" {
            return None;
        }
        let role = parameter.role.or_else(|| role_by_name(&parameter.name));
        subtask.spans.for_role(role).map(str::to_owned)
    }

    fn values(&self, subtask: &InterpretedSubtask, tool: &Tool) -> BTreeMap<String, String> {
        let mut values = said(tool, &subtask.spans.instruction, &subtask.goal.args);
        if tool.is_connected() {
            values.extend(filled(tool, &subtask.spans, &values));
        }
        values
    }

    fn prefer(
        &self,
        _subtask: &InterpretedSubtask,
        tool: &Tool,
        parameter: &ResourceParameter,
        candidates: &[&InputValue],
    ) -> Vec<usize> {
        let alike: Vec<&ResourceParameter> = tool
            .args
            .iter()
            .filter(|other| other.resource_type == parameter.resource_type)
            .collect();
        // A tool that takes several of one type takes them in the order in which they were given.
        match alike.iter().position(|other| other.name == parameter.name) {
            Some(position) if alike.len() > 1 && candidates.len() >= alike.len() => vec![position],
            _ => (0..candidates.len()).collect(),
        }
    }
}

/// Gives every text argument the whole clause, and every other one what was given first: what the
/// resource expert is worth is measured against it.
#[derive(Debug, Clone, Copy, Default)]
pub struct WholeClauseBaseline;

impl ResourceExpert for WholeClauseBaseline {
    fn text(
        &self,
        subtask: &InterpretedSubtask,
        _tool: &Tool,
        parameter: &ResourceParameter,
    ) -> Option<String> {
        (parameter.resource_type == ResourceType::TEXT).then(|| subtask.spans.instruction.clone())
    }

    fn values(&self, _: &InterpretedSubtask, _: &Tool) -> BTreeMap<String, String> {
        BTreeMap::new()
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

/// What a text argument is for, where its tool does not say.
fn role_by_name(name: &str) -> Option<TextRole> {
    match name {
        "condition" | "object" | "label" | "target" => Some(TextRole::Object),
        "question" | "query" => Some(TextRole::Question),
        "instruction" | "edit" | "command" => Some(TextRole::Instruction),
        "prompt" | "description" | "content" | "caption" => Some(TextRole::Content),
        _ => None,
    }
}
