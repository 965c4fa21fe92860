//! Outcome of a run, in the folder for the results and on standard output.

use std::collections::BTreeSet;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use patchbay_app::api::{
    AppError, Artifact, ErrorCode, HandOver, Missing, Plan, Run, RunStatus, SaveArtifact, Turn,
};
use patchbay_app::{App, numbered};
use patchbay_domain::SubtaskId;
use serde_json::{Value, json};

use crate::progress::Progress;
use crate::terminal::{self, tell};

/// Exit status where some subtasks reached their goal.
pub(crate) const SOME: u8 = 2;
/// Exit status where none did.
pub(crate) const NONE: u8 = 3;

/// A result that lies in the folder.
pub(crate) struct Written<'a> {
    pub(crate) subtask: SubtaskId,
    pub(crate) artifact: &'a Artifact,
    pub(crate) path: PathBuf,
}

/// Outcome of a run, told at its end.
pub(crate) struct Summary<'a> {
    pub(crate) plan: Option<&'a Plan>,
    pub(crate) run: Option<&'a Run>,
    /// Sentences about files that were of no use.
    pub(crate) refused: &'a [String],
    pub(crate) results: &'a [Written<'a>],
    /// Sentences about results that could not be written.
    pub(crate) unwritten: &'a [String],
}

/// Says what was understood before it runs.
pub(crate) fn understood(turn: &Turn, progress: &Progress) {
    for subtask in &turn.plan.subtasks {
        let solutions = match subtask.solutions.len() {
            1 => "1 way".to_owned(),
            count => format!("{count} ways"),
        };
        progress.say(&format!(
            "{}. {} ({solutions})",
            subtask.goal.id.0 + 1,
            subtask.goal.description
        ));
    }
    progress.say(&format!("Planned in {:.1} ms.", turn.plan.elapsed_ms));
}

/// Writes a result into a folder under its name, or the first of `name (2).mp4`, `name (3).mp4`, …
/// that is free.
pub(crate) async fn write_result(
    app: &App,
    artifact: &Artifact,
    folder: &Path,
    recipe: Option<bool>,
) -> Result<PathBuf, AppError> {
    let path = free(folder, &artifact.name).map_err(|error| {
        let message = format!(
            "“{}” could not be written into {}: {error}.",
            artifact.name,
            folder.display()
        );
        AppError::new(ErrorCode::Unwritable, message)
    })?;
    let path_in_words = path.to_string_lossy().into_owned();
    let save = SaveArtifact {
        artifact: artifact.id.clone(),
        path: path_in_words,
        recipe,
    };
    match app.save_artifact(save).await {
        Ok(saved) => {
            if saved.is_first_without_recipe {
                tell!("The steps are not written into results; --recipes does that.");
            }
            Ok(path)
        }
        Err(error) => {
            // The empty file that held the name.
            let _ = std::fs::remove_file(&path);
            Err(error.into())
        }
    }
}

/// Writes the edits of a result beside it, in each of the formats, under its name or the first that
/// is free; returns a sentence for each that could not be written.
pub(crate) async fn hand_over(
    app: &App,
    artifact: &Artifact,
    result: &Path,
    formats: &[String],
) -> Vec<String> {
    let mut unwritten = Vec::new();
    let is_playable = ["video", "audio"].contains(&artifact.resource_type.as_str());
    let folder = result.parent().unwrap_or(Path::new("."));
    for format in formats.iter().filter(|_| is_playable) {
        let named = result.with_extension(format);
        let name = named.file_name().unwrap_or_default().to_string_lossy();
        // A shell would take such a name for options.
        let name = name
            .strip_prefix('-')
            .map_or(name.clone(), |rest| format!("_{rest}").into());
        let path = match free(folder, &name) {
            Ok(path) => path,
            Err(error) => {
                unwritten.push(format!("“{name}” could not be written: {error}."));
                continue;
            }
        };
        let arguments = HandOver {
            artifact: artifact.id.clone(),
            path: path.to_string_lossy().into_owned(),
        };
        match app.hand_over(arguments).await {
            Ok(handed) => handed.notes.iter().for_each(|note| tell!("{note}")),
            Err(error) => {
                // The empty file that held the name.
                let _ = std::fs::remove_file(&path);
                unwritten.push(AppError::from(error).to_string());
            }
        }
    }
    unwritten
}

/// Takes a free name by making an empty file of it, so that nothing else can take it meanwhile.
fn free(folder: &Path, name: &str) -> std::io::Result<PathBuf> {
    for name in numbered(name) {
        let path = folder.join(name);
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(_) => return Ok(path),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(std::io::ErrorKind::AlreadyExists.into())
}

impl Summary<'_> {
    /// Prints the outcome; returns the exit status.
    pub(crate) fn print(&self, as_json: bool) -> anyhow::Result<ExitCode> {
        let mut output = terminal::stdout();
        let printed = if as_json {
            serde_json::to_string_pretty(&self.json())?
        } else {
            let paths = self
                .results
                .iter()
                .map(|result| format!("  {}", result.path.display()));
            std::iter::once(self.answer())
                .chain(paths)
                .collect::<Vec<_>>()
                .join("\n")
        };
        // Nobody reading is not this program's failure.
        let _ = writeln!(output, "{printed}");
        Ok(ExitCode::from(self.status()))
    }

    fn answer(&self) -> String {
        let answer = match (self.run, self.plan) {
            (Some(run), _) => Some(run.answer.clone()),
            (None, Some(plan)) => plan.clarification.clone(),
            (None, None) => None,
        };
        let parts = self
            .refused
            .iter()
            .cloned()
            .chain(answer)
            .chain(self.withheld())
            .chain(self.models_to_get())
            .chain(self.unwritten.iter().cloned());
        parts
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join("\n\n")
    }

    /// Returns a sentence about what could be done without the words that nothing takes up.
    fn withheld(&self) -> Option<String> {
        let withheld = &self.plan?.withheld;
        let listed: Vec<String> = withheld.iter().map(|one| format!("“{one}”")).collect();
        (!listed.is_empty()).then(|| {
            format!(
                "Without these words it can be done (--partly): {}.",
                listed.join(", ")
            )
        })
    }

    /// Returns a sentence with the command that gets the models for want of which something was not
    /// done.
    fn models_to_get(&self) -> Option<String> {
        let missing = self.run.iter().flat_map(|run| &run.missing);
        let ids: BTreeSet<&str> = missing
            .flat_map(|missing| missing.models.iter().map(String::as_str))
            .collect();
        let ids = ids.into_iter().collect::<Vec<_>>().join(" ");
        (!ids.is_empty()).then(|| format!("`patchbay-cli models get {ids}` gets what is missing."))
    }

    fn status(&self) -> u8 {
        let whole = self.refused.is_empty()
            && self.unwritten.is_empty()
            && self.plan.is_some_and(|plan| plan.clarification.is_none());
        let written = !self.results.is_empty();
        match self.run.map(|run| run.status) {
            Some(RunStatus::Done) if whole => 0,
            Some(_) if written => SOME,
            _ => NONE,
        }
    }

    fn json(&self) -> Value {
        let steps = self.run.iter().flat_map(|run| &run.steps).map(|step| {
            json!({
                "subtask": step.subtask,
                "tool": step.tool,
                "implementation": step.implementation,
                "model": step.model,
                "status": step.status,
                "seconds": step.seconds,
                "error": step.error.as_ref().map(|error| &error.message),
            })
        });
        let results = self.results.iter().map(|result| {
            let mut object =
                json!({ "subtask": result.subtask, "type": result.artifact.resource_type });
            if let Some(value) = value(result.artifact) {
                object["value"] = value;
            }
            object["path"] = json!(result.path);
            object
        });
        let missing = self.run.iter().flat_map(|run| &run.missing).map(|missing| {
            let Missing {
                tool,
                needs,
                bytes,
                models,
                ..
            } = missing;
            json!({ "tool": tool, "needs": needs, "bytes": bytes, "models": models })
        });
        json!({
            "plan": self.plan,
            "steps": steps.collect::<Vec<_>>(),
            "results": results.collect::<Vec<_>>(),
            "answer": self.answer(),
            "missing": missing.collect::<Vec<_>>(),
        })
    }
}

/// Returns the content of a result that is words, labels or boxes.
pub(crate) fn value(artifact: &Artifact) -> Option<Value> {
    let text = artifact.text.as_ref().map(|text| json!(text));
    text.or_else(|| artifact.boxes.as_ref().map(|boxes| json!(boxes)))
        .or_else(|| {
            let is_category = artifact.resource_type.as_str() == "category";
            artifact
                .labels
                .as_ref()
                .filter(|_| is_category)
                .map(|labels| json!(labels))
        })
}
