//! An artifact as the value that tools take and the planner names.

use patchbay_domain::{
    LabelledImage, LabelledMask, MediaFile, NamedResource, Resource, ResourceType, Toolbox,
};
use patchbay_store::{Artifact, AssetId, Store};

/// The value that an artifact holds in memory.
pub(crate) fn value(artifact: &Artifact) -> Option<Resource> {
    artifact
        .value
        .clone()
        .and_then(|value| serde_json::from_value(value).ok())
}

/// Whether a type is an image of some kind.
pub(crate) fn is_image(toolbox: &Toolbox, resource_type: &ResourceType) -> bool {
    toolbox.fits(resource_type, &ResourceType::IMAGE)
}

/// Whether an artifact is a document.
pub(crate) fn is_document(artifact: &Artifact) -> bool {
    artifact.resource_type.as_str() == "document"
}

/// An artifact by its name and type.
pub(crate) fn named(artifact: &Artifact) -> NamedResource {
    NamedResource {
        name: artifact.name.clone(),
        resource_type: artifact.resource_type.clone(),
    }
}

/// An artifact as the value that tools take. `store`: where its file lies.
pub(crate) fn resource(artifact: &Artifact, store: &Store, toolbox: &Toolbox) -> Option<Resource> {
    let file = |asset: &AssetId| MediaFile {
        path: store.asset_path(asset),
        name: artifact.name.clone(),
    };
    let value = value(artifact);
    let label = match &value {
        Some(Resource::Category(labels)) => labels.first().cloned(),
        _ => None,
    };
    let resource_type = &artifact.resource_type;
    match (&artifact.asset, resource_type.as_str()) {
        (Some(asset), "video") => Some(Resource::Video(file(asset))),
        (Some(asset), "audio") => Some(Resource::Audio(file(asset))),
        (Some(asset), "html") => Some(Resource::Html(file(asset))),
        (Some(asset), "document") => Some(Resource::Document {
            file: file(asset),
            label,
        }),
        (Some(asset), "mask") => Some(Resource::Masks(vec![LabelledMask {
            file: file(asset),
            label,
        }])),
        (Some(asset), _) if is_image(toolbox, resource_type) => {
            let items = vec![LabelledImage {
                file: file(asset),
                label,
            }];
            Some(Resource::Images {
                kind: resource_type.clone(),
                items,
            })
        }
        _ => value,
    }
}
