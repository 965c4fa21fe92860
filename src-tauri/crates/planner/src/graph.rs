//! The tool graph: nodes are resource types and kinds of tools; an edge leads from a type to each
//! kind that takes it and from a kind to what it returns (ControlLLM, section 3.2). A type that
//! `is_a` another has an edge to it, so that a mask is found where an image is wanted. A kind is
//! all tools with the same arguments and result: what can be reached depends on kinds alone, so
//! that work grows with their number, not with the toolbox.

use std::collections::HashMap;

use patchbay_domain::{ResourceParameter, ResourceType, ToolIndex, Toolbox};
use petgraph::Direction;
use petgraph::graph::{DiGraph, NodeIndex};

/// The position of a kind of tools in its [`ToolGraph`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KindIndex(pub usize);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Node {
    Type,
    Kind(KindIndex),
}

/// Tools with the same arguments and result.
#[derive(Debug)]
struct Kind {
    node: NodeIndex,
    /// The tools, in the order of their names.
    tools: Vec<ToolIndex>,
}

/// A toolbox with its tool graph.
#[derive(Debug)]
pub struct ToolGraph {
    toolbox: Toolbox,
    graph: DiGraph<Node, ()>,
    type_nodes: HashMap<ResourceType, NodeIndex>,
    kinds: Vec<Kind>,
    /// Kind of each tool.
    kind_of: Vec<KindIndex>,
    /// For each type the kinds that return it or what is it too, by the names of their first tools.
    makers: HashMap<ResourceType, Vec<KindIndex>>,
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
        let mut by_name: Vec<ToolIndex> = toolbox.indices().collect();
        by_name.sort_by(|a, b| toolbox[*a].name.cmp(&toolbox[*b].name));
        let mut kinds: Vec<Kind> = Vec::new();
        let mut kind_of = vec![KindIndex(0); toolbox.tools.len()];
        let mut known: HashMap<(&[ResourceParameter], &ResourceType), KindIndex> = HashMap::new();
        for index in by_name {
            let tool = &toolbox[index];
            let kind = *known.entry((&tool.args, &tool.returns)).or_insert_with(|| {
                let kind = KindIndex(kinds.len());
                let node = graph.add_node(Node::Kind(kind));
                graph.update_edge(node, type_nodes[&tool.returns], ());
                for parameter in &tool.args {
                    graph.update_edge(type_nodes[&parameter.resource_type], node, ());
                }
                kinds.push(Kind {
                    node,
                    tools: Vec::new(),
                });
                kind
            });
            kinds[kind.0].tools.push(index);
            kind_of[index.0] = kind;
        }
        let mut this = Self {
            toolbox,
            graph,
            type_nodes,
            kinds,
            kind_of,
            makers: HashMap::new(),
        };
        this.makers = this
            .toolbox
            .resource_types
            .iter()
            .map(|declaration| {
                (
                    declaration.name.clone(),
                    this.find_makers(&declaration.name),
                )
            })
            .collect();
        this
    }

    fn find_makers(&self, wanted: &ResourceType) -> Vec<KindIndex> {
        let mut makers = Vec::new();
        let mut open = vec![self.type_nodes[wanted]];
        while let Some(node) = open.pop() {
            for before in self.graph.neighbors_directed(node, Direction::Incoming) {
                match self.graph[before] {
                    Node::Type => open.push(before),
                    Node::Kind(kind) => makers.push(kind),
                }
            }
        }
        // Kinds are numbered by the names of their first tools.
        makers.sort_unstable();
        makers.dedup();
        makers
    }

    /// The toolbox.
    pub fn toolbox(&self) -> &Toolbox {
        &self.toolbox
    }

    /// The kinds of tools whose result can be passed where `wanted` is asked for.
    pub fn makers(&self, wanted: &ResourceType) -> &[KindIndex] {
        self.makers.get(wanted).map_or(&[], Vec::as_slice)
    }

    /// The tools of a kind, by name.
    pub fn tools(&self, kind: KindIndex) -> &[ToolIndex] {
        &self.kinds[kind.0].tools
    }

    /// The kind of a tool.
    pub fn kind(&self, tool: ToolIndex) -> KindIndex {
        self.kind_of[tool.0]
    }

    /// Every kind.
    pub fn kinds(&self) -> impl ExactSizeIterator<Item = KindIndex> + use<> {
        (0..self.kinds.len()).map(KindIndex)
    }

    /// Returns for each kind the number of tools in its shortest chain, itself counted, from the
    /// types at hand; none where its arguments cannot be had, or `available` refuses all its tools.
    /// Passes over the kinds until nothing changes: at most as many as the longest chain is long.
    pub fn depths(
        &self,
        at_hand: &[ResourceType],
        available: &dyn Fn(ToolIndex) -> bool,
    ) -> Vec<Option<usize>> {
        let mut types: HashMap<NodeIndex, usize> = HashMap::new();
        let reach =
            |types: &mut HashMap<NodeIndex, usize>, resource_type: &ResourceType, depth: usize| {
                let mut changed = false;
                for ancestor in self.toolbox.ancestry(resource_type) {
                    let Some(node) = self.type_nodes.get(ancestor) else {
                        continue;
                    };
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
        let mut depths: Vec<Option<usize>> = vec![None; self.kinds.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for (index, kind) in self.kinds.iter().enumerate() {
                let inputs = self
                    .graph
                    .neighbors_directed(kind.node, Direction::Incoming);
                let deepest = inputs
                    .map(|node| types.get(&node).copied())
                    .try_fold(0, |most, one| Some(most.max(one?)));
                let Some(deepest) = deepest else { continue };
                let known = depths[index].is_some_and(|known| known <= deepest + 1);
                if known || !kind.tools.iter().any(|tool| available(*tool)) {
                    continue;
                }
                depths[index] = Some(deepest + 1);
                changed = true;
                reach(
                    &mut types,
                    &self.toolbox[kind.tools[0]].returns,
                    deepest + 1,
                );
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
              {"name": "outline", "args": [{"name": "i", "type": "image"}], "returns": "mask"},
              {"name": "speak", "args": [{"name": "t", "type": "text"}], "returns": "audio"}]}"#;
        ToolGraph::new(Toolbox::from_json(json).expect("valid"))
    }

    fn names<'g>(graph: &'g ToolGraph, kinds: &[KindIndex]) -> Vec<&'g str> {
        kinds
            .iter()
            .flat_map(|kind| graph.tools(*kind))
            .map(|tool| graph.toolbox()[*tool].name.as_str())
            .collect()
    }

    #[test]
    fn what_is_an_image_too_makes_images_and_tools_of_one_kind_stand_together() {
        let graph = graph();
        assert_eq!(
            names(&graph, graph.makers(&ResourceType::IMAGE)),
            ["outline", "segment"]
        );
        assert_eq!(graph.kinds().len(), 3);
        assert_eq!(graph.kind(ToolIndex(1)), graph.kind(ToolIndex(2)));
    }

    #[test]
    fn depths_count_the_shortest_chain() {
        let graph = graph();
        let depths = |at_hand: &[ResourceType], available: &dyn Fn(ToolIndex) -> bool| {
            let depths = graph.depths(at_hand, available);
            ["describe", "segment", "speak"]
                .map(|name| depths[graph.kind(graph.toolbox().index(name).expect("a tool")).0])
        };
        assert_eq!(
            depths(&[ResourceType::MASK], &|_| true),
            [Some(1), Some(1), Some(2)]
        );
        assert_eq!(
            depths(&[ResourceType::IMAGE], &|tool| tool != ToolIndex(0)),
            [None, Some(1), None]
        );
        assert_eq!(
            depths(&[ResourceType::IMAGE], &|tool| tool != ToolIndex(1)),
            [Some(1), Some(1), Some(2)]
        );
        assert_eq!(depths(&[], &|_| true), [None, None, None]);
    }
}
