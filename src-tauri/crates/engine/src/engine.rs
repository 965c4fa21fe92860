//! What runs share: the toolbox, the implementations, the processor's cores and what was made before.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::thread::available_parallelism;

use patchbay_domain::{MediaFile, Missing, ModelUse, Solution, StepSetting, Subtask, Toolbox};
use patchbay_inference::Models;
use patchbay_tools::{Implementation, Inputs};
use tokio::sync::Semaphore;
use tokio::sync::mpsc::UnboundedSender;
use tokio_util::sync::CancellationToken;

use crate::cache::Cache;
use crate::course::Course;
use crate::job::Job;
use crate::outputs::Outputs;
use crate::report::{Event, Report};
use crate::runner;

/// Finds every implementation of a tool by the tool's name, whether it can run here or not.
pub type Implementations = dyn Fn(&str) -> &'static [&'static dyn Implementation] + Send + Sync;

/// Finds how long a film is, in seconds; none where it cannot be told.
pub type FilmLength = dyn Fn(&MediaFile) -> Option<f64> + Send + Sync;

/// Runs plans. Clones share everything.
#[derive(Clone)]
pub struct Engine {
    pub(crate) toolbox: Arc<Toolbox>,
    pub(crate) implementations: Arc<Implementations>,
    pub(crate) film_length: Arc<FilmLength>,
    pub(crate) models: Models,
    pub(crate) cores: Arc<Semaphore>,
    pub(crate) cache: Arc<Cache>,
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("cores", &self.cores.available_permits()).finish_non_exhaustive()
    }
}

impl Engine {
    /// An engine over a toolbox. `implementations` are those of [`patchbay_tools::registry`] but in tests.
    pub fn new(
        toolbox: Arc<Toolbox>,
        implementations: Arc<Implementations>,
        film_length: Arc<FilmLength>,
        models: Models,
    ) -> Self {
        // Two at the least: a step that waits for the disk leaves the core to another.
        let cores = available_parallelism().map_or(2, |cores| cores.get().max(2));
        let cores = Arc::new(Semaphore::new(cores));
        Self { toolbox, implementations, film_length, models, cores, cache: Arc::default() }
    }

    /// Runs a job to its end, or to within half a second after `stop` is cancelled. What happens meanwhile goes to
    /// `events`; what steps make goes to `outputs`. Dropping the future stops the run as well.
    pub async fn run(
        &self,
        job: Job,
        outputs: Arc<dyn Outputs>,
        events: UnboundedSender<Event>,
        stop: CancellationToken,
    ) -> Report {
        runner::run(Course::new(self.clone(), job, events), outputs, stop).await
    }

    /// The implementation that runs on this computer now, if there is one.
    pub(crate) fn runnable(&self, tool: &str) -> Option<&'static dyn Implementation> {
        self.all_runnable(tool).next()
    }

    /// The first that runs and is for these inputs; where none is for them, the first that runs: it says what is wrong.
    pub(crate) fn runnable_for(&self, tool: &str, inputs: &Inputs) -> Option<&'static dyn Implementation> {
        self.all_runnable(tool).find(|implementation| implementation.suits(inputs)).or_else(|| self.runnable(tool))
    }

    fn all_runnable(&self, tool: &str) -> impl Iterator<Item = &'static dyn Implementation> {
        let all = (self.implementations)(tool).iter().copied();
        all.filter(|implementation| implementation.missing(&self.models).is_none())
    }

    /// The model that an implementation runs on now, as steps tell it.
    pub(crate) fn model_use(
        &self,
        implementation: &dyn Implementation,
        chosen: &BTreeMap<String, String>,
    ) -> Option<ModelUse> {
        let model = implementation.model(&self.models)?;
        let mut settings: BTreeMap<_, _> =
            model.settings.iter().map(|(name, value)| (name.clone(), value.to_string())).collect();
        settings.extend(chosen.clone());
        Some(ModelUse {
            id: model.id.clone(),
            name: model.name.clone(),
            source: model.source.to_string(),
            device: self.models.device(),
            settings,
        })
    }

    /// What can be set of a tool as it is done here now, as it is where nobody sets it.
    pub fn settings(&self, tool: &str) -> Vec<StepSetting> {
        self.runnable(tool).map_or_else(Vec::new, |implementation| implementation.settings(&self.models))
    }

    /// Whether something on this computer can do every action of a way.
    pub fn can_run(&self, solution: &Solution) -> bool {
        solution.actions.iter().all(|action| self.runnable(&action.tool).is_some())
    }

    /// The first way of a subtask that can run here; the first way where none can.
    pub fn first_runnable(&self, subtask: &Subtask) -> usize {
        subtask.solutions.iter().position(|solution| self.can_run(solution)).unwrap_or(0)
    }

    /// What a tool that nothing here can do lacks; none where it can run.
    pub fn missing(&self, tool: &str) -> Option<Missing> {
        let implementations = (self.implementations)(tool);
        let mut reasons = Vec::with_capacity(implementations.len());
        for implementation in implementations {
            reasons.push(implementation.missing(&self.models)?);
        }
        let declared = self.toolbox.tool(tool);
        let model = declared.map(|tool| tool.model.as_str()).filter(|model| !matches!(*model, "" | "-"));
        let needs = match (reasons.is_empty(), model) {
            (false, _) if reasons.len() > 1 => format!("{} One of these is enough.", reasons.join(" ")),
            (false, _) => reasons.concat(),
            (true, Some(model)) => format!("Needs a model ({model})."),
            (true, None) => "This version of Patchbay has nothing that does it.".to_owned(),
        };
        Some(self.lacking(tool, needs))
    }

    /// What a tool lacks, with the size of the model that would do it.
    pub(crate) fn lacking(&self, tool: &str, needs: String) -> Missing {
        let declared = || self.toolbox.tool(tool).map_or(0, |tool| tool.model_bytes);
        let ways = (self.implementations)(tool).iter().map(|way| way.models_to_get(&self.models));
        let models = ways.into_iter().find(|models| !models.is_empty()).unwrap_or_default();
        let bytes = if models.is_empty() { declared() } else { models.iter().map(|model| model.bytes).sum() };
        let models = models.iter().map(|model| model.id.clone()).collect();
        Missing { tool: tool.to_owned(), label: self.label(tool), needs, bytes, models }
    }

    /// What people read for a tool.
    pub(crate) fn label(&self, tool: &str) -> String {
        self.toolbox.tool(tool).map_or_else(|| tool.replace('_', " "), patchbay_domain::Tool::title)
    }
}
