//! How an artifact came about: everything it was made from, back to what a person gave.

use crate::artifact::Artifact;
use crate::artifact_rows::{COLUMNS, collect};
use crate::error::StoreError;
use crate::store::{Failure, Store};

impl Store {
    /// The artifact and everything that it was made from (inputs of its step, theirs, and images
    /// that regions lie on), each after what it was made from; the artifact itself is the last.
    pub fn provenance(&self, artifact: &str) -> Result<Vec<Artifact>, StoreError> {
        // An input exists before what is made from it, so the order of the ids is an order of
        // making.
        let sql = format!(
            "WITH RECURSIVE chain (id) AS (
                 SELECT ?1
                 UNION SELECT artifact_inputs.input FROM artifact_inputs JOIN chain ON artifact_inputs.artifact = chain.id
                     WHERE artifact_inputs.input IS NOT NULL
                 UNION SELECT artifacts.parent FROM artifacts JOIN chain ON artifacts.id = chain.id
                     WHERE artifacts.parent IS NOT NULL
             )
             SELECT {COLUMNS} FROM artifacts WHERE id IN (SELECT id FROM chain) ORDER BY id"
        );
        self.read(|connection| {
            let chain = collect(connection, &sql, artifact)?;
            if chain.is_empty() {
                Err(Failure::NotFound("thing", artifact.to_owned()))
            } else {
                Ok(chain)
            }
        })
    }
}
