//! Fault injection: tools fail in each typed way at each step of many plans. Every result that could
//! be reached is there, no failed action is done again, and nothing is made that was not asked for.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use patchbay_domain::{Resource, Subtask};
use patchbay_engine::recovery::{Router, Situation};
use patchbay_engine::{Job, Report, StopSignal};
use patchbay_inference::Watch;
use patchbay_tool_api::ToolError;

use crate::support::{Bench, subtask};

/// The ways in which a tool fails.
const WAYS: [&str; 6] = ["input", "refused", "nothing", "missing", "failed", "panic"];
/// Each tool with its implementations. `polish` changes a text; the others lead to other types.
const TOOLS: [(&str, &[&str]); 5] = [
    ("find", &["model", "built in"]),
    ("look", &["built in"]),
    ("narrow", &["model", "built in"]),
    ("polish", &["built in"]),
    ("title", &["model", "built in"]),
];

/// The implementations that fail, and how.
type Faults = BTreeMap<By, &'static str>;
/// The calls made: the tool, the implementation, what it took, and whether it failed.
type Log = Arc<Mutex<Vec<(String, String, String, bool)>>>;
/// An implementation, by its tool and label.
type By = (&'static str, &'static str);

fn fail(way: &str) -> ToolError {
    let words = format!("It ended as {way}.");
    match way {
        "input" => ToolError::Input(words),
        "refused" => ToolError::Refused(words),
        "nothing" => ToolError::Nothing(words),
        "missing" => ToolError::Missing(words),
        "failed" => ToolError::Failed(words),
        other => panic!("{other}"),
    }
}

fn bench(faults: &Faults) -> (Bench, Log) {
    let (mut bench, log) = (Bench::new(), Log::default());
    for (tool, signature) in [
        ("find", "find: from text, word text -> bbox"),
        ("look", "look: from text, word text -> bbox"),
        ("narrow", "narrow: from bbox, word text -> bbox"),
        ("polish", "polish: from text -> text"),
        ("title", "title: from bbox, word text -> text"),
    ] {
        let labels = TOOLS.iter().find(|one| one.0 == tool).unwrap().1;
        let (log, faults) = (log.clone(), faults.clone());
        bench.tool_by(signature, labels, move |label, inputs, context| {
            let from = inputs.get("from")?.as_text().unwrap_or_default();
            let word = inputs.text("word").unwrap_or_default();
            let fault = faults.iter().find(|(by, _)| **by == (tool, label));
            let taken = format!("{from}/{word}/{:?}", context.settings);
            let entry = (tool.to_owned(), label.to_owned(), taken, fault.is_some());
            log.lock().unwrap().push(entry);
            match fault {
                Some((_, way)) => Err(fail(way)),
                None => Ok(Resource::Text(format!("{tool}({from},{word})"))),
            }
        });
    }
    (bench, log)
}

/// A way to a title: the tools between, whether the text is polished before, and the word that it
/// is about.
type Way = (&'static [&'static str], bool, &'static str);

const WAYS_TO_A_TITLE: [Way; 7] = [
    (&["find"], false, "dog"),
    (&["look"], false, "dog"),
    (&["find", "narrow"], false, "dog"),
    (&["look", "narrow"], false, "dog"),
    (&["find"], true, "dog"),
    (&["look"], false, "cat"),
    (&["find"], false, "cat"),
];

/// The actions of a way, from `given` to `<GEN>-id`.
fn actions(id: usize, given: &str, (tools, polished, word): Way) -> Vec<String> {
    let (mut lines, mut from) = (Vec::new(), given.to_owned());
    let mut add = |tool: &str, word: &str, last: bool| {
        let to = if last {
            format!("<GEN>-{id}")
        } else {
            format!("<GEN>-{id}-{}", lines.len())
        };
        lines.push(format!("{tool} from={from}{word} -> {to}"));
        from = to;
    };
    if polished {
        add("polish", "", false);
    }
    let word = format!(" word={word}");
    for tool in tools {
        add(tool, &word, false);
    }
    add("title", &word, true);
    lines
}

/// A plan: for each subtask the places of its ways, and whether it takes the result of the one
/// before.
type Plan = Vec<(Vec<usize>, bool)>;

/// Twenty plans of one to three subtasks with one to four ways.
fn plans() -> Vec<Plan> {
    let mut state = 7_u64;
    let mut next = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize % below
    };
    let mut plans = Vec::new();
    while plans.len() < 20 {
        let mut plan = Plan::new();
        for place in 0..=next(3) {
            let mut ways: Vec<usize> = (0..WAYS_TO_A_TITLE.len()).collect();
            let count = 1 + next(4);
            let ways = (0..count).map(|_| ways.remove(next(ways.len()))).collect();
            plan.push((ways, place > 0 && next(2) == 0));
        }
        plans.push(plan);
    }
    plans
}

fn subtasks(plan: &Plan) -> Vec<Subtask> {
    let subtask = |(id, (ways, builds)): (usize, &(Vec<usize>, bool))| {
        let given = if *builds {
            format!("<GEN>-{}", id - 1)
        } else {
            "given".to_owned()
        };
        let ways = ways
            .iter()
            .map(|&way| actions(id, &given, WAYS_TO_A_TITLE[way]));
        let ways: Vec<Vec<String>> = ways.collect();
        let ways: Vec<Vec<&str>> = ways
            .iter()
            .map(|way| way.iter().map(String::as_str).collect())
            .collect();
        subtask(id, &ways.iter().map(Vec::as_slice).collect::<Vec<_>>())
    };
    plan.iter().enumerate().map(subtask).collect()
}

/// Returns whether a tool makes its result with these faults, and whether it refuses.
fn does(tool: &str, faults: &Faults) -> (bool, bool) {
    for &label in TOOLS.iter().find(|one| one.0 == tool).unwrap().1 {
        match faults.iter().find(|(by, _)| by.0 == tool && by.1 == label) {
            None => return (true, false),
            Some((_, &"refused")) => return (false, true),
            Some(_) => {}
        }
    }
    (false, false)
}

/// The subtasks that can be reached, found by trying everything that is allowed.
fn reachable(plan: &Plan, faults: &Faults) -> Vec<bool> {
    let mut reached: Vec<bool> = Vec::new();
    for (ways, builds) in plan {
        let wanted = WAYS_TO_A_TITLE[ways[0]];
        let is_there = !builds || reached.last().copied().unwrap_or(true);
        let mut found = false;
        for &way in ways {
            let (tools, polished, word) = WAYS_TO_A_TITLE[way];
            if word != wanted.2 || polished != wanted.1 {
                continue;
            }
            let polish = polished.then_some("polish");
            let all = polish
                .into_iter()
                .chain(tools.iter().copied())
                .chain(["title"]);
            let done: Vec<_> = all.map(|tool| does(tool, faults)).collect();
            if done.iter().all(|(works, _)| *works) {
                found = true;
                break;
            }
            let first = done.iter().find(|(works, _)| !works);
            if first.is_some_and(|(_, refuses)| *refuses) {
                break;
            }
        }
        reached.push(is_there && found);
    }
    reached
}

async fn run(plan: &Plan, faults: &Faults, router: Option<Arc<dyn Router>>) -> (Report, Log) {
    let (bench, log) = bench(faults);
    let given = [("given", Resource::Text("given".to_owned()))];
    let job = Job {
        fallback: true,
        ..bench.job(subtasks(plan), &given)
    };
    let engine = bench.engine();
    let engine = router.map_or(engine.clone(), |router| engine.with_router(router));
    let (run, _events) = bench.run_until(&engine, job, StopSignal::default());
    (run.await, log)
}

/// Checks what has to hold whatever a router chooses.
fn check(plan: &Plan, report: &Report, log: &Log, told: &str) {
    let log = log.lock().unwrap();
    let failed: Vec<_> = log.iter().filter(|call| call.3).collect();
    let distinct: BTreeSet<_> = failed.iter().collect();
    assert_eq!(failed.len(), distinct.len(), "done again: {told}\n{log:#?}");
    assert!(report.decisions.len() <= 30, "{told}");
    for ((ways, _), outcome) in plan.iter().zip(&report.outcomes) {
        let wanted = WAYS_TO_A_TITLE[ways[0]];
        let taken = WAYS_TO_A_TITLE[ways[outcome.solution]];
        assert_eq!(taken.2, wanted.2, "another word: {told}");
        assert_eq!(taken.1, wanted.1, "changed otherwise: {told}");
        if let Some(kept) = &outcome.kept {
            let text = kept.resource.as_text().unwrap();
            assert!(text.ends_with(&format!(",{})", wanted.2)), "{text}: {told}");
        } else {
            assert!(outcome.error.is_some(), "nobody says why: {told}");
        }
    }
}

/// Each implementation failing in each way, and each two in ways that change with `turn`.
fn faults(implementations: &[By], turn: usize) -> Vec<Faults> {
    let mut all = Vec::new();
    for (place, &first) in implementations.iter().enumerate() {
        all.extend(WAYS.map(|way| Faults::from([(first, way)])));
        for (further, &second) in implementations.iter().enumerate().skip(place + 1) {
            let way = |number: usize| WAYS[(turn + number) % WAYS.len()];
            all.push(Faults::from([
                (first, way(place)),
                (second, way(place * further)),
            ]));
        }
    }
    all
}

#[tokio::test]
async fn everything_that_can_be_reached_is_reached_and_nothing_else() {
    let implementations: Vec<_> = TOOLS
        .iter()
        .flat_map(|(tool, labels)| labels.iter().map(move |label| (*tool, *label)))
        .collect();
    let mut lost = 0;
    for (number, plan) in plans().iter().enumerate() {
        for faults in faults(&implementations, number) {
            let (report, log) = run(plan, &faults, None).await;
            let told = format!("plan {number} {plan:?} {faults:?}");
            check(plan, &report, &log, &told);
            let reached = report.outcomes.iter();
            let reached: Vec<_> = reached.map(|outcome| outcome.kept.is_some()).collect();
            assert_eq!(reached, reachable(plan, &faults), "{told}\n{report:#?}");
            lost += reached.iter().filter(|reached| !**reached).count();
        }
    }
    assert!(lost > 100, "the faults take something away: {lost}");
}

/// A router that chooses anything, also what is not there.
struct Wild(Mutex<usize>);

impl Router for Wild {
    fn choose(&self, situation: &Situation, _: Watch<'_>) -> usize {
        let mut turn = self.0.lock().unwrap();
        *turn = turn.wrapping_mul(31).wrapping_add(17);
        *turn % (situation.recourses.len() + 2)
    }
}

#[tokio::test]
async fn no_router_can_repeat_what_failed_or_present_something_else() {
    for (number, plan) in plans().iter().enumerate() {
        for (turn, way) in WAYS.iter().enumerate() {
            let faults = Faults::from([(("find", "model"), *way), (("title", "model"), *way)]);
            let router = Arc::new(Wild(Mutex::new(number * 7 + turn)));
            let (report, log) = run(plan, &faults, Some(router)).await;
            check(plan, &report, &log, &format!("plan {number} {faults:?}"));
        }
    }
}
