//! Runs that are paused and go on.

use std::sync::{Mutex, mpsc};

use patchbay_domain::{RunStatus, StepStatus, Subtask};
use patchbay_engine::{Event, StopSignal};
use tokio::sync::mpsc::UnboundedReceiver;

use crate::support::{Bench, subtask, text};

/// A tool that ends when it is let and one that ends at once, and a plan of three steps, each of which
/// takes what the one before makes.
struct Paused {
    bench: Bench,
    plan: Vec<Subtask>,
    begins: mpsc::Receiver<()>,
    let_end: mpsc::Sender<()>,
}

fn three_steps() -> Paused {
    let mut bench = Bench::new();
    let (begun, begins) = mpsc::channel();
    let (let_end, may_end) = mpsc::channel::<()>();
    let may_end = Mutex::new(may_end);
    bench.tool("slow: who text -> text", move |_, _| {
        begun.send(()).unwrap();
        may_end.lock().unwrap().recv().unwrap();
        Ok(text("slow"))
    });
    bench.tool("quick: who text -> text", |_, _| Ok(text("quick")));
    let plan = vec![
        subtask(0, &[&["slow who=a -> <GEN>-0"]]),
        subtask(1, &[&["quick who=<GEN>-0 -> <GEN>-1"]]),
        subtask(2, &[&["quick who=<GEN>-1 -> <GEN>-2"]]),
    ];
    Paused {
        bench,
        plan,
        begins,
        let_end,
    }
}

/// Waits until a step has a status; gives the steps that ran meanwhile.
async fn until(
    events: &mut UnboundedReceiver<Event>,
    index: usize,
    status: StepStatus,
) -> Vec<usize> {
    let mut ran = Vec::new();
    loop {
        let Event::Step(step) = events.recv().await.expect("the run tells") else {
            continue;
        };
        if step.status == StepStatus::Running {
            ran.push(step.index);
        }
        if (step.index, step.status) == (index, status) {
            return ran;
        }
    }
}

async fn until_paused(events: &mut UnboundedReceiver<Event>, paused: bool) {
    while events.recv().await.expect("the run tells") != Event::Paused(paused) {}
}

#[tokio::test]
async fn a_paused_run_ends_what_runs_and_begins_nothing_until_it_goes_on() {
    let Paused {
        bench,
        plan,
        begins,
        let_end,
    } = three_steps();
    let stop = StopSignal::default();
    let job = bench.job(plan, &[]);
    let (run, mut events) = bench.run_until(&bench.engine(), job, stop.clone());
    let run = tokio::spawn(run);
    tokio::task::spawn_blocking(move || begins.recv().unwrap())
        .await
        .unwrap();
    stop.pause();
    assert!(stop.is_paused());
    until_paused(&mut events, true).await;
    let_end.send(()).unwrap();
    until(&mut events, 0, StepStatus::Done).await;
    // A person can leave a step meanwhile; the one before it, which could begin, has not.
    stop.leave_step(2);
    let ran = until(&mut events, 2, StepStatus::Cancelled).await;
    assert!(ran.is_empty(), "{ran:?}");

    stop.go_on();
    until_paused(&mut events, false).await;
    let report = run.await.unwrap();
    assert_eq!(report.status, RunStatus::Partial);
    let statuses: Vec<_> = report.steps.iter().map(|step| step.status).collect();
    assert_eq!(
        statuses,
        [StepStatus::Done, StepStatus::Done, StepStatus::Cancelled]
    );
}

#[tokio::test]
async fn a_paused_run_can_be_stopped() {
    let Paused { bench, plan, .. } = three_steps();
    let stop = StopSignal::default();
    stop.pause();
    let (run, mut events) = bench.run_until(&bench.engine(), bench.job(plan, &[]), stop.clone());
    let run = tokio::spawn(run);
    until_paused(&mut events, true).await;
    stop.stop();
    let report = run.await.unwrap();
    assert_eq!(report.status, RunStatus::Cancelled);
    assert!(
        (report.steps.iter()).all(|step| step.status == StepStatus::Cancelled),
        "{report:?}"
    );
}
