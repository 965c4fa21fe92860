//! Execution context of a step.

use std::collections::BTreeMap;
use std::path::PathBuf;

use patchbay_domain::{Cancelled, MediaFile};
use patchbay_inference::Models;

use crate::{Progress, naming};

/// Execution context of a step: its folder, progress, seed, models and settings.
#[derive(Debug, Clone)]
pub struct Context {
    /// A folder of the step's own, made and removed by its caller.
    pub folder: PathBuf,
    /// Progress of the step, with its cancellation flag.
    pub progress: Progress,
    /// The seed of everything random: the same seed and inputs give the same result.
    pub seed: u64,
    /// The models on this computer.
    pub models: Models,
    /// Duration of the video or slide show that a made clip is for, in seconds, where the plan
    /// knows it.
    pub target_seconds: Option<f64>,
    /// User-set values of [`settings`](crate::Implementation::settings), by name.
    pub settings: BTreeMap<String, String>,
}

impl Context {
    /// A file to write, `<operation>_of_<origin>.<extension>` under the step's folder, with a name
    /// that is not taken.
    pub fn output(&self, operation: &str, origin: Option<&str>, extension: &str) -> MediaFile {
        let name = naming::chained(operation, origin, extension);
        let mut path = self.folder.join(&name);
        let mut number = 2;
        while path.exists() {
            path = self.folder.join(format!("{number}-{name}"));
            number += 1;
        }
        MediaFile { path, name }
    }

    /// The same context for a part of the step, whose progress lies between these two fractions (0
    /// to 1).
    #[must_use]
    pub fn part(&self, from: f64, to: f64) -> Self {
        Self {
            progress: self.progress.part(from, to),
            ..self.clone()
        }
    }

    /// Reports progress from 0 to 1; an error where the step is to stop. For loops:
    /// `context.step(i, n)?`.
    pub fn step(&self, done: usize, of: usize) -> Result<(), Cancelled> {
        self.progress.set(done as f64 / of.max(1) as f64);
        self.check()
    }

    /// An error where the step is to stop.
    pub fn check(&self) -> Result<(), Cancelled> {
        if self.progress.is_cancelled() {
            Err(Cancelled)
        } else {
            Ok(())
        }
    }
}
