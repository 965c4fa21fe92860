//! How nodes are done: by which implementation, with which settings.

use std::collections::{BTreeMap, BTreeSet};

use patchbay_tool_api::{ImplementationRef, Inputs};

use super::RunState;

/// How a node is done that did not go as planned.
#[derive(Debug, Clone, Default)]
pub(super) struct Way {
    /// The labels of implementations that gave nothing.
    pub(super) tried: BTreeSet<String>,
    /// The label of the implementation that is taken now.
    pub(super) implementation: Option<String>,
    /// The settings that hold now.
    pub(super) settings: Option<BTreeMap<String, String>>,
    /// Lines about it that people read.
    pub(super) lines: Vec<String>,
}

/// Returns a step's lines for people: how it is done if that is not as planned, then what it said.
pub(super) fn noted(way: Option<&Way>, said: Vec<String>) -> Vec<String> {
    let lines = way.map_or(&[][..], |way| &way.lines);
    lines.iter().cloned().chain(said).collect()
}

impl RunState {
    /// The implementation that does a node with these inputs.
    pub(crate) fn implementation(&self, node: usize, inputs: &Inputs) -> Option<ImplementationRef> {
        let tool = &self.graph.nodes[node].tool;
        self.chosen(node)
            .or_else(|| self.availability.runnable_for(tool, inputs))
    }

    /// The implementation that does a node, as far as is known before its inputs are there.
    pub(super) fn first_implementation(&self, node: usize) -> Option<ImplementationRef> {
        let tool = &self.graph.nodes[node].tool;
        self.chosen(node)
            .or_else(|| self.availability.runnable(tool))
    }

    fn chosen(&self, node: usize) -> Option<ImplementationRef> {
        let label = self.ways.get(&node)?.implementation.as_ref()?;
        self.availability
            .labelled(&self.graph.nodes[node].tool, label)
    }

    /// Returns the settings of the way in which a node is done, by name.
    pub(crate) fn settings(&self, node: usize) -> &BTreeMap<String, String> {
        let changed = self.ways.get(&node).and_then(|way| way.settings.as_ref());
        changed.unwrap_or(&self.graph.nodes[node].settings)
    }
}
