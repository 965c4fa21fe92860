//! Settings that a person chose, by name. The store knows no setting: whoever owns one gives it its
//! name and form.

use rusqlite::OptionalExtension;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::StoreError;
use crate::store::{Json, Store};

impl Store {
    /// Keeps a setting in place of its earlier value.
    pub fn set_setting(&self, name: &str, value: &impl Serialize) -> Result<(), StoreError> {
        self.write(|transaction| {
            transaction.execute(
                "INSERT INTO settings (name, value) VALUES (?1, ?2)
                 ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                (name, Json(value)),
            )?;
            Ok(())
        })
    }

    /// A setting; none where it was never set, or not in a form that is understood any more.
    pub fn setting<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>, StoreError> {
        let found: Option<serde_json::Value> = self.read(|connection| {
            let row = connection.query_row(
                "SELECT value FROM settings WHERE name = ?1",
                [name],
                |row| row.get(0),
            );
            Ok(row.optional()?.map(|Json(value)| value))
        })?;
        Ok(found.and_then(|value| serde_json::from_value(value).ok()))
    }
}
