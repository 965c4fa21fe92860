//! An artifact as fronts see it.

use std::collections::HashMap;

use patchbay_domain::{Resource, ResourceType, Tool, Toolbox};
use patchbay_store::{self as store, OriginValue};

use crate::api::{Artifact, ArtifactRef, Given, Label, LabelledBox, Made, Origin};
use crate::present::resource::{is_image, value};

/// Characters of a text that a front gets with an artifact; the rest is in its file.
const TEXT_SHOWN: usize = 100_000;

/// The name of the tool that makes a mask of points: what a person points at is shown as made by
/// it. Empty where the toolbox has none.
pub(crate) fn pointing_tool(toolbox: &Toolbox) -> &str {
    let takes_points = |tool: &&Tool| {
        tool.args
            .iter()
            .any(|argument| argument.resource_type == ResourceType::POINT)
    };
    let mut tools = toolbox
        .tools
        .iter()
        .filter(|tool| tool.returns == ResourceType::MASK);
    tools.find(takes_points).map_or("", |tool| &tool.name)
}

/// An artifact in short.
pub(crate) fn reference(artifact: &store::Artifact) -> ArtifactRef {
    ArtifactRef {
        id: artifact.id.clone(),
        name: artifact.name.clone(),
        resource_type: (&artifact.resource_type).into(),
    }
}

fn origin<'a>(
    artifact: &store::Artifact,
    toolbox: &Toolbox,
    find: &dyn Fn(&str) -> Option<&'a store::Artifact>,
) -> Origin {
    match (&artifact.origin, &artifact.parent) {
        (
            store::Origin::Made {
                run,
                step,
                tool,
                inputs,
            },
            _,
        ) => {
            let mut references: Vec<ArtifactRef> = Vec::new();
            for input in inputs {
                let OriginValue::Artifact(id) = &input.value else {
                    continue;
                };
                if let Some(found) =
                    find(id).filter(|found| references.iter().all(|known| known.id != found.id))
                {
                    references.push(reference(found));
                }
            }
            Origin::Made(Made {
                run: Some(run.clone()),
                step: Some(*step),
                tool: tool.clone(),
                inputs: references,
            })
        }
        (store::Origin::Given, Some(parent)) => {
            let inputs = find(parent).map(reference).into_iter().collect();
            Origin::Made(Made {
                run: None,
                step: None,
                tool: pointing_tool(toolbox).to_owned(),
                inputs,
            })
        }
        (store::Origin::Given, None) => Origin::Given(Given { given: true }),
    }
}

/// One artifact. `find`: an artifact by its id, among those that it was made of or lies on.
pub(crate) fn artifact<'a>(
    artifact: &store::Artifact,
    toolbox: &Toolbox,
    find: &dyn Fn(&str) -> Option<&'a store::Artifact>,
) -> Artifact {
    let (mut text, mut labels, mut boxes) = (None, None, None);
    match value(artifact) {
        Some(Resource::Tags(tags)) => text = Some(tags.join("\n")),
        Some(Resource::Text(words) | Resource::Title(words)) => {
            text = Some(match words.char_indices().nth(TEXT_SHOWN) {
                Some((end, _)) => words[..end].to_owned(),
                None => words,
            });
        }
        Some(Resource::Category(found)) => {
            labels = Some(found.into_iter().map(Label::from).collect());
        }
        Some(Resource::BoundingBoxes(found)) => {
            boxes = Some(found.into_iter().map(LabelledBox::from).collect());
        }
        _ => {}
    }
    let is_video = artifact.resource_type == ResourceType::VIDEO;
    Artifact {
        id: artifact.id.clone(),
        asset: artifact.asset.as_ref().map(ToString::to_string),
        name: artifact.name.clone(),
        resource_type: (&artifact.resource_type).into(),
        mime: artifact.mime.clone(),
        bytes: artifact.bytes,
        width: artifact.width,
        height: artifact.height,
        seconds: artifact.seconds,
        text,
        labels,
        boxes,
        origin: origin(artifact, toolbox, find),
        parent: artifact.parent.clone(),
        created_at: artifact.created_at as u64,
        thumbnail: artifact.asset.is_some()
            && (is_video || is_image(toolbox, &artifact.resource_type)),
        waveform: artifact.asset.is_some() && artifact.resource_type == ResourceType::AUDIO,
        deleted: artifact.deleted,
    }
}

/// All artifacts of a conversation.
pub(crate) fn artifacts(artifacts: &[store::Artifact], toolbox: &Toolbox) -> Vec<Artifact> {
    let by_id: HashMap<&str, &store::Artifact> = artifacts
        .iter()
        .map(|artifact| (artifact.id.as_str(), artifact))
        .collect();
    artifacts
        .iter()
        .map(|artifact| self::artifact(artifact, toolbox, &|id| by_id.get(id).copied()))
        .collect()
}
