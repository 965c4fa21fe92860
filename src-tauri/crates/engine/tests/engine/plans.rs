//! Outcomes of plans: each step runs once, after its inputs; what a plan names and is not there
//! stops no more than it must.

use crate::support::{subtask, text};
use crate::texts::bench;
use patchbay_domain::{RunStatus, SubtaskId};

#[tokio::test]
async fn the_same_action_runs_once_for_all_subtasks() {
    let (bench, calls) = bench();
    let subtasks = vec![
        subtask(
            0,
            &[&[
                "say words=a -> <GEN>-0-0",
                "add from=<GEN>-0-0 words=b -> <GEN>-0",
            ]],
        ),
        subtask(
            1,
            &[&[
                "say words=a -> <GEN>-1-0",
                "add from=<GEN>-1-0 words=c -> <GEN>-1",
            ]],
        ),
        subtask(
            2,
            &[&["add from=<GEN>-0,<GEN>-1,given.txt words=d -> <GEN>-2"]],
        ),
    ];
    let report = bench
        .run(bench.job(subtasks, &[("given.txt", text("given"))]))
        .await;
    assert_eq!(report.status, RunStatus::Done);
    let mut calls = calls.lock().unwrap().clone();
    calls.sort();
    assert_eq!(calls, ["add b", "add c", "add d", "say a"]);
    let last = report.outcomes[2].kept.as_ref().unwrap();
    assert_eq!(last.resource, text("a+b\n\na+c\n\ngiven+d"));
    let records = bench.outlet.kept.lock().unwrap();
    let last = records
        .iter()
        .find(|record| record.goal_of == [SubtaskId(2)])
        .unwrap();
    assert!(
        last.inputs.contains("Made([\"made-") && last.inputs.contains("Given(\"given.txt\")"),
        "{last:?}"
    );
    assert!(last.inputs.contains("Words(\"d\")"), "{last:?}");
}

#[tokio::test]
async fn a_plan_that_names_what_is_not_there_is_refused_step_by_step() {
    let mut bench = bench().0;
    bench.tool("shrink: image image -> image", |_, _| {
        panic!("there is no picture")
    });
    let subtasks = vec![
        subtask(0, &[&["add from=<GEN>-9 words=b -> <GEN>-0"]]),
        subtask(1, &[&["add from=points:park.png words=b -> <GEN>-1"]]),
        subtask(2, &[&["shrink image=park.png -> <GEN>-2"]]),
        subtask(3, &[&["add from=<GEN>-3 words=itself -> <GEN>-3"]]),
        subtask(4, &[&["add from=<GEN>-5 words=circle -> <GEN>-4"]]),
        subtask(5, &[&["add from=<GEN>-4 words=circle -> <GEN>-5"]]),
        subtask(6, &[&["say words=a -> <GEN>-elsewhere"]]),
        subtask(7, &[]),
        subtask(8, &[&["say words=<3 -> <GEN>-8"]]),
        subtask(
            9,
            &[&["add from=, words=x -> <GEN>-9x", "say words=x -> <GEN>-9y"]],
        ),
    ];
    let report = bench.run(bench.job(subtasks, &[])).await;
    assert_eq!(report.status, RunStatus::Partial);
    let reached: Vec<_> = report
        .outcomes
        .iter()
        .filter(|o| o.kept.is_some())
        .map(|o| o.subtask)
        .collect();
    assert_eq!(reached, [SubtaskId(8)]);
    assert!(
        report
            .outcomes
            .iter()
            .all(|outcome| outcome.kept.is_some() != outcome.error.is_some())
    );
    let message = |subtask: usize| {
        report.outcomes[subtask]
            .error
            .as_ref()
            .unwrap()
            .message
            .clone()
    };
    assert_eq!(message(2), "There is no “park.png” to work on.");
    assert_eq!(message(7), "No way was found to do this.");
}

#[tokio::test]
async fn a_result_on_the_way_means_that_of_the_first_solution() {
    let (bench, _) = bench();
    let subtasks = vec![
        subtask(
            0,
            &[
                &[
                    "say words=first -> <GEN>-0-0",
                    "add from=<GEN>-0-0 words=x -> <GEN>-0",
                ],
                &[
                    "say words=second -> <GEN>-0-0",
                    "add from=<GEN>-0-0 words=y -> <GEN>-0",
                ],
            ],
        ),
        subtask(1, &[&["add from=<GEN>-0-0,<GEN>-0 words=z -> <GEN>-1"]]),
    ];
    let mut job = bench.job(subtasks, &[]);
    job.solutions = vec![1, 0];
    let report = bench.run(job).await;
    assert_eq!(
        report.outcomes[1].kept.as_ref().unwrap().resource,
        text("first\n\nsecond+y+z")
    );
}
