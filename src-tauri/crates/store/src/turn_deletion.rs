//! Turns that are deleted with what they made. Deleting hides, until it is erased (`purge`).

use std::collections::{BTreeSet, HashMap};

use patchbay_domain::{InputValue, Plan};
use rusqlite::{Connection, Transaction};

use crate::artifact::{Artifact, Origin, OriginValue};
use crate::artifact_rows::{COLUMNS, collect};
use crate::error::StoreError;
use crate::run::{self, Run};
use crate::store::{Failure, Store, now};
use crate::turn::{self, Turn};

/// Artifacts after their turn was deleted.
#[derive(Debug, Clone, PartialEq)]
pub struct DeletedTurn {
    /// The turn.
    pub turn: Turn,
    /// Artifacts that were hidden with it.
    pub hidden: Vec<Artifact>,
    /// Artifacts that it made and that stay, since other turns use them.
    pub kept: Vec<Artifact>,
}

impl Store {
    /// Hides a turn with the artifacts that its runs made, and the regions on these. What other turns use stays, with all that
    /// it was made from.
    ///
    /// # Errors
    /// There is no such turn, or it is hidden already.
    pub fn delete_turn(&self, id: &str) -> Result<DeletedTurn, StoreError> {
        self.write(|transaction| {
            let turn = turn::find(transaction, id)?;
            Failure::unless_changed((!turn.deleted).into(), "turn", id)?;
            let artifacts = of_conversation(transaction, &turn.conversation)?;
            let others = turn::of_conversation(transaction, &turn.conversation)?;
            let runs = run::of_conversation(transaction, &turn.conversation)?;
            let others: Vec<&Turn> = others
                .iter()
                .filter(|other| other.id != id && !other.deleted)
                .collect();
            let (gone, kept) = split(id, &artifacts, &others, &runs);
            let at = now();
            mark(transaction, "turns", id, Some(at))?;
            // The same words as they were read before, where nothing ran: people do not see these turns.
            for unseen in others.iter().filter(|other| {
                let is_same = other.taken_back && other.instruction == turn.instruction;
                is_same && runs.iter().all(|run| run.turn != other.id)
            }) {
                mark(transaction, "turns", &unseen.id, Some(at))?;
            }
            for artifact in &gone {
                mark(transaction, "artifacts", &artifact.id, Some(at))?;
            }
            let hidden = |artifact: &Artifact| Artifact {
                deleted: true,
                ..artifact.clone()
            };
            Ok(DeletedTurn {
                turn: turn::find(transaction, id)?,
                hidden: gone.into_iter().map(hidden).collect(),
                kept: kept.into_iter().cloned().collect(),
            })
        })
    }

    /// Shows a hidden turn again, with the artifacts that were hidden with it.
    ///
    /// # Errors
    /// There is no such turn, or it is erased.
    pub fn restore_turn(&self, id: &str) -> Result<(Turn, Vec<Artifact>), StoreError> {
        self.write(|transaction| {
            let turn = turn::find(transaction, id)?;
            let is_erased = turn.deleted && turn.plan == Plan::default();
            Failure::unless_changed((!is_erased).into(), "turn", id)?;
            let hidden_with = |table: &str| -> Result<BTreeSet<String>, Failure> {
                let sql = format!(
                    "SELECT id FROM {table} WHERE conversation = ?2
                     AND deleted_at = (SELECT deleted_at FROM turns WHERE id = ?1)"
                );
                let rows = transaction
                    .prepare(&sql)?
                    .query_map([id, &turn.conversation], |row| row.get(0))?
                    .collect::<Result<_, _>>()?;
                Ok(rows)
            };
            let (ids, turns) = (hidden_with("artifacts")?, hidden_with("turns")?);
            for artifact in &ids {
                mark(transaction, "artifacts", artifact, None)?;
            }
            for hidden in &turns {
                mark(transaction, "turns", hidden, None)?;
            }
            let artifacts = of_conversation(transaction, &turn.conversation)?;
            let back = artifacts.into_iter().filter(|one| ids.contains(&one.id));
            Ok((turn::find(transaction, id)?, back.collect()))
        })
    }
}

/// Says of a row when it was hidden; none: it is not.
fn mark(
    transaction: &Transaction<'_>,
    table: &str,
    id: &str,
    at: Option<i64>,
) -> Result<(), Failure> {
    let sql = format!("UPDATE {table} SET deleted_at = ?2 WHERE id = ?1");
    transaction.prepare_cached(&sql)?.execute((id, at))?;
    Ok(())
}

/// The artifacts of a conversation, hidden ones too.
fn of_conversation(connection: &Connection, conversation: &str) -> Result<Vec<Artifact>, Failure> {
    let sql = format!("SELECT {COLUMNS} FROM artifacts WHERE conversation = ?1 ORDER BY id");
    collect(connection, &sql, conversation)
}

/// Splits what a turn made into what goes with it and what stays for other turns.
fn split<'a>(
    turn: &str,
    artifacts: &'a [Artifact],
    others: &[&Turn],
    runs: &[Run],
) -> (Vec<&'a Artifact>, Vec<&'a Artifact>) {
    let own: BTreeSet<&str> = runs
        .iter()
        .filter(|run| run.turn == turn)
        .map(|run| run.id.as_str())
        .collect();
    let made = |artifact: &Artifact| match &artifact.origin {
        Origin::Made { run, .. } => own.contains(run.as_str()),
        Origin::Given => false,
    };
    let by_id: HashMap<&str, &Artifact> = artifacts
        .iter()
        .map(|artifact| (artifact.id.as_str(), artifact))
        .collect();
    let is_on_made = |artifact: &Artifact| {
        let parent = artifact.parent.as_deref().and_then(|id| by_id.get(id));
        matches!(artifact.origin, Origin::Given) && parent.is_some_and(|parent| made(parent))
    };
    let (mut goes, stays): (Vec<_>, Vec<_>) = artifacts
        .iter()
        .filter(|artifact| !artifact.deleted)
        .partition(|artifact| made(artifact) || is_on_made(artifact));
    let mut needed: Vec<&str> = stays.iter().map(|artifact| artifact.id.as_str()).collect();
    for other in others {
        let its_runs = runs.iter().filter(|run| run.turn == other.id);
        needed.extend(worked_on(other).chain(its_runs.flat_map(in_run)));
    }
    let needed = with_sources(needed, &by_id);
    let kept = goes.extract_if(.., |artifact| needed.contains(artifact.id.as_str()));
    let kept = kept.filter(|artifact| made(artifact)).collect();
    (goes, kept)
}

/// The ids of the artifacts that a turn is given or its plan names.
fn worked_on(turn: &Turn) -> impl Iterator<Item = &str> {
    let solutions = turn.plan.subtasks.iter().flat_map(|one| &one.solutions);
    let actions = solutions.flat_map(|solution| &solution.actions);
    let values = actions.flat_map(|action| action.inputs.values().flat_map(InputValue::values));
    let named = values.filter_map(|name| turn.names.get(name));
    turn.artifacts.iter().chain(named).map(String::as_str)
}

/// The ids of the artifacts that a run shows, be they its own or reused.
fn in_run(run: &Run) -> impl Iterator<Item = &str> {
    let outputs = run.steps.iter().flat_map(|step| &step.outputs);
    let results = run.results.iter().map(|result| &result.artifact);
    outputs.chain(results).map(String::as_str)
}

/// Artifacts with all that they were made from and lie on.
fn with_sources<'a>(
    ids: Vec<&'a str>,
    by_id: &HashMap<&'a str, &'a Artifact>,
) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut open = ids;
    while let Some(id) = open.pop() {
        let Some(artifact) = by_id.get(id).filter(|_| found.insert(id)) else {
            continue;
        };
        open.extend(artifact.parent.as_deref());
        if let Origin::Made { inputs, .. } = &artifact.origin {
            open.extend(inputs.iter().filter_map(|input| match &input.value {
                OriginValue::Artifact(id) => Some(id.as_str()),
                OriginValue::Words(_) => None,
            }));
        }
    }
    found
}
