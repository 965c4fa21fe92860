//! Recipes that a person kept, to do the same with other files.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{Action, ResourceType};

/// A recipe under a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Recipe {
    /// Its id.
    pub id: String,
    /// Name that people read.
    pub name: String,
    /// The types of the files that it begins with, in order. A recipe of one is followed for each of many files.
    pub takes: Vec<ResourceType>,
    /// What is done, in order.
    pub actions: Vec<Action>,
    /// When it was kept.
    pub created_at: u64,
}

/// The recipes that a person kept, by name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RecipeList {
    /// The recipes.
    pub recipes: Vec<Recipe>,
}

/// How an artifact was made, to be kept as a recipe.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct KeepRecipe {
    /// The artifact.
    pub artifact: String,
    /// The recipe's name; blank: its steps.
    pub name: String,
}

/// A recipe.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RecipeId {
    /// Its id.
    pub recipe: String,
}

/// A recipe's new name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RenameRecipe {
    /// The recipe.
    pub recipe: String,
    /// The name.
    pub name: String,
}

/// A recipe to follow.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FollowRecipe {
    /// The conversation.
    pub conversation: String,
    /// The recipe.
    pub recipe: String,
    /// The artifacts that it is followed with, in order.
    pub artifacts: Vec<String>,
}
