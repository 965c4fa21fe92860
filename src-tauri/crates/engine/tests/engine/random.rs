//! Random plans: every step runs exactly once, after its inputs, whatever fails and whenever it is stopped.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::support::{Bench, is_empty, subtask};
use patchbay_domain::{Resource, RunStatus, StepStatus, Subtask};
use patchbay_tools::ToolError;
use proptest::prelude::*;
use tokio_util::sync::CancellationToken;

/// For every node the earlier nodes that it takes, and whether a subtask ends with it.
type Shape = Vec<(BTreeSet<usize>, bool)>;

fn shapes() -> impl Strategy<Value = Shape> {
    prop::collection::vec((prop::collection::vec(any::<prop::sample::Index>(), 0..4), any::<bool>()), 1..14).prop_map(
        |nodes| {
            let earlier = |(node, (takes, ends)): (usize, (Vec<prop::sample::Index>, bool))| {
                let takes = takes.iter().filter(|_| node > 0).map(|index| index.index(node.max(1))).collect();
                (takes, ends)
            };
            nodes.into_iter().enumerate().map(earlier).collect()
        },
    )
}

/// The shape as a plan: node `n` takes `given` and its nodes, and makes words that begin with `n`.
fn plan(shape: &Shape) -> Vec<Subtask> {
    let mut names: Vec<String> = Vec::new();
    let mut subtasks = Vec::new();
    let mut actions: Vec<String> = Vec::new();
    for (node, (takes, ends)) in shape.iter().enumerate() {
        let ends = *ends || node + 1 == shape.len();
        let id = subtasks.len();
        let name = if ends { format!("<GEN>-{id}") } else { format!("<GEN>-{id}-{}", actions.len()) };
        let from: Vec<&str> = takes.iter().map(|&node| names[node].as_str()).chain(["given"]).collect();
        actions.push(format!("step name={node} from={}, -> {name}", from.join(",")));
        names.push(name);
        if ends {
            subtasks.push(subtask(id, &[&actions.iter().map(String::as_str).collect::<Vec<_>>()]));
            actions.clear();
        }
    }
    subtasks
}

/// The nodes of which `broken` are part, or on which they depend.
fn lost(shape: &Shape, broken: &BTreeSet<usize>) -> BTreeSet<usize> {
    let mut lost = broken.clone();
    for (node, (takes, _)) in shape.iter().enumerate() {
        if takes.iter().any(|taken| lost.contains(taken)) {
            lost.insert(node);
        }
    }
    lost
}

#[derive(Default)]
struct Log {
    begun: Vec<usize>,
    ended: BTreeSet<usize>,
    early: Vec<usize>,
    after_stop: Vec<usize>,
}

/// Runs a shape in which some nodes fail, and is stopped when so many steps have begun.
fn run(
    shape: &Shape,
    broken: &BTreeSet<usize>,
    stop_at: Option<usize>,
) -> (patchbay_engine::Report, Log, Bench, Duration) {
    let log = Arc::new(Mutex::new(Log::default()));
    let stop = CancellationToken::new();
    let stopped = Arc::new(Mutex::new(None));
    let mut bench = Bench::new();
    let (to, takes, fails, halt, when) = (log.clone(), shape.clone(), broken.clone(), stop.clone(), stopped.clone());
    bench.tool("step: name text, from text -> text", move |inputs, context| {
        let node: usize = inputs.text("name")?.parse().unwrap();
        {
            let mut log = to.lock().unwrap();
            log.begun.push(node);
            let from = inputs.text("from")?;
            let seen: BTreeSet<usize> = from.split("\n\n").filter_map(|text| text.parse().ok()).collect();
            if !takes[node].0.is_subset(&log.ended) || seen != takes[node].0 {
                log.early.push(node);
            }
            if halt.is_cancelled()
                && when.lock().unwrap().is_some_and(|at: Instant| at.elapsed() > Duration::from_millis(100))
            {
                log.after_stop.push(node);
            }
            if Some(log.begun.len()) == stop_at {
                *when.lock().unwrap() = Some(Instant::now());
                halt.cancel();
            }
        }
        // Whoever runs when the stop comes works on until it hears of it.
        while halt.is_cancelled() {
            context.check()?;
            std::thread::yield_now();
        }
        if fails.contains(&node) {
            return Err(ToolError::Failed("It broke.".to_owned()));
        }
        to.lock().unwrap().ended.insert(node);
        Ok(Resource::Text(node.to_string()))
    });
    let job = bench.job(plan(shape), &[("given", Resource::Text("given".to_owned()))]);
    let (run, _events) = bench.run_until(&bench.engine(), job, stop);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let report = runtime.block_on(run);
    let took = stopped.lock().unwrap().map_or(Duration::ZERO, |at| at.elapsed());
    drop(runtime);
    let log = std::mem::take(&mut *log.lock().unwrap());
    (report, log, bench, took)
}

fn by_node(report: &patchbay_engine::Report) -> BTreeMap<usize, StepStatus> {
    report.steps.iter().map(|step| (step.inputs["name"].parse().unwrap(), step.status)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn each_step_runs_once_after_its_inputs(shape in shapes()) {
        let (report, mut log, bench, _) = run(&shape, &BTreeSet::new(), None);
        log.begun.sort_unstable();
        prop_assert_eq!(log.begun, (0..shape.len()).collect::<Vec<_>>());
        prop_assert_eq!(log.early, Vec::<usize>::new());
        prop_assert_eq!(report.status, RunStatus::Done);
        prop_assert!(is_empty(&bench.scratch()));
    }

    #[test]
    fn only_what_depends_on_a_failure_is_skipped(
        shape in shapes(),
        broken in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
    ) {
        let broken: BTreeSet<usize> = broken.iter().map(|index| index.index(shape.len())).collect();
        let lost = lost(&shape, &broken);
        let (report, log, _, _) = run(&shape, &broken, None);
        prop_assert_eq!(log.early, Vec::<usize>::new());
        for (node, status) in by_node(&report) {
            let fails = broken.contains(&node) && !shape[node].0.iter().any(|taken| lost.contains(taken));
            let expected = match (fails, lost.contains(&node)) {
                (true, _) => StepStatus::Failed,
                (false, true) => StepStatus::Skipped,
                (false, false) => StepStatus::Done,
            };
            prop_assert_eq!(status, expected, "node {}", node);
        }
    }

    #[test]
    fn stopping_at_any_moment_ends_soon_and_leaves_nothing(shape in shapes(), moment in any::<prop::sample::Index>()) {
        let moment = moment.index(shape.len()) + 1;
        let (report, log, bench, took) = run(&shape, &BTreeSet::new(), Some(moment));
        prop_assert!(took < Duration::from_millis(500), "it took {:?}", took);
        prop_assert_eq!(report.status, RunStatus::Cancelled);
        prop_assert!(report.steps.iter().all(|step| step.status.is_final()));
        prop_assert_eq!(log.after_stop, Vec::<usize>::new());
        let done: BTreeSet<usize> =
            by_node(&report).into_iter().filter(|(_, status)| *status == StepStatus::Done).map(|(node, _)| node).collect();
        prop_assert_eq!(done, log.ended, "what ended counts, and nothing else");
        prop_assert!(is_empty(&bench.scratch()));
    }
}
