//! Runs of a turn's plan. Several are kept for each turn, so that solutions can be compared.

use patchbay_domain::{Missing, RunStatus, Step, StepError, StepStatus, SubtaskId};
use rusqlite::{Connection, Row, Transaction};
use serde::{Deserialize, Serialize};

use crate::error::StoreError;
use crate::store::{Failure, Json, Store, Word, new_id, now};

/// A run that is about to begin.
#[derive(Debug, Clone, PartialEq)]
pub struct NewRun {
    /// The turn's id.
    pub turn: String,
    /// Which solution of each subtask is run, in the order of the subtasks.
    pub solutions: Vec<usize>,
    /// The seed of everything random in it.
    pub seed: u64,
    /// Its steps.
    pub steps: Vec<Step>,
}

/// Artifact that a subtask resulted in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubtaskResult {
    /// The subtask's id.
    pub subtask: SubtaskId,
    /// The id of the artifact that was made.
    pub artifact: String,
}

/// A run.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// Its id.
    pub id: String,
    /// The turn's id.
    pub turn: String,
    /// Which solution of each subtask is run, in the order of the subtasks.
    pub solutions: Vec<usize>,
    /// The seed of everything random in it.
    pub seed: u64,
    /// How far it is.
    pub status: RunStatus,
    /// Its steps.
    pub steps: Vec<Step>,
    /// Results, by subtask.
    pub results: Vec<SubtaskResult>,
    /// Tools that nothing on this computer could do.
    pub missing: Vec<Missing>,
    /// The answer in words.
    pub answer: String,
    /// When it was begun, in milliseconds since 1970.
    pub started_at: i64,
    /// When it ended, in milliseconds since 1970.
    pub finished_at: Option<i64>,
}

const COLUMNS: &str =
    "id, turn, solutions, seed, status, steps, results, missing, answer, started_at, finished_at";

fn from_row(row: &Row<'_>) -> rusqlite::Result<Run> {
    let (Json(solutions), Word(status), Json(steps)) = (row.get(2)?, row.get(4)?, row.get(5)?);
    let (Json(results), Json(missing)) = (row.get(6)?, row.get(7)?);
    Ok(Run {
        id: row.get(0)?,
        turn: row.get(1)?,
        solutions,
        seed: row.get::<_, i64>(3)? as u64,
        status,
        steps,
        results,
        missing,
        answer: row.get(8)?,
        started_at: row.get(9)?,
        finished_at: row.get(10)?,
    })
}

fn find(connection: &Connection, id: &str) -> Result<Run, Failure> {
    connection
        .query_row(
            &format!("SELECT {COLUMNS} FROM runs WHERE id = ?1"),
            [id],
            from_row,
        )
        .map_err(Failure::of("run", id))
}

/// The runs of a conversation's turns, oldest first.
pub(crate) fn of_conversation(
    connection: &Connection,
    conversation: &str,
) -> Result<Vec<Run>, Failure> {
    let sql = format!(
        "SELECT {COLUMNS} FROM runs WHERE turn IN (SELECT id FROM turns WHERE conversation = ?1) ORDER BY id"
    );
    let rows = connection
        .prepare_cached(&sql)?
        .query_map([conversation], from_row)?
        .collect::<Result<_, _>>()?;
    Ok(rows)
}

fn update(transaction: &Transaction<'_>, run: &Run) -> Result<(), Failure> {
    let rows = transaction.execute(
        "UPDATE runs SET status = ?2, steps = ?3, results = ?4, missing = ?5, answer = ?6, finished_at = ?7, solutions = ?8
         WHERE id = ?1",
        (
            &run.id,
            Word(run.status),
            Json(&run.steps),
            Json(&run.results),
            Json(&run.missing),
            &run.answer,
            run.finished_at,
            Json(&run.solutions),
        ),
    )?;
    Failure::unless_changed(rows, "run", &run.id)
}

impl Store {
    /// Keeps a run that is about to begin.
    pub fn add_run(&self, run: NewRun) -> Result<Run, StoreError> {
        let id = new_id();
        self.write(|transaction| {
            let known: bool =
                transaction
                    .query_row("SELECT EXISTS (SELECT 1 FROM turns WHERE id = ?1)", [&run.turn], |r| r.get(0))?;
            Failure::unless_changed(known.into(), "turn", &run.turn)?;
            transaction.execute(
                &format!("INSERT INTO runs ({COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, '[]', '[]', '', ?7, NULL)"),
                (&id, &run.turn, Json(&run.solutions), run.seed as i64, Word(RunStatus::Queued), Json(&run.steps), now()),
            )?;
            find(transaction, &id)
        })
    }

    /// Keeps how far a run is: everything in it but its turn, its seed and when it began.
    pub fn save_run(&self, run: &Run) -> Result<(), StoreError> {
        self.write(|transaction| update(transaction, run))
    }

    /// One run.
    pub fn run(&self, id: &str) -> Result<Run, StoreError> {
        self.read(|connection| find(connection, id))
    }

    /// The runs of a turn, oldest first.
    pub fn runs(&self, turn: &str) -> Result<Vec<Run>, StoreError> {
        self.read(|connection| {
            let sql = format!("SELECT {COLUMNS} FROM runs WHERE turn = ?1 ORDER BY id");
            let rows = connection
                .prepare_cached(&sql)?
                .query_map([turn], from_row)?
                .collect::<Result<_, _>>()?;
            Ok(rows)
        })
    }

    /// Marks what ran when the program ended; answers how many runs that were.
    pub(crate) fn interrupt_runs(&self) -> Result<usize, StoreError> {
        let now = now();
        self.write(|transaction| {
            let sql = format!("SELECT {COLUMNS} FROM runs WHERE status IN ('queued', 'running')");
            let runs: Vec<Run> = transaction
                .prepare(&sql)?
                .query_map([], from_row)?
                .collect::<Result<_, _>>()?;
            for run in &runs {
                let mut run = run.clone();
                run.status = RunStatus::Interrupted;
                run.finished_at = Some(now);
                for step in run.steps.iter_mut().filter(|step| !step.status.is_final()) {
                    step.status = StepStatus::Cancelled;
                    step.error = Some(StepError {
                        message: "Patchbay ended before this step did.".to_owned(),
                        hint: "Run it again.".to_owned(),
                    });
                }
                update(transaction, &run)?;
            }
            Ok(runs.len())
        })
    }
}
