//! The operations on conversations.

use patchbay_store as store;

use crate::api::{
    Conversation, ConversationId, ConversationSummary, Draft, Event, Nothing, RenameConversation, SaveDraft,
};
use crate::app::App;
use crate::error::Error;
use crate::present::thing as view;

/// Characters of a title made from a request.
const TITLE_LENGTH: usize = 60;

/// A title made from a request: its first line, cut at a word where it is long.
pub(crate) fn title_of(instruction: &str) -> String {
    let line = instruction.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    if line.chars().count() <= TITLE_LENGTH {
        return line.to_owned();
    }
    let cut: String = line.chars().take(TITLE_LENGTH).collect();
    let words = cut.rsplit_once(' ').map_or(cut.as_str(), |(words, _)| words);
    format!("{}…", words.trim_end_matches([',', '.', ';', ':']))
}

impl App {
    pub(crate) async fn conversations(&self) -> Result<Vec<ConversationSummary>, Error> {
        self.blocking(|app| Ok(app.0.store.conversations()?.into_iter().map(view::summary).collect())).await
    }

    /// Keeps the fronts' lists of conversations true.
    pub(crate) fn tell_conversation(&self, conversation: store::Conversation) -> ConversationSummary {
        let summary = view::summary(conversation);
        self.tell(Event::Conversation { summary: summary.clone() });
        summary
    }

    /// Begins a conversation.
    pub async fn create_conversation(&self, _: Nothing) -> Result<ConversationSummary, Error> {
        self.blocking(|app| Ok(app.tell_conversation(app.0.store.create_conversation("")?))).await
    }

    /// Gives a conversation another title.
    pub async fn rename_conversation(&self, arguments: RenameConversation) -> Result<ConversationSummary, Error> {
        self.blocking(move |app| {
            let mut title = arguments.title.trim().to_owned();
            if title.is_empty() {
                let turns = app.0.store.turns(&arguments.id)?;
                title = turns.first().map(|turn| title_of(&turn.instruction)).unwrap_or_default();
            }
            Ok(app.tell_conversation(app.0.store.rename_conversation(&arguments.id, &title)?))
        })
        .await
    }

    /// Takes a conversation out of the list.
    pub async fn delete_conversation(&self, arguments: ConversationId) -> Result<Nothing, Error> {
        self.blocking(move |app| {
            app.0.store.delete_conversation(&arguments.id)?;
            Ok(Nothing {})
        })
        .await
    }

    /// Takes back that a conversation was deleted.
    pub async fn restore_conversation(&self, arguments: ConversationId) -> Result<ConversationSummary, Error> {
        self.blocking(move |app| Ok(app.tell_conversation(app.0.store.restore_conversation(&arguments.id)?))).await
    }

    /// A conversation with all that is in it.
    pub async fn open_conversation(&self, arguments: ConversationId) -> Result<Conversation, Error> {
        self.blocking(move |app| {
            let store = &app.0.store;
            let summary = view::summary(store.conversation(&arguments.id)?);
            let mut turns = Vec::new();
            for turn in store.turns(&arguments.id)? {
                turns.push(app.turn_view(turn)?);
            }
            let things = view::things(&store.things(&arguments.id)?, &app.0.toolbox);
            let things = things.into_iter().filter(|thing| !thing.deleted).collect();
            let store::Draft { text, things: attached } = store.draft(&arguments.id)?;
            Ok(Conversation { summary, turns, things, draft: Draft { text, things: attached } })
        })
        .await
    }

    /// Keeps what is being written.
    pub async fn save_draft(&self, arguments: SaveDraft) -> Result<Nothing, Error> {
        self.blocking(move |app| {
            app.0.store.conversation(&arguments.conversation)?;
            let Draft { text, things } = arguments.draft;
            app.0.store.save_draft(&arguments.conversation, &store::Draft { text, things })?;
            Ok(Nothing {})
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use super::title_of;

    #[test]
    fn a_title_is_the_first_line_cut_at_a_word() {
        assert_eq!(title_of("\n  make it brighter\nplease"), "make it brighter");
        let long = title_of("put calm piano music under clip.mp4, and then cut it from 0:02 to 0:05 and send it to me");
        assert_eq!(long, "put calm piano music under clip.mp4, and then cut it from…");
        assert!(title_of(&"x".repeat(500)).chars().count() <= 61);
        assert_eq!(title_of(""), "");
    }
}
