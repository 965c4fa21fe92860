//! Recipes that a person kept, each under a name.

use patchbay_domain::Recipe;
use rusqlite::{Connection, Row};

use crate::error::StoreError;
use crate::store::{Failure, Json, Store, new_id, now};

/// A recipe under a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptRecipe {
    /// Its id.
    pub id: String,
    /// Name that people read.
    pub name: String,
    /// What is done.
    pub recipe: Recipe,
    /// When it was kept, in milliseconds since 1970.
    pub created_at: i64,
}

const COLUMNS: &str = "id, name, recipe, created_at";

fn from_row(row: &Row<'_>) -> rusqlite::Result<KeptRecipe> {
    let Json(recipe) = row.get(2)?;
    Ok(KeptRecipe {
        id: row.get(0)?,
        name: row.get(1)?,
        recipe,
        created_at: row.get(3)?,
    })
}

fn find(connection: &Connection, id: &str) -> Result<KeptRecipe, Failure> {
    connection
        .query_row(
            &format!("SELECT {COLUMNS} FROM recipes WHERE id = ?1"),
            [id],
            from_row,
        )
        .map_err(Failure::of("recipe", id))
}

impl Store {
    /// Keeps a recipe under a name.
    pub fn keep_recipe(&self, name: &str, recipe: &Recipe) -> Result<KeptRecipe, StoreError> {
        let (id, now) = (new_id(), now());
        self.write(|transaction| {
            transaction.execute(
                "INSERT INTO recipes (id, name, recipe, created_at) VALUES (?1, ?2, ?3, ?4)",
                (&id, name, Json(recipe), now),
            )?;
            find(transaction, &id)
        })
    }

    /// One recipe, deleted or not.
    pub fn recipe(&self, id: &str) -> Result<KeptRecipe, StoreError> {
        self.read(|connection| find(connection, id))
    }

    /// Every recipe that is not deleted, by name.
    pub fn recipes(&self) -> Result<Vec<KeptRecipe>, StoreError> {
        self.read(|connection| {
            let sql = format!(
                "SELECT {COLUMNS} FROM recipes WHERE deleted_at IS NULL ORDER BY name COLLATE NOCASE, id"
            );
            let rows = connection
                .prepare_cached(&sql)?
                .query_map([], from_row)?
                .collect::<Result<_, _>>()?;
            Ok(rows)
        })
    }

    /// Gives a recipe another name.
    pub fn rename_recipe(&self, id: &str, name: &str) -> Result<KeptRecipe, StoreError> {
        self.write(|transaction| {
            transaction.execute("UPDATE recipes SET name = ?2 WHERE id = ?1", (id, name))?;
            find(transaction, id)
        })
    }

    /// Deletes a recipe. It can come back until it is erased.
    pub fn delete_recipe(&self, id: &str) -> Result<(), StoreError> {
        self.set_deleted(("recipes", "recipe"), id, Some(now()))
    }

    /// Takes back that a recipe was deleted.
    pub fn restore_recipe(&self, id: &str) -> Result<KeptRecipe, StoreError> {
        self.set_deleted(("recipes", "recipe"), id, None)?;
        self.recipe(id)
    }
}
