//! On which image the boxes and masks that a step takes were found: who chooses among them may
//! look at it.

use std::collections::BTreeMap;

use patchbay_domain::{MediaFile, Resource, ResourceType};

use super::{ExecutionGraph, Source};

impl ExecutionGraph {
    /// The image on which the boxes or masks of each argument of a node were found, where one
    /// step found them on one image. `value`: what a source is, where it is there.
    pub(crate) fn images<'a>(
        &self,
        node: usize,
        value: &dyn Fn(&Source) -> Option<&'a Resource>,
    ) -> BTreeMap<String, MediaFile> {
        let image = |sources: &[Source]| {
            let [source @ Source::Node(_)] = sources else {
                return None;
            };
            let found = matches!(
                value(source)?,
                Resource::Masks(_) | Resource::BoundingBoxes(_)
            );
            if found {
                self.looked_at(source, value)
            } else {
                None
            }
        };
        let arguments = self.nodes[node].arguments.iter();
        arguments
            .filter_map(|(name, sources)| Some((name.clone(), image(sources)?)))
            .collect()
    }

    /// The image that the step which made this looked at, or the step before it.
    fn looked_at<'a>(
        &self,
        made: &Source,
        value: &dyn Fn(&Source) -> Option<&'a Resource>,
    ) -> Option<MediaFile> {
        let Source::Node(maker) = made else {
            return None;
        };
        let sources: Vec<&Source> = self.nodes[*maker].sources().collect();
        let values = sources.iter().filter_map(|source| value(source));
        let images: Vec<&MediaFile> = values
            .filter(|value| value.resource_type() == ResourceType::IMAGE)
            .flat_map(Resource::files)
            .collect();
        match images.as_slice() {
            [] => sources
                .iter()
                .find_map(|source| self.looked_at(source, value)),
            [image] => Some((*image).clone()),
            _ => None,
        }
    }
}
