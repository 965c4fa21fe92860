//! The operations on things: taking them in, changing them, saving copies, and how they came about.

use std::path::{Path, PathBuf};

use patchbay_domain::Resource;
use patchbay_store::{self as store, Origin};

use crate::api::{
    ImportFile, ImportText, ProvenanceStep, RenameThing, SaveThing, Saved, Thing, ThingId,
};
use crate::app::App;
use crate::error::Error;
use crate::ingest::{file_name, import};
use crate::present::subtitles::{as_web_vtt, is_sub_rip};
use crate::present::{provenance, resource};
use crate::sessions::announce;

impl App {
    /// Takes in a copy of a file of this computer.
    pub async fn import_file(&self, arguments: ImportFile) -> Result<Thing, Error> {
        self.import_path(arguments.conversation, PathBuf::from(arguments.path))
            .await
    }

    /// The same for any path that the system has, be it text or not.
    pub async fn import_path(&self, conversation: String, path: PathBuf) -> Result<Thing, Error> {
        self.blocking(move |app| app.given(&import::file(app.store(), &conversation, &path)?))
            .await
    }

    /// A folder for a file on its way in; [`App::import_upload`] takes it from there.
    pub fn upload_folder(&self) -> PathBuf {
        self.store().scratch()
    }

    /// Takes over a file that a front wrote to `path` below [`App::upload_folder`]. The caller
    /// removes it where this fails.
    pub async fn import_upload(
        &self,
        conversation: String,
        name: String,
        path: PathBuf,
    ) -> Result<Thing, Error> {
        self.blocking(move |app| {
            app.given(&import::upload(app.store(), &conversation, &name, &path)?)
        })
        .await
    }

    /// Takes in words.
    pub async fn import_text(&self, arguments: ImportText) -> Result<Thing, Error> {
        self.blocking(move |app| {
            let ImportText {
                conversation,
                text,
                name,
            } = arguments;
            app.given(&import::text(app.store(), &conversation, &name, text)?)
        })
        .await
    }

    /// Makes ready what was just taken in, and tells fronts of it.
    fn given(&self, thing: &store::Thing) -> Result<Thing, Error> {
        if self.options().prepare_pictures {
            self.segmentation().prefetch(thing);
        }
        self.changed(thing)
    }

    /// Tells fronts how a thing is now.
    pub(super) fn changed(&self, thing: &store::Thing) -> Result<Thing, Error> {
        announce::thing(thing, self.store(), self.toolbox(), self.events())
    }

    /// Gives a thing another name.
    pub async fn rename_thing(&self, arguments: RenameThing) -> Result<Thing, Error> {
        self.blocking(move |app| {
            if arguments.name.trim().is_empty() {
                return Err(Error::unsuitable(
                    "A name needs at least one letter.",
                    "Type a name.",
                ));
            }
            app.changed(
                &app.store()
                    .rename_thing(&arguments.thing, &file_name::sanitized(&arguments.name))?,
            )
        })
        .await
    }

    /// Takes a thing out of its conversation.
    pub async fn delete_thing(&self, arguments: ThingId) -> Result<Thing, Error> {
        self.blocking(move |app| app.changed(&app.store().delete_thing(&arguments.thing)?))
            .await
    }

    /// Takes back that a thing was deleted.
    pub async fn restore_thing(&self, arguments: ThingId) -> Result<Thing, Error> {
        self.blocking(move |app| app.changed(&app.store().restore_thing(&arguments.thing)?))
            .await
    }

    /// Writes a copy of a thing to the file that a person chose.
    pub async fn save_thing(&self, arguments: SaveThing) -> Result<Saved, Error> {
        self.blocking(move |app| {
            let path = PathBuf::from(arguments.path);
            app.write_copy(
                &app.store().thing(&arguments.thing)?,
                &path,
                !arguments.omit_recipe,
            )?;
            Ok(Saved {
                path: path.to_string_lossy().into_owned(),
            })
        })
        .await
    }

    /// Writes a thing to a file: its asset, or its words.
    fn write_copy(
        &self,
        thing: &store::Thing,
        path: &Path,
        with_recipe: bool,
    ) -> Result<(), Error> {
        let value = resource::value(thing);
        let is_web_vtt = path
            .extension()
            .is_some_and(|ending| ending.eq_ignore_ascii_case("vtt"));
        let words = value.as_ref().and_then(Resource::as_text);
        let converted = words
            .filter(|words| is_web_vtt && is_sub_rip(words))
            .map(|words| as_web_vtt(&words));
        let asset = match (converted, &thing.asset, value) {
            (Some(words), ..) => {
                self.store()
                    .import_reader(words.as_bytes(), &thing.name)?
                    .id
            }
            (None, Some(asset), _) => asset.clone(),
            (None, None, Some(value)) => {
                let words = match value.as_text() {
                    Some(words) => words,
                    None => {
                        serde_json::to_string_pretty(&value).map_err(|error| Error::Internal {
                            reason: error.to_string(),
                        })?
                    }
                };
                self.store()
                    .import_reader(words.as_bytes(), &thing.name)?
                    .id
            }
            (None, None, None) => {
                return Err(Error::unsuitable(
                    format!("“{}” holds nothing to save.", thing.name),
                    "",
                ));
            }
        };
        let recipe = if with_recipe {
            self.recipe_to_save(thing)?
        } else {
            None
        };
        self.store().export(&asset, path, |copy| {
            if let Some(recipe) = &recipe {
                recipe.write(copy, &thing.name);
            }
        })?;
        Ok(())
    }

    /// The chain that made a thing, from what was given to the thing itself.
    pub async fn provenance(&self, arguments: ThingId) -> Result<Vec<ProvenanceStep>, Error> {
        self.blocking(move |app| {
            let chain = app.store().provenance(&arguments.thing)?;
            let step = |thing: &store::Thing| {
                let run = match &thing.origin {
                    Origin::Made { run, .. } => Some(app.store().run(run)?),
                    Origin::Given => None,
                };
                Ok(provenance::step(thing, &chain, run.as_ref(), app.toolbox()))
            };
            chain.iter().map(step).collect()
        })
        .await
    }
}
