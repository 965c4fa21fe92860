//! Words of a request beside its subtasks: which of them belong to which subtask.
//!
//! - [`files`]: files that words name, and those that subtasks take
//! - [`steps`]: steps of the subtasks that words belong to
//! - [`copied`]: words that steps take over

mod copied;
mod files;
mod steps;

use std::ops::Range;

use patchbay_domain::{NamedResource, Request, ResourceType, Tool, Toolbox};
use patchbay_planner::Solved;

use super::words::holds;
use crate::words::index::FileIndex;
use crate::words::tokens::{Kind, marks};

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
    /// Finds in a request's words the files that they name and the words of each subtask.
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

    /// The places of the subtasks that words belong to: those in whose words they stand, else all.
    /// Those that only talk take every word as it is and are none of them.
    pub(super) fn owners(&self, bytes: &Range<usize>) -> Vec<usize> {
        let holds = |place: &usize| {
            self.places[*place]
                .as_ref()
                .is_some_and(|all| holds(all, bytes))
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
}
