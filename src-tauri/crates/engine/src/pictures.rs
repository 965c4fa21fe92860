//! On which picture the boxes and masks that a step takes were found: who chooses among them may look at it.

use std::collections::BTreeMap;

use patchbay_domain::{MediaFile, Resource, ResourceType};

use crate::course::Course;
use crate::graph::Source;

impl Course {
    /// The picture on which the boxes or masks of each argument of a node were found, where one step found them on one picture.
    pub(crate) fn pictures(&self, node: usize) -> BTreeMap<String, MediaFile> {
        let picture = |sources: &[Source]| {
            let [source @ Source::Node(_)] = sources else { return None };
            let found = matches!(self.value(source)?, Resource::Masks(_) | Resource::BoundingBoxes(_));
            if found { self.looked_at(source) } else { None }
        };
        let arguments = self.graph.nodes[node].arguments.iter();
        arguments.filter_map(|(name, sources)| Some((name.clone(), picture(sources)?))).collect()
    }

    /// The picture that the step which made this looked at, or the step before it.
    fn looked_at(&self, made: &Source) -> Option<MediaFile> {
        let Source::Node(maker) = made else { return None };
        let sources: Vec<&Source> = self.graph.nodes[*maker].sources().collect();
        let values = sources.iter().filter_map(|source| self.value(source));
        let pictures: Vec<&MediaFile> =
            values.filter(|value| value.resource_type() == ResourceType::IMAGE).flat_map(Resource::files).collect();
        match pictures.as_slice() {
            [] => sources.iter().find_map(|source| self.looked_at(source)),
            [picture] => Some((*picture).clone()),
            _ => None,
        }
    }

    fn value(&self, source: &Source) -> Option<&Resource> {
        match source {
            Source::Given(name) => self.job.resources.get(name),
            Source::Node(node) => self.made[*node].as_ref().map(|kept| &kept.resource),
            Source::Words(_) | Source::Nowhere(_) => None,
        }
    }
}
