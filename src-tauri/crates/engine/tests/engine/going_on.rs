//! Runs that go on from what an earlier one finished.

use std::fs;
use std::sync::{Arc, Mutex};

use crate::support::{Bench, subtask};
use patchbay_domain::{Resource, RunStatus, Subtask};
use patchbay_engine::{FinishedStep, Job, Report};
use patchbay_tool_api::ToolError;

/// The names of the files that a tool was called with.
type Calls = Arc<Mutex<Vec<String>>>;

/// A tool that copies a sound and refuses an empty one.
fn bench() -> (Bench, Calls) {
    let mut bench = Bench::new();
    let calls = Calls::default();
    let log = calls.clone();
    bench.tool("copy: audio audio -> audio", move |inputs, context| {
        let audio = inputs.audio("audio")?;
        log.lock().unwrap().push(audio.name.clone());
        let content = fs::read_to_string(&audio.path).unwrap();
        if content.is_empty() {
            return Err(ToolError::Input("It holds no sound.".to_owned()));
        }
        let output = context.output("copy", Some(&audio.name), "wav");
        fs::write(&output.path, content).unwrap();
        Ok(Resource::Audio(output))
    });
    (bench, calls)
}

/// Each of two sounds copied twice.
fn plan() -> Vec<Subtask> {
    let twice = |id: usize, name: &str| {
        let first = format!("copy audio={name} -> <GEN>-{id}-0");
        let second = format!("copy audio=<GEN>-{id}-0 -> <GEN>-{id}");
        subtask(id, &[&[&first, &second]])
    };
    vec![twice(0, "a.wav"), twice(1, "b.wav")]
}

fn job(bench: &Bench, contents: [&str; 2], plan: Vec<Subtask>, finished: Vec<FinishedStep>) -> Job {
    let [a, b] = ["a.wav", "b.wav"];
    let given = [a, b].map(|name| {
        let content = contents[usize::from(name == b)];
        (name, Resource::Audio(bench.file(name, content)))
    });
    Job {
        finished,
        ..bench.job(plan, &given)
    }
}

/// What a report says was finished. The value of a step is that of the goal that it is; what was made on
/// the way is kept beside it, in the order of the steps.
fn finished(bench: &Bench, report: &Report) -> Vec<FinishedStep> {
    let value = |id: &String| {
        let path = bench.outlet.folder.join(format!("{id}-0"));
        let name = format!("{id}.wav");
        path.exists()
            .then_some(Resource::Audio(patchbay_domain::MediaFile { path, name }))
    };
    let steps = report.steps.iter();
    steps
        .map(|step| FinishedStep {
            step: step.clone(),
            values: step.outputs.iter().filter_map(value).collect(),
            ids: step.outputs.clone(),
        })
        .collect()
}

#[tokio::test]
async fn only_what_failed_is_done_again() {
    let (bench, calls) = bench();
    let first = bench
        .run(job(&bench, ["one", ""], plan(), Vec::new()))
        .await;
    assert_eq!(first.status, RunStatus::Partial);
    calls.lock().unwrap().clear();

    let known = finished(&bench, &first);
    let report = bench.run(job(&bench, ["one", "two"], plan(), known)).await;
    assert_eq!(report.status, RunStatus::Done, "{report:?}");
    assert_eq!(*calls.lock().unwrap(), ["b.wav", "b_copy.wav"]);
    let ids = |report: &Report, goal: usize| report.outcomes[goal].kept.clone().unwrap().ids;
    assert_eq!(ids(&report, 0), ids(&first, 0), "the same result as before");
    assert!(report.steps[0].seconds > 0.0, "it took its time, once");
}

#[tokio::test]
async fn what_is_set_otherwise_is_done_again_with_all_that_takes_it() {
    let (bench, calls) = bench();
    let first = bench
        .run(job(&bench, ["one", "two"], plan(), Vec::new()))
        .await;
    assert_eq!(first.status, RunStatus::Done);
    calls.lock().unwrap().clear();

    let mut changed = plan();
    let action = &mut changed[0].solutions[0].actions[0];
    action
        .settings
        .insert("loudness".to_owned(), "3".to_owned());
    let known = finished(&bench, &first);
    let report = bench.run(job(&bench, ["one", "two"], changed, known)).await;
    assert_eq!(report.status, RunStatus::Done, "{report:?}");
    assert_eq!(*calls.lock().unwrap(), ["a.wav", "a_copy.wav"]);
}

#[tokio::test]
async fn what_is_gone_is_made_again() {
    let (bench, calls) = bench();
    let first = bench
        .run(job(&bench, ["one", "two"], plan(), Vec::new()))
        .await;
    calls.lock().unwrap().clear();
    let mut known = finished(&bench, &first);
    for one in &mut known {
        if one.step.subtask.0 == 1 {
            one.values.clear();
        }
    }
    let report = bench.run(job(&bench, ["one", "two"], plan(), known)).await;
    assert_eq!(report.status, RunStatus::Done, "{report:?}");
    assert_eq!(calls.lock().unwrap().len(), 2);
}
