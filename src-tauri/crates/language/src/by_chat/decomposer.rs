//! The decomposer by a chat model (ControlLLM, section 6.1 and tables 5 and 6). It chooses among
//! spans of the request, tools, and files; the embedded decomposer reads the words of each subtask,
//! and its own reading of the request follows where the plan leaves something undone.

use patchbay_domain::value::{output_of, points_on};
use patchbay_domain::{
    Argument, InputValue, NamedResource, Request, ResourceType, Returns, SubtaskGoal, SubtaskId,
    Tool, ToolIndex,
};
use patchbay_planner::{Decomposer, Decomposition, InterpretedSubtask, ToolGraph};
use serde::Deserialize;

use super::ask::Ask;
use super::{schemas, spans};

const QUESTION: &str = "Take the request below apart into as few tasks as possible, in the order in which they are done. \
    Of each task say in the request's words what to do (\"do\"), the tool that does it or makes what is wanted in the \
    end (\"tool\"), the files that it works on, or \"result of task 1\" for what an earlier task makes (\"with\"), and \
    the words of the request that name the thing that is meant, or what is to be shown, said or heard (\"about\"; null \
    where there are none). Steps on the way are found for you: leave them out. Where no tool can do it, or where it is \
    not clear which file is meant, answer with no tasks. Answer as JSON: {\"tasks\": [{\"do\": \"…\", \"tool\": \"…\", \
    \"with\": [\"…\"], \"about\": null}]}.";

/// The most files of a conversation that a model is told of; the newest.
const MOST_FILES: usize = 40;
/// How many earlier turns it is told of.
const TURNS: usize = 4;

/// Takes requests apart as a chat model says.
pub struct ChatDecomposer {
    ask: Ask,
    embedded: Box<dyn Decomposer>,
}

#[derive(Deserialize)]
struct Answer {
    tasks: Vec<Task>,
}

#[derive(Deserialize)]
struct Task {
    #[serde(rename = "do")]
    words: String,
    tool: String,
    with: Vec<String>,
    about: Option<String>,
}

impl ChatDecomposer {
    /// A decomposer that asks, beside the embedded one.
    pub fn new(ask: Ask, embedded: Box<dyn Decomposer>) -> Self {
        Self { ask, embedded }
    }

    /// The subtasks that the model makes of a request; none where it makes nothing usable.
    fn asked(&self, request: &Request, graph: &ToolGraph) -> Option<Decomposition> {
        let known = known(request);
        let names: Vec<&str> = known.iter().map(|one| one.name.as_str()).collect();
        let (clauses, words) = (
            spans::clauses(&request.instruction),
            spans::short(&request.instruction),
        );
        if clauses.is_empty() {
            return None;
        }
        let schema = schemas::subtasks(graph.toolbox(), &clauses, &words, &names);
        let question = format!("{QUESTION}\n\n{}", in_words(request, &known));
        let Answer { tasks } = self.ask.answer(question, schema)?;
        let mut subtasks: Vec<InterpretedSubtask> = Vec::with_capacity(tasks.len());
        for task in tasks {
            let subtask = self.subtask(task, &subtasks, request, &known, graph)?;
            subtasks.push(subtask);
        }
        let decomposition = Decomposition {
            subtasks,
            clarification: None,
        };
        (!decomposition.subtasks.is_empty()).then_some(decomposition)
    }

    /// A subtask of an answer; none where it works on what does not exist yet.
    fn subtask(
        &self,
        task: Task,
        earlier: &[InterpretedSubtask],
        request: &Request,
        known: &[&NamedResource],
        graph: &ToolGraph,
    ) -> Option<InterpretedSubtask> {
        let index = graph.toolbox().index(&task.tool)?;
        let tool = &graph.toolbox()[index];
        let mut args: Vec<Argument> = Vec::new();
        let mut depends_on = Vec::new();
        for name in &task.with {
            let argument = if let Some(file) = known.iter().find(|one| one.name == *name) {
                argument(&file.resource_type, name)
            } else {
                let is_it = |place: &usize| schemas::result_of(place + 1) == *name;
                let place = (0..earlier.len()).find(is_it)?;
                let made = &earlier[place].goal;
                depends_on.push(made.id);
                argument(&made.returns.resource_type, &made.returns.value)
            };
            if !args.contains(&argument) {
                args.push(argument);
            }
        }
        depends_on.sort_unstable();
        depends_on.dedup();
        args.extend(points(tool, &task.with, request));
        if let Some(about) = &task.about {
            args.push(argument(&ResourceType::TEXT, about));
        }
        let id = SubtaskId(earlier.len());
        let goal = SubtaskGoal {
            id,
            description: task.words.clone(),
            domains: [tool.domain.clone()]
                .into_iter()
                .filter(|domain| !domain.is_empty())
                .collect(),
            depends_on,
            args,
            returns: Returns {
                resource_type: tool.returns.clone(),
                value: output_of(id),
            },
        };
        let resources: Vec<NamedResource> = known.iter().copied().cloned().collect();
        let read = self.embedded.understand(goal, &resources, graph);
        Some(meant(read, index, task.words))
    }
}

impl Decomposer for ChatDecomposer {
    fn decompose(&self, request: &Request, graph: &ToolGraph) -> Decomposition {
        self.asked(request, graph)
            .unwrap_or_else(|| self.embedded.decompose(request, graph))
    }

    fn other_readings(&self, request: &Request, graph: &ToolGraph) -> Vec<Decomposition> {
        let mut others = vec![self.embedded.decompose(request, graph)];
        others.extend(self.embedded.other_readings(request, graph));
        others
    }

    fn understand(
        &self,
        goal: SubtaskGoal,
        resources: &[NamedResource],
        graph: &ToolGraph,
    ) -> InterpretedSubtask {
        self.embedded.understand(goal, resources, graph)
    }
}

/// How alike the words count to every other tool, of what they are: less than to the one that was
/// named, and enough for the plan to be doubted where no word ties them to that one.
const OTHERS: f32 = 0.9;

/// A subtask that is about that tool, in these words.
fn meant(mut subtask: InterpretedSubtask, tool: ToolIndex, words: String) -> InterpretedSubtask {
    for (index, score) in subtask.goal_scores.iter_mut().enumerate() {
        *score = if index == tool.0 {
            1.0
        } else {
            *score * OTHERS
        };
    }
    subtask.spans.instruction = words;
    subtask
}

/// What a request can name: its own files, then the newest of the turns before, each name once.
fn known(request: &Request) -> Vec<&NamedResource> {
    let turns = request.history.iter().rev();
    let earlier = turns.flat_map(|turn| turn.results.iter().chain(&turn.resources));
    let mut known: Vec<&NamedResource> = Vec::new();
    for one in request.resources.iter().chain(earlier) {
        if known.len() < MOST_FILES && !known.iter().any(|other| other.name == one.name) {
            known.push(one);
        }
    }
    known
}

/// A request with what was said and made before it.
fn in_words(request: &Request, known: &[&NamedResource]) -> String {
    let names = |resources: &[NamedResource]| {
        let names: Vec<&str> = resources.iter().map(|one| one.name.as_str()).collect();
        names.join(", ")
    };
    let mut lines: Vec<String> = Vec::new();
    let first = request.history.len().saturating_sub(TURNS);
    for turn in &request.history[first..] {
        let (given, made) = (names(&turn.resources), names(&turn.results));
        lines.push(format!(
            "Before: {} (given: {given}; made: {made})",
            turn.instruction
        ));
    }
    let files: Vec<String> = known
        .iter()
        .map(|one| format!("{} ({})", one.name, one.resource_type))
        .collect();
    lines.push(format!("Files: {}", files.join(", ")));
    lines.push(format!("Request: {}", request.instruction));
    lines.join("\n")
}

/// What was pointed at in the files, for a tool that takes a mask or a point and is given no mask.
fn points(tool: &Tool, files: &[String], request: &Request) -> Vec<Argument> {
    let wants = |of: &ResourceType| [ResourceType::MASK, ResourceType::POINT].contains(of);
    if !tool.args.iter().any(|one| wants(&one.resource_type)) {
        return Vec::new();
    }
    files
        .iter()
        .filter(|name| {
            request
                .points
                .get(*name)
                .is_some_and(|points| !points.is_empty())
        })
        .map(|name| argument(&ResourceType::POINT, &points_on(name)))
        .collect()
}

fn argument(resource_type: &ResourceType, value: &str) -> Argument {
    Argument {
        resource_type: resource_type.clone(),
        value: InputValue::One(value.to_owned()),
    }
}
