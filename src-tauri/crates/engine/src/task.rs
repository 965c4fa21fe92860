//! One step, on a thread of its own.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use patchbay_domain::{MediaFile, Resource, SubtaskId, Tool};
use patchbay_inference::Models;
use patchbay_tools::checking::checked;
use patchbay_tools::converting::converted;
use patchbay_tools::{Context, Implementation, Inputs, Progress, ToolError};
use tokio::sync::OwnedSemaphorePermit;

use crate::cache::{self, Cache};
use crate::engine::FilmLength;
use crate::outputs::{Kept, Making, Outputs, Passed};
use crate::values;

/// What is passed under each argument, several where a list was passed, in the order of the names.
pub(crate) type ByArgument<T> = Vec<(String, Vec<T>)>;

/// How long a step's result should be, as far as it is known when the step begins.
pub(crate) enum Target {
    /// As the tool sees fit.
    Free,
    /// So many seconds.
    Seconds(f64),
    /// As long as this film.
    Film(Resource),
}

/// Everything that one call of a tool needs, so that it can run to its end even when nobody waits for it any more.
pub(crate) struct Task {
    /// What is done.
    pub(crate) tool: Tool,
    pub(crate) implementation: &'static dyn Implementation,
    pub(crate) arguments: ByArgument<Resource>,
    /// The pictures on which values of arguments were found.
    pub(crate) pictures: BTreeMap<String, MediaFile>,
    /// Where those values came from.
    pub(crate) passed: ByArgument<Passed>,
    pub(crate) target: Target,
    pub(crate) step: usize,
    pub(crate) goal_of: Vec<SubtaskId>,
    pub(crate) seed: u64,
    /// What a person set of it, by name.
    pub(crate) settings: BTreeMap<String, String>,
    pub(crate) scratch: PathBuf,
    pub(crate) progress: Progress,
    pub(crate) outputs: Arc<dyn Outputs>,
    pub(crate) models: Models,
    pub(crate) cache: Arc<Cache>,
    pub(crate) film_length: Arc<FilmLength>,
    /// Held until the step really ends: a step that does not listen keeps its core.
    pub(crate) core: OwnedSemaphorePermit,
}

impl Task {
    /// Does the step and hands its result on. The step's folder is gone when this returns or panics.
    pub(crate) fn run(self) -> Result<Kept, ToolError> {
        let _core = &self.core;
        let mut inputs = Vec::with_capacity(self.arguments.len());
        for (name, values) in &self.arguments {
            inputs.push((name.clone(), values::join(values.clone()).map_err(ToolError::Input)?));
        }
        let target_seconds = match &self.target {
            Target::Free => None,
            Target::Seconds(seconds) => Some(*seconds),
            Target::Film(film) => film.files().first().and_then(|file| (self.film_length)(file)),
        };
        let tool = self.implementation.tool();
        let (way, model) = (self.implementation.label(), self.implementation.model(&self.models));
        let set = (self.seed, &self.settings);
        let key = cache::key(tool, (way, model), (&inputs, &self.pictures), set, target_seconds);
        if let Some((kept, said)) = self.cache.get(&key) {
            for sentence in said {
                self.progress.say(sentence);
            }
            return self.keep(kept.resource, Some(&kept.ids));
        }
        let folder = tempfile::Builder::new().prefix("step-").tempdir_in(&self.scratch).map_err(|error| {
            ToolError::Failed(format!("There is no room to work in {}: {error}.", self.scratch.display()))
        })?;
        let context = Context {
            folder: folder.path().to_owned(),
            progress: self.progress.clone(),
            seed: self.seed,
            models: self.models.clone(),
            target_seconds,
            settings: self.settings.clone(),
        };
        let inputs = Inputs::new(inputs.into_iter().collect()).found_on(self.pictures.clone());
        let mut resource = self.implementation.run(&inputs, &context)?;
        if let Some(format) = inputs.value("format") {
            resource = converted(resource, &format, &context)?;
        }
        checked(&self.tool, &inputs, target_seconds, &resource)?;
        // A tool may have finished without noticing that it was to stop; what it made is not wanted any more.
        context.check()?;
        let kept = self.keep(resource, None)?;
        self.cache.put(key, kept.clone(), self.progress.said());
        Ok(kept)
    }

    fn keep(&self, resource: Resource, again: Option<&[String]>) -> Result<Kept, ToolError> {
        let making = Making {
            step: self.step,
            goal_of: &self.goal_of,
            tool: self.implementation.tool(),
            implementation: self.implementation.label(),
            inputs: &self.passed,
            again,
        };
        self.outputs.keep(&making, resource).map_err(ToolError::Failed)
    }
}
