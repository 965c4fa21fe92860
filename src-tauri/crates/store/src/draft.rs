//! Drafts: what a person has typed and attached but not sent yet, one for each conversation.

use rusqlite::OptionalExtension;

use crate::error::StoreError;
use crate::store::{Json, Store};

/// A request that was not sent yet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Draft {
    /// The typed text.
    pub text: String,
    /// The ids of the attached artifacts, in their order.
    pub artifacts: Vec<String>,
}

impl Store {
    /// Keeps a conversation's draft in place of the earlier one.
    pub fn save_draft(&self, conversation: &str, draft: &Draft) -> Result<(), StoreError> {
        self.write(|transaction| {
            transaction.execute(
                "INSERT INTO drafts (conversation, text, artifacts) VALUES (?1, ?2, ?3)
                 ON CONFLICT (conversation) DO UPDATE SET text = excluded.text, artifacts = excluded.artifacts",
                (conversation, &draft.text, Json(&draft.artifacts)),
            )?;
            Ok(())
        })
    }

    /// A conversation's draft; empty where there is none.
    pub fn draft(&self, conversation: &str) -> Result<Draft, StoreError> {
        self.read(|connection| {
            let found = connection
                .query_row(
                    "SELECT text, artifacts FROM drafts WHERE conversation = ?1",
                    [conversation],
                    |row| {
                        let Json(artifacts) = row.get(1)?;
                        Ok(Draft {
                            text: row.get(0)?,
                            artifacts,
                        })
                    },
                )
                .optional()?;
            Ok(found.unwrap_or_default())
        })
    }
}
