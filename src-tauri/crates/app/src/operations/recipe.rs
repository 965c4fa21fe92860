//! Recipes: read off how a thing came about, written into what is saved, and followed with other files.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io;
use std::path::Path;

use patchbay_domain::value::output_on_the_way;
use patchbay_domain::{
    Action, Argument, InputValue, NamedResource, Output, Plan, Recipe, Returns, Solution, Subtask, SubtaskGoal,
    SubtaskId,
};
use patchbay_media::{MediaError, xmp};
use patchbay_store::{self as store, NewTurn, Origin, OriginValue};

use crate::api::Turn;
use crate::app::App;
use crate::error::Error;

/// A recipe in the form in which files carry it.
pub(crate) struct Written(String);

impl Written {
    /// Writes it into a file. Without it the file is as good, so that it fails is no reason not to save.
    pub(crate) fn write(&self, path: &Path, name: &str) {
        if let Err(error) = xmp::write_text(path, name, &self.0) {
            tracing::warn!(%error, "a recipe was left out");
        }
    }
}

/// The recipe that a file carries; none where it carries none.
///
/// # Errors
/// The file cannot be read, or what it carries is no recipe.
pub fn recipe_in(path: &Path, name: &str) -> Result<Option<Recipe>, Error> {
    let Some(text) = xmp::read_text(path, name)? else { return Ok(None) };
    let recipe = serde_json::from_str(&text)
        .map_err(|error| Error::unsuitable(format!("The recipe in “{name}” cannot be read: {error}."), ""))?;
    Ok(Some(recipe))
}

/// Takes the recipe out of a file and leaves everything else as it is; answers whether there was one. The file is replaced
/// only by the whole one without it.
///
/// # Errors
/// The file cannot be read or replaced.
pub fn strip_recipe(path: &Path, name: &str) -> Result<bool, Error> {
    if xmp::read_text(path, name)?.is_none() {
        return Ok(false);
    }
    let replaced = || -> io::Result<Result<bool, MediaError>> {
        // What a link leads to is replaced, not the link.
        let path = path.canonicalize()?;
        let folder = path.parent().unwrap_or(Path::new("."));
        let mut copy = tempfile::Builder::new().prefix(".patchbay-").tempfile_in(folder)?;
        io::copy(&mut File::open(&path)?, &mut copy)?;
        let removed = xmp::remove_text(copy.path(), name);
        if let Ok(true) = removed {
            copy.as_file().set_permissions(std::fs::metadata(&path)?.permissions())?;
            copy.as_file().sync_all()?;
            copy.persist(&path)?;
        }
        Ok(removed)
    };
    let unwritable = |error: io::Error| MediaError::Unwritable { name: name.to_owned(), reason: error.to_string() };
    Ok(replaced().map_err(unwritable)??)
}

impl App {
    /// The recipe that a saved copy of a thing carries: none where a person gave it, or wants none.
    pub(crate) fn recipe_to_save(&self, thing: &store::Thing) -> Result<Option<Written>, Error> {
        if self.settings()?.omit_recipes {
            return Ok(None);
        }
        let recipe = self.recipe(thing)?;
        let written = recipe.map(|recipe| serde_json::to_string(&recipe)).transpose();
        written.map(|text| text.map(Written)).map_err(|error| Error::Internal { reason: error.to_string() })
    }

    /// How a thing was made; none where a person gave it.
    fn recipe(&self, thing: &store::Thing) -> Result<Option<Recipe>, Error> {
        let Origin::Made { run, .. } = &thing.origin else { return Ok(None) };
        let seed = self.0.store.run(run)?.seed;
        let chain = self.0.store.provenance(&thing.id)?;
        let mut recipe = Recipe { given: Vec::new(), actions: Vec::new(), seed };
        let mut values: HashMap<&str, String> = HashMap::new();
        let mut steps: HashMap<(&str, usize), String> = HashMap::new();
        for made in &chain {
            let Origin::Made { run, step, tool, inputs } = &made.origin else {
                values.insert(&made.id, made.name.clone());
                recipe.given.push(NamedResource { name: made.name.clone(), resource_type: made.resource_type.clone() });
                continue;
            };
            let made_in = self.0.store.run(run)?;
            let value = steps.entry((run, *step)).or_insert_with(|| {
                let value = output_on_the_way(SubtaskId(0), recipe.actions.len());
                let mut arguments: BTreeMap<String, Vec<String>> = BTreeMap::new();
                for input in inputs {
                    let passed = match &input.value {
                        OriginValue::Thing(id) => values.get(id.as_str()).unwrap_or(id),
                        OriginValue::Words(words) => words,
                    };
                    let all = arguments.entry(input.argument.clone()).or_default();
                    // The things of one step are one value.
                    if all.last() != Some(passed) {
                        all.push(passed.clone());
                    }
                }
                let inputs: BTreeMap<_, _> =
                    arguments.into_iter().map(|(argument, values)| (argument, one_or_many(values))).collect();
                let outputs = vec![Output { resource_type: made.resource_type.clone(), value: value.clone() }];
                let seed = (made_in.seed != seed).then_some(made_in.seed);
                let known = made_in.steps.iter().find(|known| known.index == *step);
                let mut settings = known.map(|known| known.settings.clone()).unwrap_or_default();
                // Values of parameters are among the inputs already.
                settings.retain(|name, _| !inputs.contains_key(name));
                recipe.actions.push(Action { tool: tool.clone(), inputs, outputs, seed, settings });
                value
            });
            values.insert(&made.id, value.clone());
        }
        let used = |name: &String| {
            recipe.actions.iter().flat_map(|action| action.inputs.values()).any(|value| value.values().contains(name))
        };
        recipe.given = recipe.given.iter().filter(|given| used(&given.name)).cloned().collect();
        Ok(Some(recipe))
    }

    /// Makes a turn that does with things what a recipe says, once for each of them where it begins with one. Nothing runs
    /// yet.
    pub async fn plan_recipe(&self, conversation: String, recipe: Recipe, things: Vec<String>) -> Result<Turn, Error> {
        self.blocking(move |app| {
            let refuse = |error: patchbay_domain::RecipeError| Error::unsuitable(error.to_string(), "");
            recipe.check(&app.0.toolbox).map_err(refuse)?;
            let store = &app.0.store;
            let files: Vec<store::Thing> = things.iter().map(|thing| store.thing(thing)).collect::<Result<_, _>>()?;
            let named = |thing: &store::Thing| NamedResource {
                name: thing.name.clone(),
                resource_type: thing.resource_type.clone(),
            };
            let resources: Vec<NamedResource> = files.iter().map(named).collect();
            let together = if recipe.given.len() == 1 { 1 } else { resources.len().max(1) };
            let groups: Vec<&[NamedResource]> =
                if resources.is_empty() { vec![&[]] } else { resources.chunks(together).collect() };
            let mut subtasks = Vec::with_capacity(groups.len());
            for (place, group) in groups.into_iter().enumerate() {
                let id = SubtaskId(place);
                subtasks.push(subtask(id, group, recipe.on(group, id, &app.0.toolbox).map_err(refuse)?));
            }
            let instruction = "Do what the recipe says.".to_owned();
            let plan = Plan {
                id: String::new(),
                clarification: None,
                choices: Vec::new(),
                subtasks,
                uncovered: Vec::new(),
                visited_tools: 0,
                elapsed_ms: 0.0,
            };
            let names = files.into_iter().map(|thing| (thing.name, thing.id)).collect();
            app.turn_view(store.add_turn(NewTurn { conversation, instruction, things, names, plan })?)
        })
        .await
    }
}

fn one_or_many(mut values: Vec<String>) -> InputValue {
    match values.len() {
        1 => InputValue::One(values.remove(0)),
        _ => InputValue::Many(values),
    }
}

/// One way, which makes what the recipe made.
fn subtask(id: SubtaskId, files: &[NamedResource], actions: Vec<Action>) -> Subtask {
    let returns = actions.last().and_then(|action| action.outputs.first()).cloned();
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    let args = files
        .iter()
        .map(|file| Argument { resource_type: file.resource_type.clone(), value: InputValue::One(file.name.clone()) });
    let goal = SubtaskGoal {
        id,
        description: format!("Do what the recipe says with {}", names.join(", ")),
        domains: Vec::new(),
        depends_on: Vec::new(),
        args: args.collect(),
        returns: returns
            .unwrap_or(Returns { resource_type: patchbay_domain::ResourceType::TEXT, value: String::new() }),
    };
    Subtask { goal, solutions: vec![Solution { score: 5.0, actions, seconds: 0.0, download_bytes: 0 }] }
}
