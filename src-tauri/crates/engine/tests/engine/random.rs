//! Random plans: every step runs exactly once, after its inputs, whatever fails and whenever it is
//! stopped.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use std::thread::available_parallelism;

use crate::support::{Bench, is_empty, subtask};
use patchbay_domain::{Resource, RunStatus, StepStatus, Subtask};
use patchbay_engine::StopSignal;
use patchbay_tool_api::ToolError;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// For every node the earlier nodes that it takes, and whether a subtask ends with it.
type Shape = Vec<(BTreeSet<usize>, bool)>;

fn shapes() -> impl Strategy<Value = Shape> {
    prop::collection::vec(
        (
            prop::collection::vec(any::<prop::sample::Index>(), 0..4),
            any::<bool>(),
        ),
        1..14,
    )
    .prop_map(|nodes| {
        let earlier = |(node, (takes, ends)): (usize, (Vec<prop::sample::Index>, bool))| {
            let takes = takes
                .iter()
                .filter(|_| node > 0)
                .map(|index| index.index(node.max(1)))
                .collect();
            (takes, ends)
        };
        nodes.into_iter().enumerate().map(earlier).collect()
    })
}

/// The shape as a plan: node `n` takes `given` and its nodes, and makes words that begin with `n`.
fn plan(shape: &Shape) -> Vec<Subtask> {
    let mut names: Vec<String> = Vec::new();
    let mut subtasks = Vec::new();
    let mut actions: Vec<String> = Vec::new();
    for (node, (takes, ends)) in shape.iter().enumerate() {
        let ends = *ends || node + 1 == shape.len();
        let id = subtasks.len();
        let name = if ends {
            format!("<GEN>-{id}")
        } else {
            format!("<GEN>-{id}-{}", actions.len())
        };
        let from: Vec<&str> = takes
            .iter()
            .map(|&node| names[node].as_str())
            .chain(["given"])
            .collect();
        actions.push(format!(
            "step name={node} from={}, -> {name}",
            from.join(",")
        ));
        names.push(name);
        if ends {
            subtasks.push(subtask(
                id,
                &[&actions.iter().map(String::as_str).collect::<Vec<_>>()],
            ));
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
    /// Begun after the stop.
    late: usize,
}

/// Runs a shape in which some nodes fail, and is stopped when so many steps have begun.
fn run(
    shape: &Shape,
    broken: &BTreeSet<usize>,
    stop_at: Option<usize>,
) -> (patchbay_engine::Report, Log, Bench) {
    let log = Arc::new(Mutex::new(Log::default()));
    let stop = StopSignal::default();
    let mut bench = Bench::new();
    let (to, takes, fails, halt) = (log.clone(), shape.clone(), broken.clone(), stop.clone());
    bench.tool(
        "step: name text, from text -> text",
        move |inputs, context| {
            let node: usize = inputs.text("name")?.parse().unwrap();
            {
                let mut log = to.lock().unwrap();
                log.begun.push(node);
                let from = inputs.text("from")?;
                let seen: BTreeSet<usize> = from
                    .split("\n\n")
                    .filter_map(|text| text.parse().ok())
                    .collect();
                if !takes[node].0.is_subset(&log.ended) || seen != takes[node].0 {
                    log.early.push(node);
                }
                log.late += usize::from(halt.is_stopped());
                if Some(log.begun.len()) == stop_at {
                    halt.stop();
                }
            }
            // Whoever runs when the stop comes works on until it hears of it.
            while halt.is_stopped() {
                context.check()?;
                std::thread::yield_now();
            }
            if fails.contains(&node) {
                return Err(ToolError::Failed("It broke.".to_owned()));
            }
            to.lock().unwrap().ended.insert(node);
            Ok(Resource::Text(node.to_string()))
        },
    );
    let job = bench.job(
        plan(shape),
        &[("given", Resource::Text("given".to_owned()))],
    );
    let (run, _events) = bench.run_until(&bench.engine(), job, stop);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    let report = runtime.block_on(run);
    // Waits for steps that nobody waits for any more.
    drop(runtime);
    let log = std::mem::take(&mut *log.lock().unwrap());
    (report, log, bench)
}

fn by_node(report: &patchbay_engine::Report) -> BTreeMap<usize, StepStatus> {
    report
        .steps
        .iter()
        .map(|step| (step.inputs["name"].parse().unwrap(), step.status))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn each_step_runs_once_after_its_inputs(shape in shapes()) {
        let (report, mut log, bench) = run(&shape, &BTreeSet::new(), None);
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
        let (report, log, _) = run(&shape, &broken, None);
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
    fn stopping_at_any_moment_begins_no_more_and_leaves_nothing(shape in shapes(), moment in any::<prop::sample::Index>()) {
        let moment = moment.index(shape.len()) + 1;
        let (report, log, bench) = run(&shape, &BTreeSet::new(), Some(moment));
        prop_assert_eq!(report.status, RunStatus::Cancelled);
        prop_assert!(report.steps.iter().all(|step| step.status.is_final()));
        // Each step that the stop finds waiting for its thread had a core, and one core is that of
        // the step that stopped the run.
        prop_assert!(log.late < available_parallelism().unwrap().get().max(2), "{} began late", log.late);
        let done: BTreeSet<usize> =
            by_node(&report).into_iter().filter(|(_, status)| *status == StepStatus::Done).map(|(node, _)| node).collect();
        prop_assert!(done.is_subset(&log.ended), "what did not end does not count");
        let used: BTreeSet<usize> = log.begun.iter().flat_map(|node| shape[*node].0.iter().copied()).collect();
        prop_assert!(used.is_subset(&done), "what another step took had ended before the stop, and counts");
        prop_assert!(is_empty(&bench.scratch()));
    }
}
