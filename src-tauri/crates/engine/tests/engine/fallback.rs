//! The next solution of a subtask, where that is wanted and one failed.

use crate::support::{subtask, text};
use crate::texts::bench;
use patchbay_domain::{ActionPlace, RunStatus, StepStatus, SubtaskId};

#[tokio::test]
async fn no_other_solution_is_taken_where_what_was_asked_for_is_refused() {
    let (bench, calls) = bench();
    let solutions: &[&[&str]] = &[
        &["refuse from=a -> <GEN>-0"],
        &["say words=other -> <GEN>-0"],
    ];
    let mut job = bench.job(
        vec![
            subtask(0, solutions),
            subtask(1, &[&["say words=z -> <GEN>-1"]]),
        ],
        &[],
    );
    job.fallback = true;
    let report = bench.run(job).await;
    assert_eq!(report.status, RunStatus::Partial);
    let refused = &report.outcomes[0];
    assert!(
        refused.kept.is_none() && refused.next_solution.is_none(),
        "{refused:?}"
    );
    assert!(
        refused
            .error
            .as_ref()
            .is_some_and(|error| error.message.contains("names no effect")),
        "{refused:?}"
    );
    assert_eq!(*calls.lock().unwrap(), ["say z"]);
}

#[tokio::test]
async fn a_solution_that_ends_with_another_tool_is_only_offered() {
    let (bench, calls) = bench();
    let solutions: &[&[&str]] = &[&["fail from=a -> <GEN>-0"], &["say words=other -> <GEN>-0"]];
    let mut job = bench.job(vec![subtask(0, solutions)], &[]);
    job.fallback = true;
    let report = bench.run(job).await;
    let failed = &report.outcomes[0];
    assert!(failed.kept.is_none(), "{failed:?}");
    assert_eq!(failed.next_solution, Some(1));
    assert!(calls.lock().unwrap().is_empty(), "nothing else was done");
}

#[tokio::test]
async fn the_next_solution_is_taken_where_that_is_wanted() {
    let (bench, calls) = bench();
    let subtasks = vec![
        subtask(
            0,
            &[
                &[
                    "look from=a -> <GEN>-0-0",
                    "add from=<GEN>-0-0 words=b -> <GEN>-0",
                ],
                &[
                    "say words=a -> <GEN>-0-0",
                    "fail from=<GEN>-0-0 -> <GEN>-0-1",
                    "add from=<GEN>-0-1 words=b -> <GEN>-0",
                ],
                &[
                    "break from=a -> <GEN>-0-0",
                    "add from=<GEN>-0-0 words=b -> <GEN>-0",
                ],
                &[
                    "say words=a -> <GEN>-0-0",
                    "add from=<GEN>-0-0 words=b -> <GEN>-0",
                ],
            ],
        ),
        subtask(1, &[&["add from=<GEN>-0 words=c -> <GEN>-1"]]),
    ];
    let mut job = bench.job(subtasks, &[]);
    job.fallback = true;
    let report = bench.run(job).await;
    assert_eq!(report.status, RunStatus::Done);
    assert_eq!(report.outcomes[0].solution, 3);
    assert_eq!(
        report.outcomes[1].kept.as_ref().unwrap().resource,
        text("a+b+c")
    );
    assert_eq!(
        *calls.lock().unwrap(),
        ["say a", "add b", "add c"],
        "what the ways share runs once"
    );
    assert!(report.missing.is_empty(), "another way reached the goal");
    let last: Vec<_> = report
        .steps
        .iter()
        .filter(|step| step.subtask == SubtaskId(1))
        .collect();
    assert_eq!(
        last.len(),
        1,
        "what builds on the changed way stays one step"
    );
    let place = |solution, action| ActionPlace {
        subtask: SubtaskId(0),
        solution,
        action,
    };
    let status = |place: ActionPlace| {
        report
            .steps
            .iter()
            .find(|step| step.actions.contains(&place))
            .map(|step| (step.tool.as_str(), step.status))
    };
    assert_eq!(status(place(0, 0)), Some(("look", StepStatus::Skipped)));
    assert_eq!(status(place(1, 0)), Some(("say", StepStatus::Done)));
    assert_eq!(status(place(1, 1)), Some(("fail", StepStatus::Failed)));
    assert_eq!(
        status(place(3, 0)),
        status(place(1, 0)),
        "a step that two ways share stands for both"
    );
    assert_eq!(status(place(3, 1)), Some(("add", StepStatus::Done)));
}
