//! How a thing came about: everything it was made from, back to what a person gave.

use crate::error::StoreError;
use crate::store::{Failure, Store};
use crate::thing::Thing;
use crate::thing_rows::{COLUMNS, collect};

impl Store {
    /// The thing and everything that it was made from (inputs of its step, theirs, and pictures
    /// that regions lie on), each after what it was made from; the thing itself is the last.
    pub fn provenance(&self, thing: &str) -> Result<Vec<Thing>, StoreError> {
        // An input exists before what is made from it, so the order of the ids is an order of
        // making.
        let sql = format!(
            "WITH RECURSIVE chain (id) AS (
                 SELECT ?1
                 UNION SELECT thing_inputs.input FROM thing_inputs JOIN chain ON thing_inputs.thing = chain.id
                     WHERE thing_inputs.input IS NOT NULL
                 UNION SELECT things.parent FROM things JOIN chain ON things.id = chain.id
                     WHERE things.parent IS NOT NULL
             )
             SELECT {COLUMNS} FROM things WHERE id IN (SELECT id FROM chain) ORDER BY id"
        );
        self.read(|connection| {
            let chain = collect(connection, &sql, thing)?;
            if chain.is_empty() {
                Err(Failure::NotFound("thing", thing.to_owned()))
            } else {
                Ok(chain)
            }
        })
    }
}
