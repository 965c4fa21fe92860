//! The operations on recipes: what a saved copy carries, and following one with other files.

use patchbay_domain::{
    Action, Argument, InputValue, NamedResource, Plan, PlanSource, Recipe, RecipeError,
    ResourceType, Returns, Solution, Subtask, SubtaskGoal, SubtaskId,
};
use patchbay_store::{self as store, Origin};

use crate::api::{PlanRequest, Turn};
use crate::app::App;
use crate::error::Error;
use crate::ingest::recipe_file::Written;
use crate::present::recipe;
use crate::present::resource::named;

/// The name under which the store keeps that people were told that results have no recipe.
const TOLD: &str = "told_without_recipe";
/// The tools after which nothing is added to what a file says of itself.
const CLEANING: [&str; 3] = [
    "image_metadata_removal",
    "audio_metadata_removal",
    "video_metadata_removal",
];

impl App {
    /// The recipe for a saved copy of an artifact; none for a file that a person gave, after a
    /// removal of metadata, or if the copy is to have none. `wanted`: the wish for this copy; none:
    /// the setting holds.
    pub(super) fn recipe_to_save(
        &self,
        artifact: &store::Artifact,
        wanted: Option<bool>,
    ) -> Result<Option<Written>, Error> {
        if !wanted.unwrap_or(self.settings()?.keep_recipes) {
            return Ok(None);
        }
        if matches!(artifact.origin, Origin::Given) {
            return Ok(None);
        }
        let chain = self.store().provenance(&artifact.id)?;
        if chain.iter().any(is_cleaned) {
            return Ok(None);
        }
        let recipe = recipe::recipe(artifact, &chain, |run| Ok(self.store().run(run)?))?;
        recipe.as_ref().map(Written::new).transpose()
    }

    /// Whether a saved copy is the first that has no recipe because nothing is set; from then on none
    /// is.
    pub(super) fn is_first_without_recipe(
        &self,
        artifact: &store::Artifact,
        wanted: Option<bool>,
    ) -> Result<bool, Error> {
        let holds_one = ["image", "audio", "video"].contains(&artifact.resource_type.as_str());
        let is_left_out = wanted.is_none() && !self.settings()?.keep_recipes;
        if !holds_one || !is_left_out || matches!(artifact.origin, Origin::Given) {
            return Ok(false);
        }
        let was_told: bool = self.store().setting(TOLD)?.unwrap_or_default();
        if !was_told {
            self.store().set_setting(TOLD, &true)?;
        }
        Ok(!was_told)
    }

    /// Makes a turn that does with artifacts what a recipe says, once for each of them where it
    /// begins with one. Nothing runs yet.
    pub async fn plan_recipe(
        &self,
        conversation: String,
        recipe: Recipe,
        artifacts: Vec<String>,
    ) -> Result<Turn, Error> {
        let said = (conversation, "Do what the recipe says.".to_owned());
        self.plan_named_recipe(said, recipe, artifacts).await
    }

    /// The same in a conversation with what is said.
    pub(super) async fn plan_named_recipe(
        &self,
        (conversation, said): (String, String),
        recipe: Recipe,
        artifacts: Vec<String>,
    ) -> Result<Turn, Error> {
        self.blocking(move |app| {
            let refuse = |error: RecipeError| Error::unsuitable(error.to_string(), "");
            recipe.check(&app.toolbox()).map_err(refuse)?;
            let store = app.store();
            let files: Vec<store::Artifact> = artifacts
                .iter()
                .map(|artifact| store.artifact(artifact))
                .collect::<Result<_, _>>()?;
            let resources: Vec<NamedResource> = files.iter().map(named).collect();
            if recipe.given.len() > 1 && resources.len() > recipe.given.len() {
                let (wanted, given) = (recipe.given.len(), resources.len());
                return Err(Error::unsuitable(
                    format!("The recipe takes {wanted} files, and {given} are given."),
                    "Take the others away.",
                ));
            }
            let together = if recipe.given.len() == 1 {
                1
            } else {
                resources.len().max(1)
            };
            let groups: Vec<&[NamedResource]> = if resources.is_empty() {
                vec![&[]]
            } else {
                resources.chunks(together).collect()
            };
            let mut subtasks = Vec::with_capacity(groups.len());
            for (place, group) in groups.into_iter().enumerate() {
                let id = SubtaskId(place);
                subtasks.push(subtask(
                    (id, "Do what the recipe says"),
                    group,
                    recipe.on(group, id, &app.toolbox()).map_err(refuse)?,
                ));
            }
            app.add_planned_turn((conversation, &said), (artifacts, files), subtasks)
        })
        .await
    }

    /// Stores a turn whose plan was made without reading words.
    pub(super) fn add_planned_turn(
        &self,
        (conversation, instruction): (String, &str),
        (artifacts, files): (Vec<String>, Vec<store::Artifact>),
        subtasks: Vec<Subtask>,
    ) -> Result<Turn, Error> {
        let plan = Plan {
            subtasks,
            source: PlanSource::Steps,
            ..Plan::default()
        };
        let names = files
            .into_iter()
            .map(|artifact| (artifact.name, artifact.id))
            .collect();
        let request = PlanRequest {
            conversation,
            instruction: instruction.to_owned(),
            artifacts,
            name: None,
        };
        self.keep_plan(request, names, plan, Vec::new())
    }
}

/// Whether metadata were taken out of it.
fn is_cleaned(artifact: &store::Artifact) -> bool {
    matches!(&artifact.origin, Origin::Made { tool, .. } if CLEANING.contains(&tool.as_str()))
}

/// One solution: these actions.
pub(super) fn subtask(
    (id, description): (SubtaskId, &str),
    files: &[NamedResource],
    actions: Vec<Action>,
) -> Subtask {
    let returns = actions
        .last()
        .and_then(|action| action.outputs.first())
        .cloned();
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    let args = files.iter().map(|file| Argument {
        resource_type: file.resource_type.clone(),
        value: InputValue::One(file.name.clone()),
    });
    let goal = SubtaskGoal {
        id,
        description: format!("{description} with {}", names.join(", ")),
        domains: Vec::new(),
        depends_on: Vec::new(),
        args: args.collect(),
        returns: returns.unwrap_or(Returns {
            resource_type: ResourceType::TEXT,
            value: String::new(),
        }),
    };
    Subtask {
        goal,
        solutions: vec![Solution {
            score: 5.0,
            actions,
            seconds: 0.0,
            download_bytes: 0,
        }],
    }
}
