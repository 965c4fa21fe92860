//! The operations on recipes that a person kept.

use patchbay_domain::{Tool, Toolbox};
use patchbay_store::KeptRecipe;

use crate::api::{
    Action, FollowRecipe, KeepRecipe, Nothing, Recipe, RecipeId, RecipeList, RenameRecipe, Turn,
};
use crate::app::App;
use crate::error::Error;
use crate::present::recipe;
use crate::present::turn::leave_edits_out;

impl App {
    /// The recipes that a person kept, by name.
    pub async fn recipes(&self, _: Nothing) -> Result<RecipeList, Error> {
        self.blocking(move |app| {
            let toolbox = app.toolbox();
            let recipes = app.store().recipes()?.into_iter();
            Ok(RecipeList {
                recipes: recipes.map(|kept| shown(kept, &toolbox)).collect(),
            })
        })
        .await
    }

    /// Keeps how an artifact was made as a recipe.
    pub async fn keep_recipe(&self, arguments: KeepRecipe) -> Result<Recipe, Error> {
        self.blocking(move |app| {
            let artifact = app.store().artifact(&arguments.artifact)?;
            let chain = app.store().provenance(&artifact.id)?;
            let run_of = |run: &str| Ok(app.store().run(run)?);
            let Some(recipe) = recipe::recipe(&artifact, &chain, run_of)? else {
                return Err(Error::unsuitable(
                    "This file was given and not made here, so there are no steps to keep.",
                    "Choose a result.",
                ));
            };
            let toolbox = app.toolbox();
            let name = match arguments.name.trim() {
                "" => steps(&recipe, &toolbox),
                name => name.to_owned(),
            };
            let kept = app.store().keep_recipe(&name, &recipe)?;
            Ok(shown(kept, &toolbox))
        })
        .await
    }

    /// Gives a recipe another name.
    pub async fn rename_recipe(&self, arguments: RenameRecipe) -> Result<Recipe, Error> {
        self.blocking(move |app| {
            let name = arguments.name.trim();
            if name.is_empty() {
                return Err(Error::unsuitable(
                    "A name needs at least one letter.",
                    "Type a name.",
                ));
            }
            let kept = app.store().rename_recipe(&arguments.recipe, name)?;
            Ok(shown(kept, &app.toolbox()))
        })
        .await
    }

    /// Deletes a recipe.
    pub async fn delete_recipe(&self, arguments: RecipeId) -> Result<Nothing, Error> {
        self.blocking(move |app| {
            app.store().delete_recipe(&arguments.recipe)?;
            Ok(Nothing {})
        })
        .await
    }

    /// Takes back that a recipe was deleted.
    pub async fn restore_recipe(&self, arguments: RecipeId) -> Result<Recipe, Error> {
        self.blocking(move |app| {
            let kept = app.store().restore_recipe(&arguments.recipe)?;
            Ok(shown(kept, &app.toolbox()))
        })
        .await
    }

    /// Makes a turn that does with artifacts what a recipe says, once for each of them where it begins with one. Nothing
    /// runs yet.
    pub async fn follow_recipe(&self, arguments: FollowRecipe) -> Result<Turn, Error> {
        let id = arguments.recipe;
        let kept = self
            .blocking(move |app| Ok(app.store().recipe(&id)?))
            .await?;
        let said = (arguments.conversation, kept.name);
        self.plan_named_recipe(said, kept.recipe, arguments.artifacts)
            .await
    }
}

/// The steps of a recipe as people read them.
fn steps(recipe: &patchbay_domain::Recipe, toolbox: &Toolbox) -> String {
    let titles = recipe
        .actions
        .iter()
        .filter_map(|action| toolbox.tool(&action.tool))
        .map(Tool::title);
    titles.collect::<Vec<_>>().join(", ")
}

fn shown(kept: KeptRecipe, toolbox: &Toolbox) -> Recipe {
    let KeptRecipe {
        id,
        name,
        recipe,
        created_at,
    } = kept;
    let given = recipe.given.iter();
    let actions = recipe.actions.into_iter().map(|mut action| {
        leave_edits_out(&mut action, toolbox);
        Action::from(action)
    });
    Recipe {
        id,
        name,
        takes: given.map(|one| (&one.resource_type).into()).collect(),
        actions: actions.collect(),
        created_at: created_at as u64,
    }
}
