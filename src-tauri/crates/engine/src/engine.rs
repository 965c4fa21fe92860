//! The way in: what all runs share, and running a plan.

use std::fmt;
use std::sync::Arc;
use std::thread::available_parallelism;

use patchbay_domain::Toolbox;
use patchbay_inference::Models;
use tokio::sync::Semaphore;
use tokio::sync::mpsc::UnboundedSender;

use crate::availability::{Availability, Implementations};
use crate::cache::Cache;
use crate::deciding::Deciding;
use crate::events::{Event, Report};
use crate::job::Job;
use crate::provenance::Outputs;
use crate::recovery::{Router, Rules};
use crate::scheduler::Scheduler;
use crate::state::RunState;
use crate::step::{StepEnvironment, VideoLength};
use crate::stop::StopSignal;

/// Runs plans. Clones share everything.
#[derive(Clone)]
pub struct Engine {
    availability: Availability,
    environment: StepEnvironment,
    router: Arc<dyn Router>,
    cores: Arc<Semaphore>,
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine")
            .field("cores", &self.cores.available_permits())
            .finish_non_exhaustive()
    }
}

impl Engine {
    /// An engine over a toolbox. `implementations` are those of [`patchbay_tool_api::registry`], and
    /// of what is connected, but in tests.
    pub fn new(
        toolbox: Arc<Toolbox>,
        implementations: Arc<Implementations>,
        video_length: Arc<VideoLength>,
        models: Models,
    ) -> Self {
        // Two at the least: a step that waits for the disk leaves the core to another.
        let cores = available_parallelism().map_or(2, |cores| cores.get().max(2));
        let environment = StepEnvironment {
            toolbox: toolbox.clone(),
            models: models.clone(),
            cache: Arc::new(Cache::default()),
            video_length,
        };
        let availability = Availability::new(toolbox, implementations, models);
        Self {
            availability,
            environment,
            router: Arc::new(Rules),
            cores: Arc::new(Semaphore::new(cores)),
        }
    }

    /// The same engine over another toolbox: what was made before is not made again.
    #[must_use]
    pub fn with_toolbox(
        &self,
        toolbox: Arc<Toolbox>,
        implementations: Arc<Implementations>,
    ) -> Self {
        let models = self.environment.models.clone();
        Self {
            availability: Availability::new(toolbox.clone(), implementations, models),
            environment: StepEnvironment {
                toolbox,
                ..self.environment.clone()
            },
            ..self.clone()
        }
    }

    /// The same engine with another router than the one by rules.
    #[must_use]
    pub fn with_router(mut self, router: Arc<dyn Router>) -> Self {
        self.router = router;
        self
    }

    /// Returns what can run on this computer, and what is missing for the rest.
    pub fn availability(&self) -> &Availability {
        &self.availability
    }

    /// Runs a job to its end, or to within half a second after `stop` stops it. What happens
    /// meanwhile goes to `events`; what steps make goes to `outputs`. Dropping the future stops the
    /// run as well.
    pub async fn run(
        &self,
        job: Job,
        outputs: Arc<dyn Outputs>,
        events: UnboundedSender<Event>,
        stop: StopSignal,
    ) -> Report {
        let state = RunState::new(self.availability.clone(), job, events);
        let deciding = Deciding::new(self.router.clone());
        let (environment, cores) = (self.environment.clone(), self.cores.clone());
        Scheduler::new(state, deciding, environment, cores, outputs)
            .run(stop)
            .await
    }
}
