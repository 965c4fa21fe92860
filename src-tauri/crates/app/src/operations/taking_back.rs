//! Turns that are taken back, and brought back.

use std::collections::BTreeSet;

use patchbay_domain::{ConversationStep, ParsedRequest, settled};
use patchbay_store::Store;

use crate::api::{Turn, TurnId};
use crate::app::App;
use crate::error::Error;
use crate::ingest::request::ResolvedRequest;

impl App {
    /// Takes a turn back: what came of it counts for nothing in what follows, and stays.
    ///
    /// # Errors
    /// There is no such turn, or it still runs.
    pub async fn take_back(&self, arguments: TurnId) -> Result<Turn, Error> {
        self.blocking(move |app| {
            app.refuse_running(&arguments.turn)?;
            app.set_taken_back(&arguments.turn, true)
        })
        .await
    }

    /// Brings a turn back that was taken back.
    pub async fn bring_back(&self, arguments: TurnId) -> Result<Turn, Error> {
        self.blocking(move |app| app.set_taken_back(&arguments.turn, false))
            .await
    }

    /// Refuses to change a turn of which something still runs.
    pub(super) fn refuse_running(&self, turn: &str) -> Result<(), Error> {
        let runs = self.store().runs(turn)?;
        if runs.iter().any(|run| self.runs().running().holds(&run.id)) {
            return Err(Error::StillRuns);
        }
        Ok(())
    }

    fn set_taken_back(&self, turn: &str, taken_back: bool) -> Result<Turn, Error> {
        self.turn_view(self.store().set_taken_back(turn, taken_back)?, true)
    }
}

/// The ids of the turns that a reading takes back; none where it does something else, or takes back only a part of a turn.
pub(super) fn turns(
    resolved: &ResolvedRequest,
    parsed: &ParsedRequest,
    store: &Store,
) -> Vec<String> {
    let steps = &resolved.request.steps;
    let after = settled(steps, resolved.request.history.len(), parsed);
    let takes_back = |step: &&ConversationStep| {
        let stays = |kept: &ConversationStep| kept.reference == step.reference;
        !after.steps.iter().any(stays)
    };
    if !after.calls.is_empty() || parsed.calls.iter().any(|call| call.undo.is_none()) {
        return Vec::new();
    }
    let gone = steps.iter().filter(takes_back);
    let named = gone.flat_map(|step| {
        let changes = step.before.iter().map(|version| version.changed_by);
        changes.chain([step.reference, step.ran])
    });
    let places: BTreeSet<usize> = named.filter_map(|call| call.turn).collect();
    let ids = places.iter().filter_map(|place| resolved.turns.get(*place));
    let does_nothing_else = |id: &&String| {
        let turn = store.turn(id);
        turn.is_ok_and(|turn| turn.plan.called.len() <= 1)
    };
    let whole: Vec<String> = ids.filter(does_nothing_else).cloned().collect();
    if whole.len() == places.len() {
        whole
    } else {
        Vec::new()
    }
}
