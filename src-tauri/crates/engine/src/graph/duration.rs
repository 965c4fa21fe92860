//! How long made audio and videos should be: as long as the video that an audio clip goes under, or
//! as long as the value `length` says.

use std::collections::BTreeMap;

use patchbay_domain::{Resource, ResourceType, Toolbox};
use patchbay_values::times::duration;

use super::{ExecutionGraph, Source};

/// How long a step's result should be.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum TargetDuration {
    /// As long as the video that this stands for.
    Video(Source),
    /// This number of seconds.
    Seconds(f64),
}

/// The length that each wanted node's result should have, for those nodes that can choose it. Audio
/// that goes together with a video waits for the video, unless the video is itself made from the
/// audio.
pub(crate) fn target_durations(
    graph: &ExecutionGraph,
    resources: &BTreeMap<String, Resource>,
    toolbox: &Toolbox,
) -> BTreeMap<usize, TargetDuration> {
    let types = Types {
        graph,
        resources,
        toolbox,
    };
    let mut durations = BTreeMap::new();
    // Later nodes take what earlier ones make, so going backwards a length is known before it is
    // passed on.
    for consumer in order(graph).into_iter().rev() {
        let sources = || graph.nodes[consumer].sources();
        let video = sources().find(|source| types.of(source) == Some(&ResourceType::VIDEO));
        let passed_on = if types.made_by(consumer) == Some(&ResourceType::AUDIO) {
            durations.get(&consumer)
        } else {
            None
        };
        let Some(length) = video
            .map(|video| TargetDuration::Video(video.clone()))
            .or(passed_on.cloned())
        else {
            continue;
        };
        for source in sources() {
            let Source::Node(maker) = source else {
                continue;
            };
            let is_audio = types.of(source) == Some(&ResourceType::AUDIO)
                && !types.takes(*maker, &ResourceType::VIDEO);
            if is_audio && !waits_for(graph, &durations, &length, *maker) {
                durations.entry(*maker).or_insert_with(|| length.clone());
            }
        }
    }
    for &node in &graph.wanted {
        let takes = |wanted| types.takes(node, wanted);
        let free = match types.made_by(node) {
            Some(made) if *made == ResourceType::VIDEO => !takes(&ResourceType::VIDEO),
            Some(made) if *made == ResourceType::AUDIO => {
                !takes(&ResourceType::VIDEO) && !takes(&ResourceType::AUDIO)
            }
            _ => false,
        };
        let said = graph.nodes[node].words("length").and_then(duration);
        if let (true, Some(seconds)) = (free, said) {
            durations
                .entry(node)
                .or_insert(TargetDuration::Seconds(seconds));
        }
    }
    durations
}

/// The node that has to end before a length is known.
pub(crate) fn awaited_video(length: Option<&TargetDuration>) -> Option<usize> {
    if let Some(TargetDuration::Video(Source::Node(node))) = length {
        Some(*node)
    } else {
        None
    }
}

/// Whether what gives `length` waits, in whatever way, for the node `maker` (or is it).
fn waits_for(
    graph: &ExecutionGraph,
    durations: &BTreeMap<usize, TargetDuration>,
    length: &TargetDuration,
    maker: usize,
) -> bool {
    let mut open: Vec<usize> = awaited_video(Some(length)).into_iter().collect();
    let mut seen = vec![false; graph.nodes.len()];
    while let Some(node) = open.pop() {
        if node == maker {
            return true;
        }
        if !std::mem::replace(&mut seen[node], true) {
            open.extend(graph.nodes[node].dependencies());
            open.extend(awaited_video(durations.get(&node)));
        }
    }
    false
}

/// The wanted nodes, each after those whose results it takes.
fn order(graph: &ExecutionGraph) -> Vec<usize> {
    fn visit(graph: &ExecutionGraph, node: usize, seen: &mut [bool], order: &mut Vec<usize>) {
        if !std::mem::replace(&mut seen[node], true) {
            for dependency in graph.nodes[node].dependencies() {
                visit(graph, dependency, seen, order);
            }
            order.push(node);
        }
    }
    let mut seen = vec![false; graph.nodes.len()];
    let mut order = Vec::with_capacity(graph.wanted.len());
    for &node in &graph.wanted {
        visit(graph, node, &mut seen, &mut order);
    }
    order
}

struct Types<'a> {
    graph: &'a ExecutionGraph,
    resources: &'a BTreeMap<String, Resource>,
    toolbox: &'a Toolbox,
}

impl Types<'_> {
    fn made_by(&self, node: usize) -> Option<&ResourceType> {
        self.toolbox
            .tool(&self.graph.nodes[node].tool)
            .map(|tool| &tool.returns)
    }

    fn takes(&self, node: usize, wanted: &ResourceType) -> bool {
        self.graph.nodes[node]
            .sources()
            .any(|source| self.of(source) == Some(wanted))
    }

    fn of(&self, source: &Source) -> Option<&ResourceType> {
        match source {
            Source::Node(node) => self.made_by(*node),
            Source::Given(name) => match self.resources.get(name)? {
                Resource::Video(_) => Some(&ResourceType::VIDEO),
                Resource::Audio(_) => Some(&ResourceType::AUDIO),
                _ => None,
            },
            Source::Words(_) | Source::Nowhere(_) => None,
        }
    }
}
