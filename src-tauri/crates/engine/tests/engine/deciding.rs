//! Routers that take their time, and steps that a person leaves.

use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use patchbay_domain::{RunStatus, StepStatus};
use patchbay_engine::recovery::{Recourse, Router, Situation};
use patchbay_engine::{Event, Job, StopSignal};
use patchbay_inference::Watch;
use patchbay_tool_api::ToolError;

use crate::support::{Bench, subtask, text};

const PATIENCE: Duration = Duration::from_mins(1);

/// A router that tells what it is asked, and decides when it is let.
struct Slow {
    asked: mpsc::Sender<Situation>,
    decides: Mutex<mpsc::Receiver<usize>>,
}

impl Router for Slow {
    fn choose(&self, situation: &Situation, watch: Watch<'_>) -> usize {
        self.asked.send(situation.clone()).unwrap();
        let decides = self.decides.lock().unwrap();
        loop {
            match decides.recv_timeout(Duration::from_millis(5)) {
                Ok(place) => return place,
                Err(mpsc::RecvTimeoutError::Timeout) if watch.at(0, 1).is_ok() => {}
                Err(_) => return usize::MAX,
            }
        }
    }
}

fn slow() -> (Arc<Slow>, mpsc::Receiver<Situation>, mpsc::Sender<usize>) {
    let (asked, asks) = mpsc::channel();
    let (decide, decides) = mpsc::channel();
    let decides = Mutex::new(decides);
    (Arc::new(Slow { asked, decides }), asks, decide)
}

/// A tool of two implementations, of which the first fails, and one that always works.
fn bench() -> Bench {
    let mut bench = Bench::new();
    bench.tool_by(
        "find: who text -> text",
        &["first", "second"],
        |label, inputs, _| match label {
            "first" => Err(ToolError::Failed("The disk is full.".to_owned())),
            _ => Ok(text(&format!("found {}", inputs.text("who")?))),
        },
    );
    bench.tool("say: words text -> text", |inputs, _| {
        Ok(text(&inputs.text("words")?))
    });
    bench
}

fn two_tasks(bench: &Bench) -> Job {
    let subtasks = vec![
        subtask(0, &[&["find who=a -> <GEN>-0"]]),
        subtask(1, &[&["say words=b -> <GEN>-1"]]),
    ];
    Job {
        fallback: true,
        ..bench.job(subtasks, &[])
    }
}

async fn heard<T: Send + 'static>(from: mpsc::Receiver<T>) -> (T, mpsc::Receiver<T>) {
    let hear = move || (from.recv_timeout(PATIENCE).unwrap(), from);
    tokio::task::spawn_blocking(hear).await.unwrap()
}

#[tokio::test]
async fn everything_else_goes_on_while_a_router_decides() {
    let bench = bench();
    let (router, asks, decide) = slow();
    let engine = bench.engine().with_router(router);
    let (run, mut events) = bench.run_until(&engine, two_tasks(&bench), StopSignal::default());
    let run = tokio::spawn(run);
    let (situation, _asks) = heard(asks).await;
    let by_second = Recourse::Implementation("second".to_owned());
    assert_eq!(situation.recourses, [by_second, Recourse::GiveUp]);
    assert_eq!(situation.told.len(), 2);
    assert!(situation.told[0].contains("second"), "{:?}", situation.told);
    let failed = situation.failed.as_ref().unwrap();
    assert!(failed.message.contains("The disk is full."));
    assert_eq!(situation.history, std::slice::from_ref(failed));
    // The other subtask reaches its goal before anything is decided.
    let mut told = Vec::new();
    loop {
        match events.recv().await.unwrap() {
            Event::Reached { subtask, .. } => {
                assert_eq!(subtask.0, 1);
                break;
            }
            Event::Step(step) if step.index == 0 => told.push(*step),
            Event::Step(_) | Event::Paused(_) => {}
        }
    }
    decide.send(0).unwrap();
    let report = run.await.unwrap();
    assert_eq!(report.status, RunStatus::Done);
    assert_eq!(report.steps[0].implementation, "second");
    let note = &report.steps[0].notes[0];
    assert!(note.contains("so it was done by second"), "{note}");
    while let Ok(event) = events.try_recv() {
        if let Event::Step(step) = event {
            told.extend((step.index == 0).then_some(*step));
        }
    }
    let waited = |note: &String| note.contains("Looking for another way");
    let waits = told.iter().filter(|step| step.notes.iter().any(waited));
    assert!(
        waits.clone().all(|step| step.status == StepStatus::Running),
        "{told:#?}"
    );
    assert!(waits.count() > 0, "people see that something is decided");
}

#[tokio::test]
async fn a_router_that_breaks_gives_up() {
    struct Breaks;
    impl Router for Breaks {
        fn choose(&self, _: &Situation, _: Watch<'_>) -> usize {
            panic!("a mistake");
        }
    }
    let bench = bench();
    let engine = bench.engine().with_router(Arc::new(Breaks));
    let (run, _events) = bench.run_until(&engine, two_tasks(&bench), StopSignal::default());
    let report = run.await;
    assert_eq!(report.status, RunStatus::Partial);
    assert!(report.decisions.is_empty());
    let error = report.outcomes[0].error.as_ref().unwrap();
    assert!(error.message.contains("The disk is full."), "{error:?}");
    assert_eq!(report.steps[0].notes, [""; 0], "nothing is looked for");
}

#[tokio::test]
async fn stopping_a_run_stops_its_router() {
    let bench = bench();
    let (router, asks, _decide) = slow();
    let engine = bench.engine().with_router(router);
    let stop = StopSignal::default();
    let (run, _events) = bench.run_until(&engine, two_tasks(&bench), stop.clone());
    let run = tokio::spawn(run);
    let _asked = heard(asks).await;
    stop.stop();
    let report = tokio::time::timeout(PATIENCE, run).await.unwrap().unwrap();
    assert_eq!(report.status, RunStatus::Cancelled);
    assert_eq!(report.steps[0].status, StepStatus::Cancelled);
}

#[tokio::test]
async fn a_step_can_be_left_while_a_router_decides() {
    let bench = bench();
    let (router, asks, decide) = slow();
    let engine = bench.engine().with_router(router);
    let stop = StopSignal::default();
    let (run, mut events) = bench.run_until(&engine, two_tasks(&bench), stop.clone());
    let run = tokio::spawn(run);
    let _asked = heard(asks).await;
    stop.leave_step(0);
    loop {
        let event = events.recv().await.unwrap();
        if matches!(&event, Event::Step(step) if step.index == 0 && step.status.is_final()) {
            break;
        }
    }
    // What is decided afterwards changes nothing.
    decide.send(0).unwrap();
    let report = run.await.unwrap();
    assert_eq!(report.status, RunStatus::Partial);
    assert_eq!(report.steps[0].status, StepStatus::Cancelled);
    assert!(report.decisions.is_empty());
    assert!(report.outcomes[1].kept.is_some());
}

#[tokio::test]
async fn what_is_left_takes_down_only_what_needs_it() {
    let mut bench = bench();
    let (begun, begins) = mpsc::channel();
    bench.tool("long: who text -> text", move |_, context| {
        begun.send(()).unwrap();
        while context.check().is_ok() {
            std::thread::yield_now();
        }
        context.check()?;
        Ok(text("never"))
    });
    let ways: [&[&str]; 2] = [
        &["long who=a -> <GEN>-0-0", "say words=<GEN>-0-0 -> <GEN>-0"],
        &["find who=a -> <GEN>-0-0", "say words=<GEN>-0-0 -> <GEN>-0"],
    ];
    let subtasks = vec![
        subtask(0, &ways),
        subtask(1, &[&["say words=<GEN>-0 -> <GEN>-1"]]),
        subtask(2, &[&["find who=c -> <GEN>-2"]]),
    ];
    let job = Job {
        fallback: true,
        ..bench.job(subtasks, &[])
    };
    let stop = StopSignal::default();
    let (run, _events) = bench.run_until(&bench.engine(), job, stop.clone());
    let run = tokio::spawn(run);
    let _began = heard(begins).await;
    stop.leave_step(0);
    let report = tokio::time::timeout(PATIENCE, run).await.unwrap().unwrap();
    assert_eq!(report.status, RunStatus::Partial);
    assert_eq!(report.steps[0].status, StepStatus::Cancelled);
    let reached: Vec<_> = report
        .outcomes
        .iter()
        .map(|outcome| outcome.kept.is_some())
        .collect();
    assert_eq!(reached, [false, false, true]);
    assert_eq!(report.outcomes[0].solution, 0, "no other way is taken");
    for outcome in &report.outcomes[..2] {
        let error = outcome.error.as_ref().unwrap();
        assert!(error.message.contains("Left"), "{error:?}");
    }
    let alone = vec![subtask(0, &[&["long who=a -> <GEN>-0"]])];
    let stop = StopSignal::default();
    stop.leave_step(0);
    let (run, _events) = bench.run_until(&bench.engine(), bench.job(alone, &[]), stop);
    let report = run.await;
    assert_eq!(
        report.status,
        RunStatus::Cancelled,
        "nothing else was asked"
    );
}
