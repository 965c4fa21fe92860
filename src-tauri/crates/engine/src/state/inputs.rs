//! Inputs with which a node's tool is called.

use std::collections::BTreeMap;

use patchbay_domain::{MediaFile, Resource, ResourceType};

use super::RunState;
use crate::graph::Source;
use crate::graph::duration::TargetDuration;
use crate::provenance::InputOrigin;
use crate::values::{self, ByArgument};

/// The parameter that says in which format a result is written.
pub(crate) const FORMAT: &str = "format";

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

    /// The format of the audio clip that a node's result is made of, which it keeps where the plan
    /// sets none. What is only worked on further stays as its tool writes it, so that it is packed
    /// once.
    pub(crate) fn kept_format(&self, node: usize) -> Option<String> {
        let toolbox = self.availability.toolbox();
        let known = &self.graph.nodes[node];
        let tool = toolbox.tool(&known.tool)?;
        let is_set = known.arguments.iter().any(|(name, _)| name == FORMAT);
        let is_audio = toolbox.fits(&tool.returns, &ResourceType::AUDIO);
        let goes_on = |other: &usize| {
            let mut dependencies = self.graph.nodes[*other].dependencies();
            dependencies.any(|dependency| dependency == node)
        };
        if is_set || !is_audio || self.graph.wanted.iter().any(goes_on) {
            return None;
        }
        let ending = self.original_ending(node)?;
        let usual = tool.formats.first()?;
        (ending != *usual && tool.formats.contains(&ending)).then_some(ending)
    }

    /// The ending of the audio clip at the beginning of what led to a node, or the format that was
    /// set on the way.
    fn original_ending(&self, node: usize) -> Option<String> {
        let known = &self.graph.nodes[node];
        let toolbox = self.availability.toolbox();
        let mut arguments = toolbox.tool(&known.tool)?.args.iter();
        let audio = arguments
            .find(|argument| toolbox.fits(&argument.resource_type, &ResourceType::AUDIO))?;
        let (_, sources) = known
            .arguments
            .iter()
            .find(|(name, _)| *name == audio.name)?;
        match sources.first()? {
            Source::Given(name) => {
                let file = *self.job.resources.get(name)?.files().first()?;
                let (_, ending) = file.name.rsplit_once('.')?;
                Some(ending.to_lowercase())
            }
            Source::Node(before) => match self.graph.nodes[*before].words(FORMAT) {
                Some(format) => Some(format.to_owned()),
                None => self.original_ending(*before),
            },
            Source::Words(_) | Source::Nowhere(_) => None,
        }
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

    /// Returns the value of a source, if it is there and no words.
    fn value(&self, source: &Source) -> Option<&Resource> {
        match source {
            Source::Given(name) => self.job.resources.get(name),
            Source::Node(node) => self.outputs[*node].as_ref().map(|output| &output.resource),
            Source::Words(_) | Source::Nowhere(_) => None,
        }
    }
}
