//! The operations on things.

use std::path::{Path, PathBuf};

use patchbay_store::{self as store, OriginValue};

use crate::api::{Event, ProvenanceInput, ProvenanceStep, RenameThing, SaveThing, Saved, Thing, ThingId};
use crate::app::App;
use crate::error::Error;
use crate::ingest::file_name;
use crate::present::subtitles::{as_web_vtt, is_sub_rip};
use crate::present::thing as view;

impl App {
    /// Tells fronts how a thing is now.
    pub(crate) fn changed(&self, thing: &store::Thing) -> Result<Thing, Error> {
        let shown = self.thing_view(thing)?;
        self.tell(Event::Thing { conversation: thing.conversation.clone(), thing: shown.clone() });
        Ok(shown)
    }

    /// Gives a thing another name.
    pub async fn rename_thing(&self, arguments: RenameThing) -> Result<Thing, Error> {
        self.blocking(move |app| {
            if arguments.name.trim().is_empty() {
                return Err(Error::unsuitable("A name needs at least one letter.", "Type a name."));
            }
            app.changed(&app.0.store.rename_thing(&arguments.thing, &file_name::sanitized(&arguments.name))?)
        })
        .await
    }

    /// Takes a thing out of its conversation.
    pub async fn delete_thing(&self, arguments: ThingId) -> Result<Thing, Error> {
        self.blocking(move |app| app.changed(&app.0.store.delete_thing(&arguments.thing)?)).await
    }

    /// Takes back that a thing was deleted.
    pub async fn restore_thing(&self, arguments: ThingId) -> Result<Thing, Error> {
        self.blocking(move |app| app.changed(&app.0.store.restore_thing(&arguments.thing)?)).await
    }

    /// Writes a copy of a thing to the file that a person chose.
    pub async fn save_thing(&self, arguments: SaveThing) -> Result<Saved, Error> {
        self.blocking(move |app| {
            let path = PathBuf::from(arguments.path);
            app.write_copy(&app.0.store.thing(&arguments.thing)?, &path, !arguments.omit_recipe)?;
            Ok(Saved { path: path.to_string_lossy().into_owned() })
        })
        .await
    }

    /// Writes a thing to a file: its asset, or its words.
    fn write_copy(&self, thing: &store::Thing, path: &Path, with_recipe: bool) -> Result<(), Error> {
        let value = view::value(thing);
        let is_web_vtt = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("vtt"));
        let words = value.as_ref().and_then(patchbay_domain::Resource::as_text);
        let converted = words.filter(|words| is_web_vtt && is_sub_rip(words)).map(|words| as_web_vtt(&words));
        let asset = match (converted, &thing.asset, value) {
            (Some(words), ..) => self.0.store.import_reader(words.as_bytes(), &thing.name)?.id,
            (None, Some(asset), _) => asset.clone(),
            (None, None, Some(value)) => {
                let words = match value.as_text() {
                    Some(words) => words,
                    None => serde_json::to_string_pretty(&value)
                        .map_err(|error| Error::Internal { reason: error.to_string() })?,
                };
                self.0.store.import_reader(words.as_bytes(), &thing.name)?.id
            }
            (None, None, None) => {
                return Err(Error::unsuitable(format!("“{}” holds nothing to save.", thing.name), ""));
            }
        };
        let recipe = if with_recipe { self.recipe_to_save(thing)? } else { None };
        self.0.store.export(&asset, path, |copy| recipe.iter().for_each(|recipe| recipe.write(copy, &thing.name)))?;
        Ok(())
    }

    /// The chain that made a thing, from what was given to the thing itself.
    pub async fn provenance(&self, arguments: ThingId) -> Result<Vec<ProvenanceStep>, Error> {
        self.blocking(move |app| {
            let chain = app.0.store.provenance(&arguments.thing)?;
            chain.iter().map(|thing| app.provenance_step(thing, &chain)).collect()
        })
        .await
    }

    fn provenance_step(&self, thing: &store::Thing, chain: &[store::Thing]) -> Result<ProvenanceStep, Error> {
        let given = ProvenanceStep {
            thing: view::reference(thing),
            tool: None,
            label: "Given".to_owned(),
            implementation: String::new(),
            model: None,
            inputs: [].into(),
            seconds: 0.0,
            created_at: thing.created_at as u64,
        };
        let named = |id: &str| chain.iter().find(|thing| thing.id == id).map_or(id.to_owned(), |t| t.name.clone());
        match (&thing.origin, &thing.parent) {
            (store::Origin::Made { run, step, tool, inputs }, _) => {
                let run = self.0.store.run(run)?;
                let step = run.steps.get(*step);
                let mut values = std::collections::BTreeMap::new();
                for input in inputs {
                    let value = match &input.value {
                        OriginValue::Thing(id) => ProvenanceInput { value: named(id), thing: Some(id.clone()) },
                        OriginValue::Words(words) => ProvenanceInput { value: words.clone(), thing: None },
                    };
                    // Of several values under one argument, all are named and the first can be followed.
                    let entry = values.entry(input.argument.clone());
                    entry
                        .and_modify(|known: &mut ProvenanceInput| known.value.extend([", ", &value.value]))
                        .or_insert(value);
                }
                Ok(ProvenanceStep {
                    tool: Some(tool.clone()),
                    label: self.label(tool),
                    implementation: step.map(|step| step.implementation.clone()).unwrap_or_default(),
                    model: step.and_then(|step| step.model.as_deref().cloned()),
                    inputs: values,
                    seconds: step.map_or(0.0, |step| step.seconds),
                    ..given
                })
            }
            (store::Origin::Given, Some(parent)) => {
                let picture = ProvenanceInput { value: named(parent), thing: Some(parent.clone()) };
                Ok(ProvenanceStep {
                    tool: Some(view::POINTED.to_owned()),
                    label: "Pointed at".to_owned(),
                    inputs: [("image".to_owned(), picture)].into(),
                    ..given
                })
            }
            (store::Origin::Given, None) => Ok(given),
        }
    }

    /// What people read for a tool.
    pub(crate) fn label(&self, tool: &str) -> String {
        self.0.toolbox.tool(tool).map_or_else(|| tool.to_owned(), patchbay_domain::Tool::title)
    }
}
