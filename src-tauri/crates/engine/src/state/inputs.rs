//! What a node's tool is called with.

use std::collections::BTreeMap;

use patchbay_domain::{MediaFile, Resource};

use super::RunState;
use crate::graph::Source;
use crate::graph::duration::TargetDuration;
use crate::provenance::InputOrigin;
use crate::values::{self, ByArgument};

impl RunState {
    /// The values under each argument of a node, and where they came from.
    pub(crate) fn arguments(&self, node: usize) -> (ByArgument<Resource>, ByArgument<InputOrigin>) {
        let declared = self
            .availability
            .toolbox()
            .tool(&self.graph.nodes[node].tool);
        let argument = |(name, sources): &(String, Vec<Source>)| {
            let parameter = declared
                .and_then(|tool| tool.args.iter().find(|parameter| &parameter.name == name));
            let wanted = parameter.map(|parameter| &parameter.resource_type);
            let value = |source: &Source| match source {
                Source::Given(name) => Some((
                    self.job.resources.get(name)?.clone(),
                    InputOrigin::Given(name.clone()),
                )),
                Source::Words(text) => Some((
                    values::words(text, wanted),
                    InputOrigin::Words(text.clone()),
                )),
                Source::Node(node) => {
                    let output = self.outputs[*node].as_ref()?;
                    Some((
                        output.resource.clone(),
                        InputOrigin::Made(output.ids.clone()),
                    ))
                }
                Source::Nowhere(_) => None,
            };
            let (values, origins) = sources.iter().filter_map(value).unzip();
            ((name.clone(), values), (name.clone(), origins))
        };
        self.graph.nodes[node]
            .arguments
            .iter()
            .map(argument)
            .unzip()
    }

    /// The images on which the boxes and masks that a node takes were found, by argument.
    pub(crate) fn images(&self, node: usize) -> BTreeMap<String, MediaFile> {
        self.graph.images(node, &|source| self.value(source))
    }

    /// The video that a node's result should be as long as, where it is there.
    pub(crate) fn target_video(&self, node: usize) -> Option<&Resource> {
        match self.durations.get(&node)? {
            TargetDuration::Video(source) => self.value(source),
            TargetDuration::Seconds(_) => None,
        }
    }

    /// What a source is, where it is there and no words.
    fn value(&self, source: &Source) -> Option<&Resource> {
        match source {
            Source::Given(name) => self.job.resources.get(name),
            Source::Node(node) => self.outputs[*node].as_ref().map(|output| &output.resource),
            Source::Words(_) | Source::Nowhere(_) => None,
        }
    }
}
