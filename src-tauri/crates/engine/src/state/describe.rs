//! A node as the step that people see.

use std::collections::BTreeMap;

use patchbay_domain::{ActionPlace, Resource, Step, StepStatus};

use super::{RunState, noted};
use crate::graph::{Node, Place, Source};
use crate::sentences::shown;

impl RunState {
    /// The step of a node that has not begun.
    pub(super) fn waiting(&self, node: usize) -> Step {
        let known = &self.graph.nodes[node];
        let implementation = self.first_implementation(node);
        let model = implementation
            .as_deref()
            .and_then(|found| self.availability.model_use(found, self.settings(node)));
        Step {
            index: node,
            subtask: self.job.subtasks[known.subtask].goal.id,
            actions: self.places(known),
            tool: known.tool.clone(),
            label: self.availability.label(&known.tool),
            implementation: implementation
                .as_deref()
                .map_or_else(String::new, |found| found.label().to_owned()),
            model: model.map(Box::new),
            settings: self.values(node),
            inputs: self.input_names(node),
            status: StepStatus::Waiting,
            progress: 0.0,
            preview: None,
            seconds: 0.0,
            error: None,
            outputs: Vec::new(),
            pass: None,
            notes: noted(self.ways.get(&node), Vec::new()),
            edits: Vec::new(),
        }
    }

    /// The values of a node's parameters, and what is set of the way in which it is done.
    fn values(&self, index: usize) -> BTreeMap<String, String> {
        let node = &self.graph.nodes[index];
        let parameters = self
            .availability
            .toolbox()
            .tool(&node.tool)
            .map_or(&[][..], |tool| &tool.parameters);
        let value = |name: &String| Some((name.clone(), node.words(name)?.to_owned()));
        let values = parameters
            .iter()
            .filter(|parameter| parameter.is_set())
            .filter_map(|parameter| value(&parameter.name));
        values.chain(self.settings(index).clone()).collect()
    }

    fn places(&self, node: &Node) -> Vec<ActionPlace> {
        let place = |&(subtask, solution, action): &Place| {
            let subtask = self.job.subtasks[subtask].goal.id;
            ActionPlace {
                subtask,
                solution,
                action,
            }
        };
        node.places.iter().map(place).collect()
    }

    /// Returns the names that people read for a node's resources: names of files, words, and the
    /// tools whose results are not there yet.
    pub(super) fn input_names(&self, node: usize) -> BTreeMap<String, String> {
        let name = |source: &Source| match source {
            Source::Given(name) | Source::Nowhere(name) | Source::Words(name) => shown(name),
            Source::Node(node) => {
                let value = self
                    .outputs
                    .get(*node)
                    .and_then(|output| output.as_ref())
                    .map(|output| &output.resource);
                let names = value.map(|v| {
                    v.files()
                        .iter()
                        .map(|file| file.name.as_str())
                        .collect::<Vec<_>>()
                        .join(", ")
                });
                let text = value.and_then(Resource::as_text).map(|text| shown(&text));
                let name = names.filter(|names| !names.is_empty()).or(text);
                name.unwrap_or_else(|| self.availability.label(&self.graph.nodes[*node].tool))
            }
        };
        let node = &self.graph.nodes[node];
        let tool = self.availability.toolbox().tool(&node.tool);
        let is_parameter = |name: &str| tool.is_some_and(|tool| tool.parameter(name).is_some());
        let arguments = node
            .arguments
            .iter()
            .filter(|(name, _)| !is_parameter(name));
        arguments
            .map(|(a, sources)| {
                (
                    a.clone(),
                    sources.iter().map(name).collect::<Vec<_>>().join(", "),
                )
            })
            .collect()
    }
}
