//! The steps of all subtasks and what each takes: actions become nodes, and the names in their
//! inputs become edges. The same action on the same inputs is one node, whichever subtasks ask for
//! it.
//!
//! - `build`: links the actions of the solutions that are taken
//! - `duration`: how long made audio and videos should be
//! - `images`: on which images boxes and masks were found

mod build;
pub(crate) mod duration;
mod images;

use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Source that an input's value stands for.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Source {
    /// The given resource of that name.
    Given(String),
    /// The words themselves.
    Words(String),
    /// The result of the node with that index.
    Node(usize),
    /// Nothing: the plan names what nobody gave or makes.
    Nowhere(String),
}

/// Sources that a node takes under each argument, in the order of the names.
pub(crate) type Arguments = Vec<(String, Vec<Source>)>;

/// Key that tells calls of tools apart: the tool, its arguments, its own seed, and its settings.
type Call = (String, Arguments, Option<u64>, BTreeMap<String, String>);

/// An action of a solution: the positions of subtask, solution and action.
pub(crate) type Place = (usize, usize, usize);

/// One call of a tool.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    /// The tool's name.
    pub(crate) tool: String,
    /// Sources that it takes, by argument.
    pub(crate) arguments: Arguments,
    /// Its own seed, where it has one.
    pub(crate) seed: Option<u64>,
    /// Settings that a person chose for it, by name.
    pub(crate) settings: BTreeMap<String, String>,
    /// The position of the first subtask that it serves.
    pub(crate) subtask: usize,
    /// Every action that it ever stood for.
    pub(crate) places: BTreeSet<Place>,
}

impl Node {
    /// Everything that it takes.
    pub(crate) fn sources(&self) -> impl Iterator<Item = &Source> {
        self.arguments.iter().flat_map(|(_, sources)| sources)
    }

    /// The words that it takes under one name, where it takes words and nothing else under it.
    pub(crate) fn words(&self, name: &str) -> Option<&str> {
        match self
            .arguments
            .iter()
            .find(|(other, _)| other == name)?
            .1
            .as_slice()
        {
            [Source::Words(words)] => Some(words),
            _ => None,
        }
    }

    /// The nodes whose results it takes.
    pub(crate) fn dependencies(&self) -> impl Iterator<Item = usize> {
        self.sources().filter_map(|source| match source {
            Source::Node(node) => Some(*node),
            _ => None,
        })
    }
}

/// Every node that was ever asked for, and which of them the solutions chosen now ask for.
#[derive(Debug, Clone, Default)]
pub(crate) struct ExecutionGraph {
    /// The nodes. Their indices never change.
    pub(crate) nodes: Vec<Node>,
    /// The nodes that the chosen solutions ask for.
    pub(crate) wanted: BTreeSet<usize>,
    /// Source of each subtask's goal, by position.
    pub(crate) goals: Vec<Source>,
    places: HashMap<Place, Source>,
    by_call: HashMap<Call, usize>,
}

impl ExecutionGraph {
    /// The nodes of one solution of a subtask.
    pub(crate) fn nodes_of(&self, subtask: usize, solution: usize) -> impl Iterator<Item = usize> {
        self.places
            .iter()
            .filter_map(move |(place, source)| match source {
                Source::Node(node) if (place.0, place.1) == (subtask, solution) => Some(*node),
                _ => None,
            })
    }
}
