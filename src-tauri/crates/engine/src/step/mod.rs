//! One step, or several in one pass over a video, on a thread of its own.

mod pass;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use patchbay_domain::{MediaFile, Resource, SubtaskId, Toolbox};
use patchbay_inference::Models;
use patchbay_tool_api::checking::{checked, checked_sides};
use patchbay_tool_api::converting::converted;
use patchbay_tool_api::describing::described;
use patchbay_tool_api::{Context, ImplementationRef, Inputs, Progress, ToolError};
use tokio::sync::OwnedSemaphorePermit;

pub(crate) use self::pass::{Follower, Passed};
use crate::cache::{self, Cache, Said};
use crate::each::for_each;
use crate::provenance::{InputOrigin, Outputs, StepProvenance, StoredOutput};
use crate::sentences;
use crate::state::FORMAT;
use crate::values::{self, ByArgument};

/// Finds how long a video is, in seconds; none where it cannot be told.
pub type VideoLength = dyn Fn(&MediaFile) -> Option<f64> + Send + Sync;

/// How long a step's result should be, as far as it is known when the step begins.
pub(crate) enum Target {
    /// As the tool sees fit.
    Free,
    /// This number of seconds.
    Seconds(f64),
    /// As long as this video.
    Video(Resource),
}

/// Environment shared by all steps of an engine. Clones share everything.
#[derive(Clone)]
pub(crate) struct StepEnvironment {
    pub(crate) toolbox: Arc<Toolbox>,
    pub(crate) models: Models,
    pub(crate) cache: Arc<Cache>,
    pub(crate) video_length: Arc<VideoLength>,
}

/// Everything that one call of a tool needs, so that it can run to its end even when nobody waits
/// for it any more.
pub(crate) struct StepTask {
    pub(crate) implementation: ImplementationRef,
    /// The step's index in the run.
    pub(crate) step: usize,
    /// The name of the tool that is called.
    pub(crate) tool: String,
    pub(crate) arguments: ByArgument<Resource>,
    /// Origins of the arguments' values.
    pub(crate) origins: ByArgument<InputOrigin>,
    /// The images on which values of arguments were found.
    pub(crate) images: BTreeMap<String, MediaFile>,
    pub(crate) target: Target,
    /// The ids of the subtasks whose goal the result is.
    pub(crate) goal_of: Vec<SubtaskId>,
    pub(crate) seed: u64,
    /// Settings that a person chose for it, by name.
    pub(crate) settings: BTreeMap<String, String>,
    /// The steps that go on with its video as it passes.
    pub(crate) followers: Vec<Follower>,
    pub(crate) scratch: PathBuf,
    pub(crate) progress: Progress,
    pub(crate) outputs: Arc<dyn Outputs>,
    pub(crate) environment: StepEnvironment,
    /// Held until the step really ends: a step that does not listen keeps its core.
    pub(crate) core: OwnedSemaphorePermit,
}

/// Output of a step.
pub(crate) struct StepOutput {
    pub(crate) stored: StoredOutput,
    /// Results of all steps but the last of a pass over a video, which were not written.
    pub(crate) passed: Vec<Passed>,
}

impl From<StoredOutput> for StepOutput {
    fn from(stored: StoredOutput) -> Self {
        Self {
            stored,
            passed: Vec::new(),
        }
    }
}

impl StepTask {
    /// Does the step and hands its result on. The step's folder is gone when this returns or
    /// panics.
    pub(crate) fn run(self) -> Result<StepOutput, ToolError> {
        let _core = &self.core;
        let mut inputs = Vec::with_capacity(self.arguments.len());
        for (name, values) in &self.arguments {
            inputs.push((
                name.clone(),
                values::join(values.clone()).map_err(ToolError::Input)?,
            ));
        }
        let target_seconds = match &self.target {
            Target::Free => None,
            Target::Seconds(seconds) => Some(*seconds),
            Target::Video(video) => video
                .files()
                .first()
                .and_then(|file| (self.environment.video_length)(file)),
        };
        let tool = self.implementation.tool();
        let (label, model) = (
            self.implementation.label(),
            self.implementation.model(&self.environment.models),
        );
        let set = (self.seed, &self.settings);
        let key = cache::key(
            tool,
            (label, model),
            (&inputs, &self.images),
            set,
            target_seconds,
        );
        let key = self.key_of_pass(key);
        // What is done elsewhere is done each time: it may act there, or answer otherwise.
        let is_elsewhere = matches!(self.implementation, ImplementationRef::Connected(_));
        let known = self.environment.cache.get(&key);
        if let Some((stored, said)) = known.filter(|_| !is_elsewhere) {
            said.replay(&self.progress);
            return self.keep(stored.resource, Some(&stored.ids));
        }
        let folder = tempfile::Builder::new()
            .prefix("step-")
            .tempdir_in(&self.scratch);
        let folder =
            folder.map_err(|error| ToolError::Failed(sentences::no_room(&self.scratch, &error)))?;
        let context = Context {
            folder: folder.path().to_owned(),
            progress: self.progress.clone(),
            seed: self.seed,
            models: self.environment.models.clone(),
            target_seconds,
            settings: self.settings.clone(),
        };
        let inputs = Inputs::new(inputs.into_iter().collect())
            .found_on(self.images.clone())
            .called(self.names());
        let edits = RefCell::default();
        let resource = if self.followers.is_empty() {
            self.result(&inputs, &context)?
        } else {
            self.result_of_pass(&inputs, &context, &edits)?
        };
        // A tool may have finished without noticing that it was to stop; what it made is not wanted
        // any more.
        context.check()?;
        let mut kept = self.keep(resource, None)?;
        for (passed, edits) in kept.passed.iter_mut().zip(edits.into_inner()) {
            passed.edits = edits;
        }
        if !is_elsewhere {
            let said = Said::of(&self.progress);
            self.environment.cache.put(key, kept.stored.clone(), said);
        }
        Ok(kept)
    }

    /// The names of the single things that were given, by argument.
    fn names(&self) -> BTreeMap<String, String> {
        let name = |(argument, origins): &(String, Vec<InputOrigin>)| match origins.as_slice() {
            [InputOrigin::Given(name)] => Some((argument.clone(), name.clone())),
            _ => None,
        };
        self.origins.iter().filter_map(name).collect()
    }

    /// The tool's result, in the format that is set and held against its values. Where an argument
    /// that takes one file holds several, the tool is run for each, one after the other.
    fn result(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let tool = self.environment.toolbox.tool(&self.tool);
        let takes_many = |name: &str| {
            let mut arguments = tool.into_iter().flat_map(|tool| &tool.args);
            arguments.any(|argument| argument.name == name && argument.many)
        };
        if let Some(each) = inputs.each(|name| !takes_many(name)) {
            return for_each(&each, context, |one, context| self.result(one, context));
        }
        if let Some(tool) = tool {
            values::chosen(tool, inputs)?;
        }
        let mut resource = self.implementation.run(inputs, context)?;
        for told in self.implementation.unread(inputs) {
            context.progress.say(told);
        }
        if let Some(format) = inputs.value(FORMAT) {
            resource = converted(resource, &format, context)?;
        }
        if self.implementation.keeps_tags() {
            let keeps_level = self.implementation.keeps_level();
            described(&resource, inputs, keeps_level, context)?;
        }
        if let Some(tool) = tool {
            checked(tool, inputs, context.target_seconds, &resource)?;
            if !self.implementation.changes_sides(inputs) {
                checked_sides(tool, inputs, &resource)?;
            }
        }
        Ok(resource)
    }

    fn keep(&self, resource: Resource, again: Option<&[String]>) -> Result<StepOutput, ToolError> {
        let provenance = StepProvenance {
            step: self.step,
            goal_of: &self.goal_of,
            tool: self.implementation.tool(),
            implementation: self.implementation.label(),
            inputs: &self.origins,
            again,
        };
        if !self.followers.is_empty() {
            return self.keep_pass(&provenance, resource);
        }
        let stored = self.outputs.keep(&provenance, resource);
        Ok(stored.map_err(ToolError::Failed)?.into())
    }
}
