//! Timing of steps: at the same time, at once, and never after a stop.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, Mutex, mpsc};
use std::time::Duration;

use crate::support::{Bench, is_empty, subtask, text};
use patchbay_domain::{RunStatus, StepStatus, SubtaskId};
use patchbay_engine::{Event, StopSignal};

/// Longer than any of this takes; only a test that hangs gets here.
const PATIENCE: Duration = Duration::from_mins(2);

#[tokio::test]
async fn independent_steps_run_at_the_same_time() {
    let mut bench = Bench::new();
    let barrier = Arc::new(Barrier::new(2));
    bench.tool("meet: who text -> text", move |_, _| {
        barrier.wait();
        Ok(text("met"))
    });
    let subtasks = vec![
        subtask(0, &[&["meet who=a -> <GEN>-0"]]),
        subtask(1, &[&["meet who=b -> <GEN>-1"]]),
    ];
    assert_eq!(
        bench.run(bench.job(subtasks, &[])).await.status,
        RunStatus::Done
    );
}

#[tokio::test]
async fn no_more_steps_run_at_once_than_there_are_cores() {
    let mut bench = Bench::new();
    let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let highest = most.clone();
    bench.tool("work: who text -> text", move |_, _| {
        highest.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        std::thread::yield_now();
        now.fetch_sub(1, Ordering::SeqCst);
        Ok(text("done"))
    });
    let solutions: Vec<_> = (0..200)
        .map(|id| format!("work who={id} -> <GEN>-{id}"))
        .collect();
    let subtasks = solutions
        .iter()
        .enumerate()
        .map(|(id, solution)| subtask(id, &[&[solution]]))
        .collect();
    assert_eq!(
        bench.run(bench.job(subtasks, &[])).await.status,
        RunStatus::Done
    );
    let cores = std::thread::available_parallelism().unwrap().get().max(2);
    assert!(most.load(Ordering::SeqCst) <= cores);
}

#[tokio::test]
async fn results_and_progress_arrive_while_the_rest_runs() {
    let mut bench = Bench::new();
    let (go_on, wait) = mpsc::channel::<()>();
    let wait = Mutex::new(wait);
    bench.tool("quick: who text -> text", |_, _| Ok(text("quick")));
    bench.tool("slow: who text -> text", move |_, context| {
        context.progress.set(0.25);
        wait.lock().unwrap().recv().unwrap();
        Ok(text("slow"))
    });
    let subtasks = vec![
        subtask(0, &[&["slow who=a -> <GEN>-0"]]),
        subtask(1, &[&["quick who=b -> <GEN>-1"]]),
    ];
    let (run, mut events) = bench.run_until(
        &bench.engine(),
        bench.job(subtasks, &[]),
        StopSignal::default(),
    );
    let run = tokio::spawn(run);
    let (mut reached, mut progressed) = (false, false);
    while !(reached && progressed) {
        match events.recv().await.unwrap() {
            Event::Reached { subtask, .. } => reached |= subtask == SubtaskId(1),
            Event::Step(step) => {
                progressed |= step.tool == "slow" && (step.progress - 0.25).abs() < 1e-9;
            }
            Event::Paused(_) => {}
        }
    }
    go_on.send(()).unwrap();
    assert_eq!(run.await.unwrap().status, RunStatus::Done);
    let mut last = None;
    while let Some(event) = events.recv().await {
        last = Some(event);
    }
    assert!(
        matches!(
            last,
            Some(Event::Reached {
                subtask: SubtaskId(0),
                ..
            })
        ),
        "goals come after their steps: {last:?}"
    );
}

#[tokio::test]
async fn stopping_ends_listening_steps_and_leaves_nothing() {
    let mut bench = Bench::new();
    let (begun, beginning) = mpsc::channel();
    bench.tool("quick: who text -> text", |_, _| Ok(text("quick")));
    bench.tool("long: from text -> text", move |_, context| {
        std::fs::write(context.output("half", None, "txt").path, "half").unwrap();
        begun.send(()).unwrap();
        loop {
            context.check()?;
            std::thread::yield_now();
        }
    });
    let subtasks = vec![
        subtask(0, &[&["quick who=a -> <GEN>-0"]]),
        subtask(
            1,
            &[&[
                "long from=<GEN>-0 -> <GEN>-1-0",
                "quick who=<GEN>-1-0 -> <GEN>-1",
            ]],
        ),
    ];
    let stop = StopSignal::default();
    let (run, _events) = bench.run_until(&bench.engine(), bench.job(subtasks, &[]), stop.clone());
    let run = tokio::spawn(run);
    tokio::task::spawn_blocking(move || beginning.recv().unwrap())
        .await
        .unwrap();
    stop.stop();
    let report = run.await.unwrap();
    assert_eq!(report.status, RunStatus::Cancelled);
    let statuses: Vec<_> = report.steps.iter().map(|step| step.status).collect();
    assert_eq!(
        statuses,
        [
            StepStatus::Done,
            StepStatus::Cancelled,
            StepStatus::Cancelled
        ]
    );
    assert!(report.outcomes[0].kept.is_some(), "what was finished stays");
    tidied_up(&bench).await;
    assert!(is_empty(&bench.scratch()));
}

#[tokio::test]
async fn stopping_does_not_wait_for_a_step_that_does_not_listen() {
    let mut bench = Bench::new();
    let (begun, beginning) = mpsc::channel();
    let (go_on, wait) = mpsc::channel::<()>();
    let wait = Mutex::new(wait);
    bench.tool("deaf: who text -> text", move |_, context| {
        std::fs::write(context.output("half", None, "txt").path, "half").unwrap();
        begun.send(()).unwrap();
        wait.lock().unwrap().recv().unwrap();
        Ok(text("too late"))
    });
    let stop = StopSignal::default();
    let engine = bench.engine();
    let job = bench.job(vec![subtask(0, &[&["deaf who=a -> <GEN>-0"]])], &[]);
    let (run, _events) = bench.run_until(&engine, job, stop.clone());
    let run = tokio::spawn(run);
    tokio::task::spawn_blocking(move || beginning.recv().unwrap())
        .await
        .unwrap();
    stop.stop();
    // The step goes on only after this.
    let report = tokio::time::timeout(PATIENCE, run)
        .await
        .expect("the run ends without it")
        .unwrap();
    assert_eq!(
        (report.status, report.steps[0].status),
        (RunStatus::Cancelled, StepStatus::Cancelled)
    );
    go_on.send(()).unwrap();
    tidied_up(&bench).await;
    assert!(
        bench.outlet.kept.lock().unwrap().is_empty(),
        "its result is thrown away"
    );
    assert!(is_empty(&bench.scratch()));
}

#[tokio::test]
async fn dropping_the_run_stops_its_steps() {
    let mut bench = Bench::new();
    let (begun, beginning) = mpsc::channel();
    let (ended, ending) = mpsc::channel();
    bench.tool("long: who text -> text", move |_, context| {
        begun.send(()).unwrap();
        while context.check().is_ok() {
            std::thread::yield_now();
        }
        ended.send(()).unwrap();
        context.check()?;
        Ok(text("never"))
    });
    let job = bench.job(vec![subtask(0, &[&["long who=a -> <GEN>-0"]])], &[]);
    let (run, _events) = bench.run_until(&bench.engine(), job, StopSignal::default());
    let run = tokio::spawn(run);
    tokio::task::spawn_blocking(move || beginning.recv().unwrap())
        .await
        .unwrap();
    run.abort();
    tokio::task::spawn_blocking(move || ending.recv_timeout(PATIENCE).unwrap())
        .await
        .unwrap();
}

/// Waits for the steps' threads, which let go of the outlet when they have tidied up.
async fn tidied_up(bench: &Bench) {
    while Arc::strong_count(&bench.outlet) > 1 {
        tokio::task::yield_now().await;
    }
}
