//! Taking in what a person gives. What a file is is read from its content, never from its name.

use std::path::{Path, PathBuf};

use patchbay_domain::{Resource, ResourceType};
use patchbay_media::{Facts, MediaError, MediaKind, read_text};
use patchbay_store::{Asset, NewThing, Origin};

use crate::api::{ImportFile, ImportText, Thing};
use crate::app::App;
use crate::error::Error;
use crate::ingest::{file_name, media_type};

/// The largest text that is taken in, in bytes: several novels.
const LARGEST_TEXT: u64 = 8 << 20;

impl App {
    /// Takes in a copy of a file of this computer.
    pub async fn import_file(&self, arguments: ImportFile) -> Result<Thing, Error> {
        self.import_path(arguments.conversation, PathBuf::from(arguments.path)).await
    }

    /// The same for any path that the system has, be it text or not.
    pub async fn import_path(&self, conversation: String, path: PathBuf) -> Result<Thing, Error> {
        self.blocking(move |app| {
            let name = file_name::sanitized(&path.file_name().unwrap_or(path.as_os_str()).to_string_lossy());
            // Looked at before it is copied: whatever is of no use is not copied first.
            let facts = patchbay_media::probe(&path, &name)?;
            let value = text_value(&path, &name, &facts)?;
            let asset = app.0.store.import_file(&path, &name)?;
            app.keep_given(&conversation, &name, asset, &facts, value)
        })
        .await
    }

    /// A folder for a file on its way in; [`App::import_upload`] takes it from there.
    pub fn upload_folder(&self) -> PathBuf {
        self.0.store.scratch()
    }

    /// Takes over a file that a front wrote to `path` below [`App::upload_folder`]. The caller removes it where this
    /// fails.
    pub async fn import_upload(&self, conversation: String, name: String, path: PathBuf) -> Result<Thing, Error> {
        self.blocking(move |app| {
            let name = file_name::sanitized(&name);
            let facts = patchbay_media::probe(&path, &name)?;
            let value = text_value(&path, &name, &facts)?;
            let asset = app.0.store.adopt(&path, &name)?;
            app.keep_given(&conversation, &name, asset, &facts, value)
        })
        .await
    }

    /// Takes in words.
    pub async fn import_text(&self, arguments: ImportText) -> Result<Thing, Error> {
        self.blocking(move |app| {
            let name = file_name::sanitized(&arguments.name);
            if arguments.text.trim().is_empty() {
                return Err(Error::unsuitable(format!("“{name}” holds no words."), "Paste or type some text."));
            }
            if arguments.text.len() as u64 > LARGEST_TEXT {
                return Err(too_long(&name, arguments.text.len() as u64));
            }
            let asset = app.0.store.import_reader(arguments.text.as_bytes(), &name)?;
            let facts = text_facts(asset.bytes);
            let value = Some(Resource::Text(arguments.text));
            app.keep_given(&arguments.conversation, &name, asset, &facts, value)
        })
        .await
    }

    fn keep_given(
        &self,
        conversation: &str,
        name: &str,
        asset: Asset,
        facts: &Facts,
        value: Option<Resource>,
    ) -> Result<Thing, Error> {
        let mime = media_type::of(&self.0.store.asset_path(&asset.id), name, facts.kind);
        let thing = self.0.store.add_thing(NewThing {
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
        })?;
        self.prepare_in_background(&thing);
        self.changed(&thing)
    }
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
    Facts { kind: MediaKind::Text, width: None, height: None, seconds: None, has_sound: false, bytes }
}

fn too_long(name: &str, bytes: u64) -> Error {
    let reason = format!("{} MB of text, and {} MB is the most", bytes.div_ceil(1 << 20), LARGEST_TEXT >> 20);
    Error::Media(MediaError::TooLarge { name: name.to_owned(), reason })
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
