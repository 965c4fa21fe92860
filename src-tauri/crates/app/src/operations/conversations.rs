//! The operations on conversations.

use patchbay_store as store;

use crate::api::{
    Conversation, ConversationId, ConversationSummary, Draft, FoundConversation, Nothing,
    RenameConversation, SaveDraft, Words,
};
use crate::app::App;
use crate::error::Error;
use crate::present::{artifact, conversation};
use crate::sessions::announce;

impl App {
    pub(crate) async fn conversations(&self) -> Result<Vec<ConversationSummary>, Error> {
        self.blocking(|app| {
            Ok(app
                .store()
                .conversations()?
                .into_iter()
                .map(conversation::summary)
                .collect())
        })
        .await
    }

    /// The conversations in which all of these words were said or stand in a title or file name, newest first.
    pub async fn search_conversations(
        &self,
        arguments: Words,
    ) -> Result<Vec<FoundConversation>, Error> {
        self.blocking(move |app| {
            let found = app.store().search_conversations(&arguments.words)?;
            let shown = |(found, said)| FoundConversation {
                summary: conversation::summary(found),
                said,
            };
            Ok(found.into_iter().map(shown).collect())
        })
        .await
    }

    /// Begins a conversation.
    pub async fn create_conversation(&self, _: Nothing) -> Result<ConversationSummary, Error> {
        self.blocking(|app| {
            Ok(announce::conversation(
                app.store().create_conversation("")?,
                app.events(),
            ))
        })
        .await
    }

    /// Gives a conversation another title.
    pub async fn rename_conversation(
        &self,
        arguments: RenameConversation,
    ) -> Result<ConversationSummary, Error> {
        self.blocking(move |app| {
            let mut title = arguments.title.trim().to_owned();
            if title.is_empty() {
                let turns = app.store().turns(&arguments.id)?;
                title = turns
                    .iter()
                    .find(|turn| !turn.deleted)
                    .map(|turn| conversation::title_of(&turn.instruction))
                    .unwrap_or_default();
            }
            Ok(announce::conversation(
                app.store().rename_conversation(&arguments.id, &title)?,
                app.events(),
            ))
        })
        .await
    }

    /// Takes a conversation out of the list.
    pub async fn delete_conversation(&self, arguments: ConversationId) -> Result<Nothing, Error> {
        self.blocking(move |app| {
            app.store().delete_conversation(&arguments.id)?;
            Ok(Nothing {})
        })
        .await
    }

    /// Takes back that a conversation was deleted.
    pub async fn restore_conversation(
        &self,
        arguments: ConversationId,
    ) -> Result<ConversationSummary, Error> {
        self.blocking(move |app| {
            Ok(announce::conversation(
                app.store().restore_conversation(&arguments.id)?,
                app.events(),
            ))
        })
        .await
    }

    /// A conversation with all that is in it.
    pub async fn open_conversation(
        &self,
        arguments: ConversationId,
    ) -> Result<Conversation, Error> {
        self.blocking(move |app| {
            let store = app.store();
            let summary = conversation::summary(store.conversation(&arguments.id)?);
            let mut turns = Vec::new();
            // Losses are foreseen for the newest turn that has not run: files are read for them.
            let mut foresees = true;
            let asked = store.turns(&arguments.id)?.into_iter();
            for turn in asked.rev().filter(|turn| !turn.deleted) {
                let turn = app.turn_view(turn, foresees)?;
                foresees &= !turn.runs.is_empty();
                turns.push(turn);
            }
            turns.reverse();
            let artifacts = artifact::artifacts(&store.artifacts(&arguments.id)?, &app.toolbox());
            let artifacts = artifacts
                .into_iter()
                .filter(|artifact| !artifact.deleted)
                .collect();
            let store::Draft {
                text,
                artifacts: attached,
            } = store.draft(&arguments.id)?;
            Ok(Conversation {
                summary,
                turns,
                artifacts,
                draft: Draft {
                    text,
                    artifacts: attached,
                },
            })
        })
        .await
    }

    /// Keeps what is being written.
    pub async fn save_draft(&self, arguments: SaveDraft) -> Result<Nothing, Error> {
        self.blocking(move |app| {
            app.store().conversation(&arguments.conversation)?;
            let Draft { text, artifacts } = arguments.draft;
            app.store()
                .save_draft(&arguments.conversation, &store::Draft { text, artifacts })?;
            Ok(Nothing {})
        })
        .await
    }
}
