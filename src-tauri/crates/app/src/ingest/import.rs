//! Taking in what a person gives. What a file is is read from its content, never from its name.

use std::path::Path;

use patchbay_domain::{Resource, ResourceType};
use patchbay_media::{Facts, MediaError, MediaKind, read_text};
use patchbay_store::{Artifact, Asset, NewArtifact, Origin, Store};

use super::{file_name, media_type};
use crate::error::Error;

/// The largest text that is taken in, in bytes: several novels.
const LARGEST_TEXT: u64 = 8 << 20;

/// Takes in a copy of a file.
///
/// # Errors
/// The file cannot be read, is of no use or too large, or there is no such conversation.
pub(crate) fn file(store: &Store, conversation: &str, path: &Path) -> Result<Artifact, Error> {
    let name = file_name::sanitized(
        &path
            .file_name()
            .unwrap_or(path.as_os_str())
            .to_string_lossy(),
    );
    // Looked at before it is copied: whatever is of no use is not copied first.
    let facts = patchbay_media::probe(path, &name)?;
    let value = text_value(path, &name, &facts)?;
    let asset = store.import_file(path, &name)?;
    let artifact = keep(store, conversation, &name, asset, &facts, value)?;
    // Only edits that are handed over name the original: without its place they name a copy.
    let remembered = path
        .canonicalize()
        .map(|path| store.remember_source(&artifact.id, &path));
    if let Ok(Err(error)) = remembered {
        tracing::warn!(%error, "where a file lies was not remembered");
    }
    Ok(artifact)
}

/// Takes over a file below the store's folder for what is on its way in. The caller removes it
/// where this fails.
///
/// # Errors
/// Those of [`file`].
pub(crate) fn upload(
    store: &Store,
    conversation: &str,
    name: &str,
    path: &Path,
) -> Result<Artifact, Error> {
    let name = file_name::sanitized(name);
    let facts = patchbay_media::probe(path, &name)?;
    let value = text_value(path, &name, &facts)?;
    let asset = store.adopt(path, &name)?;
    keep(store, conversation, &name, asset, &facts, value)
}

/// Takes in words.
///
/// # Errors
/// There are none, or too many, or there is no such conversation.
pub(crate) fn text(
    store: &Store,
    conversation: &str,
    name: &str,
    words: String,
) -> Result<Artifact, Error> {
    let name = file_name::sanitized(name);
    if words.trim().is_empty() {
        return Err(Error::NoWords { name });
    }
    if words.len() as u64 > LARGEST_TEXT {
        return Err(too_long(&name, words.len() as u64));
    }
    let asset = store.import_reader(words.as_bytes(), &name)?;
    let facts = text_facts(asset.bytes);
    keep(
        store,
        conversation,
        &name,
        asset,
        &facts,
        Some(Resource::Text(words)),
    )
}

fn keep(
    store: &Store,
    conversation: &str,
    name: &str,
    asset: Asset,
    facts: &Facts,
    value: Option<Resource>,
) -> Result<Artifact, Error> {
    let mime = media_type::of(&store.asset_path(&asset.id), name, facts.kind);
    Ok(store.add_artifact(NewArtifact {
        conversation: conversation.to_owned(),
        name: name.to_owned(),
        resource_type: resource_type(facts.kind),
        asset: Some(asset.id),
        mime,
        bytes: asset.bytes,
        width: facts.width,
        height: facts.height,
        seconds: facts.seconds,
        value: value.and_then(|value| serde_json::to_value(value).ok()),
        parent: None,
        origin: Origin::Given,
    })?)
}

/// The resource type of what a file was found to be.
pub(crate) fn resource_type(kind: MediaKind) -> ResourceType {
    match kind {
        MediaKind::Image => ResourceType::IMAGE,
        MediaKind::Audio => ResourceType::AUDIO,
        MediaKind::Video => ResourceType::VIDEO,
        MediaKind::Text => ResourceType::TEXT,
    }
}

fn text_facts(bytes: u64) -> Facts {
    Facts {
        kind: MediaKind::Text,
        width: None,
        height: None,
        seconds: None,
        has_audio: false,
        bytes,
    }
}

fn too_long(name: &str, bytes: u64) -> Error {
    let reason = format!(
        "{} MB of text, and {} MB is the most",
        bytes.div_ceil(1 << 20),
        LARGEST_TEXT >> 20
    );
    Error::Media(MediaError::TooLarge {
        name: name.to_owned(),
        reason,
    })
}

/// The words of a text file.
fn text_value(path: &Path, name: &str, facts: &Facts) -> Result<Option<Resource>, Error> {
    if facts.kind != MediaKind::Text {
        return Ok(None);
    }
    if facts.bytes > LARGEST_TEXT {
        return Err(too_long(name, facts.bytes));
    }
    Ok(Some(Resource::Text(read_text(path, name)?)))
}
