//! Keeps what steps make, with where it came from, before anybody hears of it.

use std::collections::BTreeMap;
use std::sync::Arc;

use patchbay_domain::{Label, MediaFile, Resource, ResourceType, Toolbox};
use patchbay_engine::{InputOrigin, Outputs, StepProvenance, StoredOutput};
use patchbay_media::MediaKind;
use patchbay_store::{Artifact, NewArtifact, Origin, OriginInput, OriginValue, Store};
use patchbay_tool_api::naming;

use super::announce;
use crate::error::Error;
use crate::events::EventSender;
use crate::ingest::media_type;
use crate::present::resource::is_image;
use crate::present::subtitles::{is_sub_rip, is_sub_station, is_table, is_web_vtt};

/// Destination of one run's results.
pub(super) struct RunOutputs {
    pub(super) store: Arc<Store>,
    pub(super) toolbox: Arc<Toolbox>,
    pub(super) events: EventSender,
    pub(super) conversation: String,
    pub(super) run: String,
    /// Artifacts by the names that the plan uses.
    pub(super) names: BTreeMap<String, String>,
}

impl Outputs for RunOutputs {
    fn keep(
        &self,
        provenance: &StepProvenance<'_>,
        resource: Resource,
    ) -> Result<StoredOutput, String> {
        self.stored(provenance, resource)
            .map_err(|error| error.to_string())
    }

    fn pass(&self, provenance: &StepProvenance<'_>) -> Result<Vec<String>, String> {
        self.unwritten(provenance)
            .map_err(|error| error.to_string())
    }
}

impl RunOutputs {
    fn stored(
        &self,
        provenance: &StepProvenance<'_>,
        mut resource: Resource,
    ) -> Result<StoredOutput, Error> {
        let store = &self.store;
        let before: Vec<Artifact> = match provenance.again {
            Some(ids) => ids
                .iter()
                .map(|id| store.artifact(id))
                .collect::<Result<_, _>>()?,
            None => Vec::new(),
        };
        let stands =
            |artifact: &Artifact| artifact.conversation == self.conversation && !artifact.deleted;
        if !before.is_empty() && before.iter().all(stands) {
            return Ok(StoredOutput {
                resource,
                ids: before.into_iter().map(|artifact| artifact.id).collect(),
            });
        }
        let inputs = self.inputs(provenance);
        let sources = self.sources(&inputs)?;
        let origin = self.origin(provenance, inputs);
        let new = if before.is_empty() {
            self.new_artifacts(provenance, &mut resource, &sources, &origin)?
        } else {
            let parent = self.image_below(&resource, &sources);
            let again = |artifact| NewArtifact {
                conversation: self.conversation.clone(),
                parent: parent.clone(),
                origin: origin.clone(),
                ..copy_of(artifact)
            };
            before.into_iter().map(again).collect()
        };
        let artifacts = store.add_artifacts(&new)?;
        for artifact in &artifacts {
            announce::artifact(artifact, store, &self.toolbox, &self.events)?;
        }
        Ok(StoredOutput {
            resource,
            ids: artifacts.into_iter().map(|artifact| artifact.id).collect(),
        })
    }

    /// A hidden artifact without a file, so that what was made of it has its whole provenance and
    /// recipe.
    fn unwritten(&self, provenance: &StepProvenance<'_>) -> Result<Vec<String>, Error> {
        let inputs = self.inputs(provenance);
        let sources = self.sources(&inputs)?;
        let source = sources.first().map(|artifact| artifact.name.as_str());
        let name = naming::chained(&provenance.tool.replace('_', "-"), source, "mp4");
        let artifacts = self.store.add_artifacts(&[NewArtifact {
            name,
            ..self.blank(ResourceType::VIDEO, self.origin(provenance, inputs))
        }])?;
        let hidden = artifacts
            .into_iter()
            .map(|artifact| Ok(self.store.delete_artifact(&artifact.id)?.id));
        hidden.collect()
    }

    /// Returns the origin of what a step makes.
    fn origin(&self, provenance: &StepProvenance<'_>, inputs: Vec<OriginInput>) -> Origin {
        Origin::Made {
            run: self.run.clone(),
            step: provenance.step,
            tool: provenance.tool.to_owned(),
            inputs,
        }
    }

    /// An artifact of this conversation of which nothing else is known yet.
    fn blank(&self, resource_type: ResourceType, origin: Origin) -> NewArtifact {
        NewArtifact {
            conversation: self.conversation.clone(),
            name: String::new(),
            resource_type,
            asset: None,
            mime: String::new(),
            bytes: 0,
            width: None,
            height: None,
            seconds: None,
            value: None,
            parent: None,
            origin,
        }
    }

    /// Returns the values that were passed to the step, as ids and words.
    fn inputs(&self, provenance: &StepProvenance<'_>) -> Vec<OriginInput> {
        let mut inputs = Vec::new();
        for (argument, passed) in provenance.inputs {
            let mut push = |value| {
                inputs.push(OriginInput {
                    argument: argument.clone(),
                    value,
                });
            };
            for passed in passed {
                match passed {
                    InputOrigin::Given(name) => push(match self.names.get(name) {
                        Some(id) => OriginValue::Artifact(id.clone()),
                        None => OriginValue::Words(name.clone()),
                    }),
                    InputOrigin::Made(ids) => ids
                        .iter()
                        .for_each(|id| push(OriginValue::Artifact(id.clone()))),
                    InputOrigin::Words(words) => push(OriginValue::Words(words.clone())),
                }
            }
        }
        inputs
    }

    fn sources(&self, inputs: &[OriginInput]) -> Result<Vec<Artifact>, Error> {
        let ids = inputs.iter().filter_map(|input| match &input.value {
            OriginValue::Artifact(id) => Some(id),
            OriginValue::Words(_) => None,
        });
        ids.map(|id| Ok(self.store.artifact(id)?)).collect()
    }

    /// The id of the image that a region or a list of boxes lies on.
    fn image_below(&self, resource: &Resource, sources: &[Artifact]) -> Option<String> {
        if !matches!(resource, Resource::Masks(_) | Resource::BoundingBoxes(_)) {
            return None;
        }
        let image = sources
            .iter()
            .find(|artifact| is_image(&self.toolbox, &artifact.resource_type))?;
        // What lies on a region lies on the region's image.
        let below = image
            .parent
            .as_ref()
            .filter(|_| image.resource_type == ResourceType::MASK);
        Some(below.unwrap_or(&image.id).clone())
    }

    /// An artifact for each file of a result, or one for a value; the files move into the store.
    fn new_artifacts(
        &self,
        provenance: &StepProvenance<'_>,
        resource: &mut Resource,
        sources: &[Artifact],
        origin: &Origin,
    ) -> Result<Vec<NewArtifact>, Error> {
        let blank = NewArtifact {
            parent: self.image_below(resource, sources),
            ..self.blank(resource.resource_type(), origin.clone())
        };
        if resource.files().is_empty() {
            let first_source = sources
                .iter()
                .find(|artifact| artifact.asset.is_some())
                .map(|artifact| artifact.name.as_str());
            return Ok(vec![self.value_artifact(
                provenance,
                resource,
                first_source,
                blank,
            )?]);
        }
        let labels: Vec<Option<Label>> = match resource {
            Resource::Images { items, .. } => items.iter().map(|item| item.label.clone()).collect(),
            Resource::Masks(items) => items.iter().map(|item| item.label.clone()).collect(),
            Resource::Document { label, .. } => vec![label.clone()],
            _ => vec![None; resource.files().len()],
        };
        let mut artifacts = Vec::with_capacity(labels.len());
        for (file, label) in resource.files_mut().into_iter().zip(labels) {
            let value =
                label.and_then(|label| serde_json::to_value(Resource::Category(vec![label])).ok());
            artifacts.push(NewArtifact {
                value,
                ..self.file_artifact(file, blank.clone())?
            });
        }
        Ok(artifacts)
    }

    fn file_artifact(
        &self,
        file: &mut MediaFile,
        blank: NewArtifact,
    ) -> Result<NewArtifact, Error> {
        let store = &self.store;
        // What is neither seen nor heard as media are.
        let read = match blank.resource_type.as_str() {
            "html" => Some("text/html"),
            "document" => Some("application/pdf"),
            _ => None,
        };
        // Measured on the file itself: what an answer says about a result is what the result is.
        let facts = match read {
            Some(_) => None,
            None => Some(patchbay_media::probe(&file.path, &file.name)?),
        };
        let asset = store.adopt(&file.path, &file.name)?;
        file.path = store.asset_path(&asset.id);
        let kind = facts.as_ref().map_or(MediaKind::Text, |facts| facts.kind);
        Ok(NewArtifact {
            name: file.name.clone(),
            asset: Some(asset.id),
            mime: read.map_or_else(
                || media_type::of(&file.path, &file.name, kind),
                str::to_owned,
            ),
            bytes: asset.bytes,
            width: facts.as_ref().and_then(|facts| facts.width),
            height: facts.as_ref().and_then(|facts| facts.height),
            seconds: facts.as_ref().and_then(|facts| facts.seconds),
            ..blank
        })
    }

    /// A value held in memory. Its words or lists are a file too, so that it can be saved like
    /// everything else.
    fn value_artifact(
        &self,
        provenance: &StepProvenance<'_>,
        value: &Resource,
        source: Option<&str>,
        blank: NewArtifact,
    ) -> Result<NewArtifact, Error> {
        let internal = |error: serde_json::Error| Error::Internal {
            reason: error.to_string(),
        };
        let (words, ending, mime) = match value {
            Resource::Tags(tags) => (tags.join("\n"), "txt", "text/plain"),
            Resource::Text(words) if is_sub_rip(words) => {
                (words.clone(), "srt", "application/x-subrip")
            }
            Resource::Text(words) if is_web_vtt(words) => (words.clone(), "vtt", "text/vtt"),
            Resource::Text(words) if is_sub_station(words) => (words.clone(), "ass", "text/x-ssa"),
            Resource::Text(words) if is_table(words) => (words.clone(), "csv", "text/csv"),
            Resource::Text(words) | Resource::Title(words) => (words.clone(), "txt", "text/plain"),
            Resource::Category(labels) => (
                serde_json::to_string_pretty(labels).map_err(internal)?,
                "json",
                "application/json",
            ),
            Resource::BoundingBoxes(boxes) => (
                serde_json::to_string_pretty(boxes).map_err(internal)?,
                "json",
                "application/json",
            ),
            other => (
                serde_json::to_string_pretty(other).map_err(internal)?,
                "json",
                "application/json",
            ),
        };
        let name = naming::chained(&provenance.tool.replace('_', "-"), source, ending);
        let asset = self.store.import_reader(words.as_bytes(), &name)?;
        Ok(NewArtifact {
            name,
            asset: Some(asset.id),
            mime: mime.to_owned(),
            bytes: asset.bytes,
            value: Some(serde_json::to_value(value).map_err(internal)?),
            ..blank
        })
    }
}

fn copy_of(artifact: Artifact) -> NewArtifact {
    NewArtifact {
        conversation: artifact.conversation,
        name: artifact.name,
        resource_type: artifact.resource_type,
        asset: artifact.asset,
        mime: artifact.mime,
        bytes: artifact.bytes,
        width: artifact.width,
        height: artifact.height,
        seconds: artifact.seconds,
        value: artifact.value,
        parent: artifact.parent,
        origin: artifact.origin,
    }
}
