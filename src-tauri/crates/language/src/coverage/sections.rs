//! Which words of a request belong to which subtask, and what of them is copied into arguments.

use std::ops::Range;

use patchbay_domain::{
    Argument, InputValue, NamedResource, Parameter, ParameterKind, Request, ResourceType, Solution,
    TextRole, Tool, ToolIndex, Toolbox, ValueRef,
};
use patchbay_phrases::{Quantity, values};
use patchbay_planner::Solved;

use super::words::words;
use crate::embedded::index::FileIndex;
use crate::embedded::tokens::{Kind, marks};

/// What a file is called without its ending, in lower case.
fn stem(name: &str) -> String {
    name.rsplit_once('.')
        .map_or(name, |(stem, _)| stem)
        .to_lowercase()
}

/// A request's words beside its subtasks.
pub(super) struct Sections<'a> {
    /// The instruction with file names and quotations blanked, byte for byte.
    text: String,
    resources: Vec<NamedResource>,
    /// How many of them came with the request.
    given: usize,
    /// Where resources are named, and which, by their index.
    named: Vec<(Range<usize>, Vec<FileIndex>)>,
    toolbox: &'a Toolbox,
    solved: &'a [Solved<'a>],
    /// Where each subtask's words stand; none where they do not stand in the request as one.
    places: Vec<Option<Range<usize>>>,
}

impl<'a> Sections<'a> {
    pub(super) fn new(request: &Request, solved: &'a [Solved<'a>], toolbox: &'a Toolbox) -> Self {
        let before = request
            .history
            .iter()
            .flat_map(|turn| turn.resources.iter().chain(&turn.results));
        let resources: Vec<NamedResource> =
            request.resources.iter().chain(before).cloned().collect();
        let mut text = request.instruction.clone();
        let mut named = Vec::new();
        for mark in marks(&request.instruction, &resources) {
            if matches!(mark.kind, Kind::Files(_) | Kind::Quote) {
                text.replace_range(mark.start..mark.end, &" ".repeat(mark.end - mark.start));
            }
            if let Kind::Files(files) = mark.kind {
                named.push((mark.start..mark.end, files));
            }
        }
        let place = |solved: &Solved<'_>| {
            let words = &solved.subtask.goal.description;
            let start = request
                .instruction
                .find(words.as_str())
                .filter(|_| !words.is_empty())?;
            Some(start..start + words.len())
        };
        let given = request.resources.len();
        Self {
            text,
            resources,
            given,
            named,
            toolbox,
            solved,
            places: solved.iter().map(place).collect(),
        }
    }

    /// The request's words, without file names and quotations, in their places.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Whether words name a file by what it is called without its ending: “the logo” of logo.png.
    pub(super) fn names_a_file(&self, bytes: &Range<usize>) -> bool {
        let words = self.text[bytes.clone()].trim().to_lowercase();
        self.resources
            .iter()
            .any(|resource| stem(&resource.name) == words)
    }

    /// The words for files that no step of any subtask takes: their names, and what they are called
    /// without their endings.
    pub(super) fn unused_files(&self) -> Vec<Range<usize>> {
        let ways = self
            .solved
            .iter()
            .filter_map(|solved| solved.solutions.first());
        let used: Vec<&str> = ways
            .flat_map(|way| &way.actions)
            .flat_map(|action| action.inputs.values())
            .flat_map(InputValue::values)
            .map(String::as_str)
            .collect();
        let is_unused = |resource: &NamedResource| !used.contains(&resource.name.as_str());
        let given = &self.resources[..self.given];
        // “The photo” is said of any photo, also where one is called photo.jpg.
        let tells = |stem: &String| stem.len() > 2 && !super::kinds::is_general(stem);
        let unused = given.iter().filter(|resource| is_unused(resource));
        let stems: Vec<String> = unused
            .map(|resource| stem(&resource.name))
            .filter(tells)
            .collect();
        let called = words(&self.text)
            .into_iter()
            .filter(|word| stems.contains(&word.text))
            .map(|word| word.bytes);
        let is_named = |files: &[FileIndex]| {
            files
                .iter()
                .any(|file| given.get(file.0).is_some_and(is_unused))
        };
        // Beside a file that is worked on, and outside every subtask's words, one is often named to
        // be left alone.
        let is_meant = |bytes: &Range<usize>| {
            let holds = |place: &&Range<usize>, bytes: &Range<usize>| {
                place.start <= bytes.start && bytes.end <= place.end
            };
            self.places
                .iter()
                .flatten()
                .filter(|place| holds(place, bytes))
                .any(|place| {
                    self.named
                        .iter()
                        .filter(|(other, _)| holds(&place, other))
                        .all(|(_, files)| is_named(files))
                })
        };
        let named = self
            .named
            .iter()
            .filter(|(bytes, files)| is_named(files) && is_meant(bytes));
        let named = named.map(|(bytes, _)| bytes.clone());
        named.chain(called).collect()
    }

    /// How many subtasks there are.
    pub(super) fn len(&self) -> usize {
        self.solved.len()
    }

    /// Where a subtask's words stand in the request; all of it where they are not found in it.
    pub(super) fn bytes(&self, place: usize) -> Range<usize> {
        self.places[place].clone().unwrap_or(0..self.text.len())
    }

    /// A subtask's words, without file names and quotations.
    pub(super) fn words_of(&self, place: usize) -> String {
        self.text[self.bytes(place)].to_owned()
    }

    /// Whether another subtask goes on with a subtask's result.
    pub(super) fn is_gone_on_with(&self, place: usize) -> bool {
        let id = self.solved[place].subtask.goal.id;
        self.solved
            .iter()
            .any(|other| other.subtask.goal.depends_on.contains(&id))
    }

    /// The places of a subtask and of those that it goes on from.
    pub(super) fn chain(&self, place: usize) -> Vec<usize> {
        let mut chain = vec![place];
        let mut next = 0;
        while let Some(place) = chain.get(next).copied() {
            let before = &self.solved[place].subtask.goal.depends_on;
            let new: Vec<usize> = (0..self.len())
                .filter(|other| {
                    before.contains(&self.solved[*other].subtask.goal.id) && !chain.contains(other)
                })
                .collect();
            chain.extend(new);
            next += 1;
        }
        chain
    }

    /// The types of the files that subtasks work on.
    pub(super) fn files_of(&self, places: &[usize]) -> Vec<ResourceType> {
        let arguments = places
            .iter()
            .flat_map(|place| &self.solved[*place].subtask.goal.args);
        let is_file = |argument: &&Argument| {
            argument.value.values().iter().all(|value| {
                self.resources
                    .iter()
                    .any(|resource| resource.name == *value)
            })
        };
        arguments
            .filter(is_file)
            .map(|argument| argument.resource_type.clone())
            .collect()
    }

    /// The places of the subtasks that words belong to: those in whose words they stand, else all.
    /// Those that only talk take every word as it is and are none of them.
    pub(super) fn owners(&self, bytes: &Range<usize>) -> Vec<usize> {
        let holds = |place: &usize| {
            self.places[*place]
                .as_ref()
                .is_some_and(|all| all.start <= bytes.start && bytes.end <= all.end)
        };
        let own: Vec<usize> = (0..self.len()).filter(holds).collect();
        let all = if own.is_empty() {
            (0..self.len()).collect()
        } else {
            own
        };
        all.into_iter()
            .filter(|place| !self.only_talks(*place))
            .collect()
    }

    /// Whether a subtask makes words of nothing but the words of the request.
    pub(super) fn only_talks(&self, place: usize) -> bool {
        let is_told = |tool: &Tool| {
            tool.args.iter().all(|argument| {
                self.toolbox
                    .fits(&argument.resource_type, &ResourceType::TEXT)
            })
        };
        self.given_types(place)
            .iter()
            .all(|of| *of == ResourceType::TEXT)
            && self
                .toolbox
                .fits(self.result_type(place), &ResourceType::TEXT)
            && self.result_tool(place).is_some_and(is_told)
    }

    fn ways(&self, bytes: &Range<usize>) -> impl Iterator<Item = &'a Solution> + use<'a> {
        let solved = self.solved;
        self.owners(bytes)
            .into_iter()
            .filter_map(|place| solved[place].solutions.first())
    }

    /// The tools, by their index, of all steps of the subtasks that words belong to.
    pub(super) fn tools(&self, bytes: &Range<usize>) -> impl Iterator<Item = ToolIndex> + use<'a> {
        let toolbox = self.toolbox;
        self.ways(bytes)
            .flat_map(|way| &way.actions)
            .filter_map(|action| toolbox.index(&action.tool))
    }

    /// The tools that make the results of the subtasks that words belong to.
    pub(super) fn results(&self, bytes: &Range<usize>) -> impl Iterator<Item = &'a Tool> + use<'a> {
        let toolbox = self.toolbox;
        self.ways(bytes)
            .filter_map(|way| toolbox.tool(&way.actions.last()?.tool))
    }

    /// The tools of all steps of a subtask's first way.
    pub(super) fn steps(&self, place: usize) -> impl Iterator<Item = &'a Tool> + use<'a> {
        let toolbox = self.toolbox;
        let actions = self.solved[place]
            .solutions
            .first()
            .map_or(&[][..], |way| &way.actions);
        actions
            .iter()
            .filter_map(|action| toolbox.tool(&action.tool))
    }

    /// The tool that makes a subtask's result.
    pub(super) fn result_tool(&self, place: usize) -> Option<&'a Tool> {
        self.toolbox
            .tool(&self.solved[place].solutions.first()?.actions.last()?.tool)
    }

    /// The type of a subtask's result.
    pub(super) fn result_type(&self, place: usize) -> &'a ResourceType {
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
    fn given_types(&self, place: usize) -> Vec<ResourceType> {
        self.solved[place]
            .subtask
            .goal
            .args
            .iter()
            .map(|argument| argument.resource_type.clone())
            .collect()
    }

    /// The endings of the files that there are.
    pub(super) fn given_endings(&self) -> impl Iterator<Item = String> {
        self.resources
            .iter()
            .filter_map(|resource| Some(resource.name.rsplit_once('.')?.1.to_lowercase()))
    }

    /// Whether words are copied into an argument: as what a result is to show, as the thing that is
    /// meant, as a question, or as an instruction that a tool follows in all its words.
    pub(super) fn is_copied(&self, bytes: &Range<usize>) -> bool {
        let words = self.text[bytes.clone()].trim().to_lowercase();
        self.copied(bytes)
            .any(|copied| copied.to_lowercase().contains(&words))
    }

    /// Whether a step has a parameter for a quantity, or it is a part of longer words that are
    /// copied.
    pub(super) fn takes_value(&self, quantity: &Quantity) -> bool {
        let words = self.text[quantity.bytes.clone()].trim().to_lowercase();
        let takes = |tool: ToolIndex| {
            let tool = &self.toolbox[tool];
            tool.parameters
                .iter()
                .any(|parameter| values::takes(tool, parameter, quantity.kind, &words))
        };
        self.tools(&quantity.bytes).any(takes)
            // What a picture or a file measures is said of it, also where it stands among words
            // that are shown.
            || (!matches!(quantity.kind, ParameterKind::Size | ParameterKind::FrameRate | ParameterKind::Bytes)
                && self.copied(&quantity.bytes).any(|copied| {
                    let copied = copied.trim().to_lowercase();
                    copied.contains(&words) && copied.len() > words.len() + 2
                }))
    }

    /// All words that the subtasks, which words belong to, copy into arguments that are not read by
    /// a grammar.
    fn copied<'b>(&'b self, bytes: &Range<usize>) -> impl Iterator<Item = &'a str> + use<'a, 'b> {
        let toolbox = self.toolbox;
        self.ways(bytes)
            .flat_map(|way| &way.actions)
            .flat_map(move |action| {
                let tool = toolbox.tool(&action.tool);
                let is_free = move |name: &str| {
                    if let Some(parameter) = tool.and_then(|tool| tool.parameter(name)) {
                        return parameter.kind == ParameterKind::Text;
                    }
                    let role = tool.and_then(|tool| {
                        tool.args
                            .iter()
                            .find(|argument| argument.name == name)?
                            .role
                    });
                    let is_format =
                        |parameter: &Parameter| parameter.kind == ParameterKind::FileFormat;
                    role != Some(TextRole::Instruction)
                        || tool.is_some_and(|tool| tool.parameters.iter().all(is_format))
                };
                let inputs = action.inputs.iter().filter(move |(name, _)| is_free(name));
                inputs
                    .flat_map(|(_, value)| value.values())
                    .map(String::as_str)
                    .filter(|value| self.is_words(value))
            })
    }

    /// Whether the value of an argument is words and no name.
    fn is_words(&self, value: &str) -> bool {
        !ValueRef::is_name(value, |name| {
            self.resources.iter().any(|resource| resource.name == name)
        })
    }
}
