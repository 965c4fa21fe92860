//! The order in time: begins what can begin, hears what ended, reports how far the rest is, and stops it all.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use patchbay_domain::{Resource, StepError, StepStatus};
use patchbay_tools::{Inputs, Progress, ToolError};
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::{Id, JoinError, JoinSet};
use tokio::time::{Instant, MissedTickBehavior, interval, timeout_at};
use tokio_util::sync::CancellationToken;

use crate::course::Course;
use crate::graph::Source;
use crate::length::Length;
use crate::outputs::{Kept, Outputs, Passed};
use crate::report::Report;
use crate::task::{ByArgument, Target, Task};
use crate::values;

/// How often the progress of running steps is reported.
const TICK: Duration = Duration::from_millis(100);
/// How long stopped steps may take to end. One that takes longer goes on alone, and its result is thrown away.
const PATIENCE: Duration = Duration::from_millis(350);

/// The steps that run now. Dropping it asks them to stop.
#[derive(Default)]
struct Live {
    tasks: JoinSet<Result<Kept, ToolError>>,
    nodes: HashMap<Id, Running>,
}

struct Running {
    node: usize,
    progress: Progress,
    since: Instant,
}

impl Drop for Live {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Live {
    fn stop(&self) {
        self.nodes.values().for_each(|running| running.progress.cancel());
    }
}

type Ended = Result<(Id, Result<Kept, ToolError>), JoinError>;

/// Runs to the end, or until stopped.
pub(crate) async fn run(mut course: Course, outputs: Arc<dyn Outputs>, stop: CancellationToken) -> Report {
    let cores = course.engine.cores.clone();
    let mut live = Live::default();
    let mut ticks = interval(TICK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while !stop.is_cancelled() {
        let ready = course.ready();
        if ready.is_none() && live.tasks.is_empty() {
            return course.report(false);
        }
        tokio::select! {
            biased;
            () = stop.cancelled() => {}
            Some(ended) = live.tasks.join_next_with_id() => {
                end(&mut course, &mut live, ended, false);
                course.go_on();
            }
            core = cores.clone().acquire_owned(), if ready.is_some() => {
                if let (Some(node), Ok(core)) = (ready, core) {
                    begin(&mut course, &mut live, node, core, &outputs);
                }
            }
            _ = ticks.tick(), if !live.tasks.is_empty() => {
                for running in live.nodes.values() {
                    let step = &mut course.steps[running.node];
                    step.progress = running.progress.get();
                    step.preview = running.progress.preview();
                    step.notes = running.progress.said();
                    step.seconds = running.since.elapsed().as_secs_f64();
                }
                course.tell();
            }
        }
    }
    live.stop();
    let deadline = Instant::now() + PATIENCE;
    while let Ok(Some(ended)) = timeout_at(deadline, live.tasks.join_next_with_id()).await {
        end(&mut course, &mut live, ended, true);
    }
    course.report(true)
}

fn begin(course: &mut Course, live: &mut Live, node: usize, core: OwnedSemaphorePermit, outputs: &Arc<dyn Outputs>) {
    let (arguments, passed) = arguments(course, node);
    // Where an argument has several values, they are of a kind.
    let first = arguments.iter().filter_map(|(name, values)| Some((name.clone(), values.first()?.clone())));
    let pictures = course.pictures(node);
    let inputs = Inputs::new(first.collect()).found_on(pictures.clone());
    let Some(implementation) = course.engine.runnable_for(&course.graph.nodes[node].tool, &inputs) else {
        // It could run when the run began: a program was removed meanwhile.
        course.go_on();
        return;
    };
    let Some(tool) = course.engine.toolbox.tool(&course.graph.nodes[node].tool).cloned() else { return course.go_on() };
    let progress = Progress::default();
    let task = Task {
        tool,
        implementation,
        arguments,
        pictures,
        passed,
        target: target(course, node),
        step: node,
        goal_of: course.goal_of(node),
        seed: course.graph.nodes[node].seed.unwrap_or(course.job.seed),
        settings: course.graph.nodes[node].settings.clone(),
        scratch: course.job.scratch.clone(),
        progress: progress.clone(),
        outputs: outputs.clone(),
        models: course.engine.models.clone(),
        cache: course.engine.cache.clone(),
        film_length: course.engine.film_length.clone(),
        core,
    };
    let id = live.tasks.spawn_blocking(move || task.run()).id();
    live.nodes.insert(id, Running { node, progress, since: Instant::now() });
    implementation.label().clone_into(&mut course.steps[node].implementation);
    course.steps[node].model =
        course.engine.model_use(implementation, &course.graph.nodes[node].settings).map(Box::new);
    course.steps[node].inputs = course.input_names(node);
    course.steps[node].status = StepStatus::Running;
    course.tell();
}

/// The values under each argument, and where they came from.
fn arguments(course: &Course, node: usize) -> (ByArgument<Resource>, ByArgument<Passed>) {
    let declared = course.engine.toolbox.tool(&course.graph.nodes[node].tool);
    let argument = |(name, sources): &(String, Vec<Source>)| {
        let parameter = declared.and_then(|tool| tool.args.iter().find(|parameter| &parameter.name == name));
        let wanted = parameter.map(|parameter| &parameter.resource_type);
        let value = |source: &Source| match source {
            Source::Given(name) => Some((course.job.resources.get(name)?.clone(), Passed::Given(name.clone()))),
            Source::Words(text) => Some((values::words(text, wanted), Passed::Words(text.clone()))),
            Source::Node(node) => {
                let kept = course.made[*node].as_ref()?;
                Some((kept.resource.clone(), Passed::Made(kept.ids.clone())))
            }
            Source::Nowhere(_) => None,
        };
        let (values, passed) = sources.iter().filter_map(value).unzip();
        ((name.clone(), values), (name.clone(), passed))
    };
    course.graph.nodes[node].arguments.iter().map(argument).unzip()
}

fn target(course: &Course, node: usize) -> Target {
    let film = match course.lengths.get(&node) {
        None => return Target::Free,
        Some(Length::Seconds(seconds)) => return Target::Seconds(*seconds),
        Some(Length::Film(Source::Given(name))) => course.job.resources.get(name),
        Some(Length::Film(Source::Node(film))) => course.made[*film].as_ref().map(|kept| &kept.resource),
        Some(Length::Film(_)) => None,
    };
    film.cloned().map_or(Target::Free, Target::Film)
}

/// Writes down how a step ended. `stopped`: whether it had been asked to stop.
fn end(course: &mut Course, live: &mut Live, ended: Ended, stopped: bool) {
    let lacks = |error: &ToolError| if let ToolError::Missing(what) = error { Some(what.clone()) } else { None };
    let refused = matches!(&ended, Ok((_, Err(ToolError::Refused(_)))));
    let lacking = ended.as_ref().ok().and_then(|(_, result)| result.as_ref().err()).and_then(lacks);
    let (id, result) = match ended {
        Ok((id, result)) => (id, result.map_err(|error| (error.to_string(), hint(&error)))),
        Err(error) => (error.id(), Err((broken(error), "Try another way.".to_owned()))),
    };
    let Some(running) = live.nodes.remove(&id) else { return };
    let step = &mut course.steps[running.node];
    step.seconds = running.since.elapsed().as_secs_f64();
    step.preview = None;
    match result {
        Ok(kept) => {
            step.status = StepStatus::Done;
            step.progress = 1.0;
            step.outputs.clone_from(&kept.ids);
            step.notes = running.progress.said();
            course.made[running.node] = Some(kept);
        }
        Err(_) if stopped => step.status = StepStatus::Cancelled,
        Err((message, hint)) => {
            step.status = StepStatus::Failed;
            step.error = Some(StepError { message, hint });
            if refused {
                course.refused.insert(running.node);
            }
            course.lacking.extend(lacking.map(|what| (step.tool.clone(), what)));
        }
    }
}

/// What can be done about a failed step.
fn hint(error: &ToolError) -> String {
    match error {
        ToolError::Refused(_) => "Say it in other words.",
        ToolError::Input(_) => "Give another file or other words, or try another way.",
        ToolError::Missing(_) => "Get what it needs, or try another way.",
        ToolError::Failed(_) | ToolError::Cancelled => "Run it again, or try another way.",
    }
    .to_owned()
}

/// What people read about a tool that broke.
fn broken(error: JoinError) -> String {
    let Ok(panic) = error.try_into_panic() else { return "The step was ended by the program.".to_owned() };
    let said = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let said = said.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
    format!("This step broke because of a mistake in Patchbay ({said}).")
}
