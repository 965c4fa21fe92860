//! Turns that are deleted with what they made, and come back.

use patchbay_store::Turn as Kept;

use crate::api::{Artifact, DeletedTurn, RestoredTurn, TurnId};
use crate::app::App;
use crate::error::Error;
use crate::present::conversation::title_of;
use crate::sessions::announce;

impl App {
    /// Deletes a turn with what it made, but for what other turns use.
    ///
    /// # Errors
    /// There is no such turn, or it still runs.
    pub async fn delete_turn(&self, arguments: TurnId) -> Result<DeletedTurn, Error> {
        self.blocking(move |app| {
            app.refuse_running(&arguments.turn)?;
            let before = app.first_request(&app.store().turn(&arguments.turn)?)?;
            let deleted = app.store().delete_turn(&arguments.turn)?;
            app.retitle(&deleted.turn, before.as_deref())?;
            let kept = deleted.kept.into_iter().map(|artifact| artifact.name);
            Ok(DeletedTurn {
                artifacts: app.all_changed(&deleted.hidden)?,
                kept: kept.collect(),
            })
        })
        .await
    }

    /// Takes back that a turn was deleted.
    pub async fn restore_turn(&self, arguments: TurnId) -> Result<RestoredTurn, Error> {
        self.blocking(move |app| {
            let before = app.first_request(&app.store().turn(&arguments.turn)?)?;
            let (turn, artifacts) = app.store().restore_turn(&arguments.turn)?;
            app.retitle(&turn, before.as_deref())?;
            Ok(RestoredTurn {
                artifacts: app.all_changed(&artifacts)?,
                turn: app.turn_view(turn, true)?,
            })
        })
        .await
    }

    fn all_changed(&self, artifacts: &[patchbay_store::Artifact]) -> Result<Vec<Artifact>, Error> {
        artifacts
            .iter()
            .map(|artifact| self.changed(artifact))
            .collect()
    }

    /// The first request of a turn's conversation; none where nothing is asked in it.
    fn first_request(&self, turn: &Kept) -> Result<Option<String>, Error> {
        let turns = self.store().turns(&turn.conversation)?;
        let first = turns.into_iter().find(|turn| !turn.deleted);
        Ok(first.map(|turn| turn.instruction))
    }

    /// Gives a turn's conversation another title where its title was made from its first request, and this is another one now.
    fn retitle(&self, turn: &Kept, before: Option<&str>) -> Result<(), Error> {
        let now = self.first_request(turn)?;
        let [before, now] =
            [before, now.as_deref()].map(|words| title_of(words.unwrap_or_default()));
        let conversation = self.store().conversation(&turn.conversation)?;
        if conversation.title == before && before != now {
            let renamed = self.store().rename_conversation(&turn.conversation, &now)?;
            announce::conversation(renamed, self.events());
        }
        Ok(())
    }
}
