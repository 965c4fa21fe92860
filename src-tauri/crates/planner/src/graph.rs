//! The tool graph: nodes are resource types and tools; an edge leads from a type to each tool that takes it and from a
//! tool to what it returns (ControlLLM, section 3.2). A type that `is_a` another has an edge to it, so that a mask is
//! found where an image is wanted.

use std::collections::HashMap;

use patchbay_domain::{ResourceType, Toolbox};
use petgraph::Direction;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::{Dfs, Reversed};

/// A node: an index into the toolbox's types or tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Node {
    Type,
    Tool(usize),
}

/// A toolbox with its tool graph.
#[derive(Debug)]
pub struct ToolGraph {
    toolbox: Toolbox,
    graph: DiGraph<Node, ()>,
    type_nodes: HashMap<ResourceType, NodeIndex>,
    tool_nodes: Vec<NodeIndex>,
    /// For each type the tools that return it or what is it too, in the order of their names.
    makers: HashMap<ResourceType, Vec<usize>>,
}

impl ToolGraph {
    /// The graph of a toolbox.
    pub fn new(toolbox: Toolbox) -> Self {
        let mut graph = DiGraph::new();
        let type_nodes: HashMap<_, _> = toolbox
            .resource_types
            .iter()
            .map(|declaration| (declaration.name.clone(), graph.add_node(Node::Type)))
            .collect();
        for declaration in &toolbox.resource_types {
            if let Some(parent) = &declaration.is_a {
                graph.update_edge(type_nodes[&declaration.name], type_nodes[parent], ());
            }
        }
        let mut tool_nodes = Vec::with_capacity(toolbox.tools.len());
        for (index, tool) in toolbox.tools.iter().enumerate() {
            let node = graph.add_node(Node::Tool(index));
            graph.update_edge(node, type_nodes[&tool.returns], ());
            for parameter in &tool.args {
                graph.update_edge(type_nodes[&parameter.resource_type], node, ());
            }
            tool_nodes.push(node);
        }
        let mut this = Self { toolbox, graph, type_nodes, tool_nodes, makers: HashMap::new() };
        this.makers = this
            .toolbox
            .resource_types
            .iter()
            .map(|declaration| (declaration.name.clone(), this.find_makers(&declaration.name)))
            .collect();
        this
    }

    fn find_makers(&self, wanted: &ResourceType) -> Vec<usize> {
        let mut makers = Vec::new();
        let mut open = vec![self.type_nodes[wanted]];
        while let Some(node) = open.pop() {
            for before in self.graph.neighbors_directed(node, Direction::Incoming) {
                match self.graph[before] {
                    Node::Type => open.push(before),
                    Node::Tool(index) => makers.push(index),
                }
            }
        }
        makers.sort_by(|a, b| self.toolbox.tools[*a].name.cmp(&self.toolbox.tools[*b].name));
        makers.dedup();
        makers
    }

    /// The toolbox.
    pub fn toolbox(&self) -> &Toolbox {
        &self.toolbox
    }

    /// The tools whose result can be passed where `wanted` is asked for, by name.
    pub fn makers(&self, wanted: &ResourceType) -> &[usize] {
        self.makers.get(wanted).map_or(&[], Vec::as_slice)
    }

    /// For each tool whether its result can become part of a value of type `wanted`, itself or through further tools.
    pub fn leads_to(&self, wanted: &ResourceType) -> Vec<bool> {
        let mut found = vec![false; self.toolbox.tools.len()];
        let Some(&start) = self.type_nodes.get(wanted) else { return found };
        let reversed = Reversed(&self.graph);
        let mut search = Dfs::new(reversed, start);
        while let Some(node) = search.next(reversed) {
            if let Node::Tool(index) = self.graph[node] {
                found[index] = true;
            }
        }
        found
    }

    /// For each tool how many tools its shortest chain takes, itself counted, from the types at hand; none where its
    /// arguments cannot be had, or `available` refuses it. Passes over the tools until nothing changes: at most as
    /// many as the longest chain is long.
    pub fn depths(&self, at_hand: &[ResourceType], available: &dyn Fn(usize) -> bool) -> Vec<Option<usize>> {
        let mut types: HashMap<NodeIndex, usize> = HashMap::new();
        let reach = |types: &mut HashMap<NodeIndex, usize>, resource_type: &ResourceType, depth: usize| {
            let mut changed = false;
            for ancestor in self.toolbox.ancestry(resource_type) {
                let Some(node) = self.type_nodes.get(ancestor) else { continue };
                let known = types.entry(*node).or_insert(usize::MAX);
                if depth < *known {
                    *known = depth;
                    changed = true;
                }
            }
            changed
        };
        for resource_type in at_hand {
            reach(&mut types, resource_type, 0);
        }
        let mut depths: Vec<Option<usize>> = vec![None; self.toolbox.tools.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for (index, tool) in self.toolbox.tools.iter().enumerate() {
                let inputs = self.graph.neighbors_directed(self.tool_nodes[index], Direction::Incoming);
                let deepest =
                    inputs.map(|node| types.get(&node).copied()).try_fold(0, |most, one| Some(most.max(one?)));
                let Some(deepest) = deepest else { continue };
                if depths[index].is_some_and(|known| known <= deepest + 1) || !available(index) {
                    continue;
                }
                depths[index] = Some(deepest + 1);
                changed = true;
                reach(&mut types, &tool.returns, deepest + 1);
            }
        }
        depths
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph() -> ToolGraph {
        let json = r#"{"resource_types": [{"name": "image"}, {"name": "mask", "is_a": "image"}, {"name": "text"}, {"name": "audio"}],
            "tools": [
              {"name": "describe", "args": [{"name": "i", "type": "image"}], "returns": "text"},
              {"name": "segment", "args": [{"name": "i", "type": "image"}], "returns": "mask"},
              {"name": "speak", "args": [{"name": "t", "type": "text"}], "returns": "audio"}]}"#;
        ToolGraph::new(Toolbox::from_json(json).expect("valid"))
    }

    #[test]
    fn what_is_an_image_too_makes_images() {
        assert_eq!(graph().makers(&ResourceType::IMAGE), [1]);
        assert_eq!(graph().leads_to(&ResourceType::AUDIO), [true, true, true]);
        assert_eq!(graph().leads_to(&ResourceType::MASK), [false, true, false]);
    }

    #[test]
    fn depths_count_the_shortest_chain() {
        let graph = graph();
        assert_eq!(graph.depths(&[ResourceType::MASK], &|_| true), [Some(1), Some(1), Some(2)]);
        assert_eq!(graph.depths(&[ResourceType::IMAGE], &|tool| tool != 0), [None, Some(1), None]);
        assert_eq!(graph.depths(&[], &|_| true), [None, None, None]);
    }
}
