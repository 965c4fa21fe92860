//! One tool over several files: what fails is told, and the rest goes on.

use std::fs;
use std::time::Duration;

use crate::support::{Bench, subtask, text};
use patchbay_domain::{EditList, Resource, RunStatus, Step, StepStatus};
use patchbay_engine::{Event, StopSignal};
use patchbay_tool_api::ToolError;

/// Four sounds with their contents.
fn bench(contents: [&str; 4]) -> (Bench, Vec<(&'static str, Resource)>) {
    let bench = Bench::new();
    let given = ["a.wav", "b.wav", "c.wav", "d.wav"]
        .into_iter()
        .zip(contents)
        .map(|(name, content)| (name, Resource::Audio(bench.file(name, content))))
        .collect();
    (bench, given)
}

/// A tool that copies a sound and refuses an empty one.
fn louder(bench: &mut Bench) {
    bench.tool("louder: audio audio -> audio", |inputs, context| {
        let audio = inputs.audio("audio")?;
        let content = fs::read_to_string(&audio.path).unwrap();
        if content.is_empty() {
            return Err(ToolError::Input("It holds no sound.".to_owned()));
        }
        let output = context.output("louder", Some(&audio.name), "wav");
        fs::write(&output.path, content).unwrap();
        context
            .progress
            .record(EditList::cut(&audio.name, [(0.0, 1.0)]));
        Ok(Resource::Audio(output))
    });
}

fn last_step(mut events: tokio::sync::mpsc::UnboundedReceiver<Event>) -> Step {
    let mut last = None;
    while let Ok(event) = events.try_recv() {
        if let Event::Step(step) = event {
            last = Some(*step);
        }
    }
    last.expect("a step")
}

const ALL: &str = "louder audio=a.wav,b.wav,c.wav,d.wav -> <GEN>-0";

#[tokio::test]
async fn what_fails_is_told_by_name_and_the_rest_keeps_its_order() {
    let (mut bench, given) = bench(["one", "", "three", ""]);
    louder(&mut bench);
    let engine = bench.engine();
    // The second time out of the cache: the same is said.
    for _ in 0..2 {
        let job = bench.job(vec![subtask(0, &[&[ALL]])], &given);
        let (run, events) = bench.run_until(&engine, job, StopSignal::default());
        let report = run.await;
        assert_eq!(report.status, RunStatus::Done, "{report:?}");
        let made = &report.outcomes[0].kept.as_ref().unwrap().resource;
        let names: Vec<&str> = made.files().iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, ["a_louder.wav", "c_louder.wav"]);
        let step = last_step(events);
        assert_eq!(
            step.notes,
            [
                "“b.wav” was left out. It holds no sound.",
                "“d.wav” was left out. It holds no sound."
            ]
        );
        let edits = ["a.wav", "c.wav"].map(|name| EditList::cut(name, [(0.0, 1.0)]));
        assert_eq!(step.edits, edits);
    }
}

#[tokio::test]
async fn where_all_fail_the_step_fails() {
    let (mut bench, given) = bench([""; 4]);
    louder(&mut bench);
    let job = bench.job(vec![subtask(0, &[&[ALL]])], &given);
    let (run, events) = bench.run_until(&bench.engine(), job, StopSignal::default());
    assert_eq!(run.await.status, RunStatus::Failed);
    let step = last_step(events);
    assert_eq!(step.status, StepStatus::Failed);
    assert_eq!(step.error.unwrap().message, "It holds no sound.");
    assert!(step.notes.is_empty(), "{:?}", step.notes);
}

#[tokio::test]
async fn texts_stand_under_the_names_of_their_files() {
    let (mut bench, given) = bench(["one", "two", "three", "four"]);
    bench.tool("tell: audio audio -> text", |inputs, _| {
        let audio = inputs.audio("audio")?;
        let content = fs::read_to_string(&audio.path).unwrap();
        if content == "two" {
            return Err(ToolError::Input("Nobody speaks.".to_owned()));
        }
        Ok(text(&content))
    });
    let all = "tell audio=a.wav,b.wav,d.wav -> <GEN>-0";
    let report = bench
        .run(bench.job(vec![subtask(0, &[&[all]])], &given))
        .await;
    let made = report.outcomes[0].kept.as_ref().unwrap().resource.as_text();
    assert_eq!(made.unwrap(), "a.wav:\none\n\nd.wav:\nfour");
}

#[tokio::test]
async fn progress_counts_over_all_files_and_a_stopped_step_begins_no_other() {
    let (mut bench, given) = bench(["one", "two", "three", "four"]);
    bench.tool("wait: audio audio -> audio", |inputs, context| {
        let audio = inputs.audio("audio")?;
        if audio.name != "b.wav" {
            context.progress.set(1.0);
            return Ok(Resource::Audio(audio.clone()));
        }
        loop {
            context.progress.set(0.5);
            context.check()?;
            std::thread::sleep(Duration::from_millis(5));
        }
    });
    let stop = StopSignal::default();
    let all = "wait audio=a.wav,b.wav,c.wav,d.wav -> <GEN>-0";
    let job = bench.job(vec![subtask(0, &[&[all]])], &given);
    let (run, mut events) = bench.run_until(&bench.engine(), job, stop.clone());
    let run = tokio::spawn(run);
    // Half of the second of four files.
    loop {
        let Some(Event::Step(step)) = events.recv().await else {
            panic!("it never came so far")
        };
        if (step.progress - 0.375).abs() < 1e-6 {
            break;
        }
        assert!(step.progress < 0.376, "{}", step.progress);
    }
    stop.stop();
    let report = run.await.unwrap();
    assert_eq!(report.status, RunStatus::Cancelled, "{report:?}");
    assert_eq!(last_step(events).status, StepStatus::Cancelled);
}
