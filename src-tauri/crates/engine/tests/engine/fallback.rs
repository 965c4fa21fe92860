//! The next solution of a subtask, where that is wanted and one failed.

use crate::support::{Bench, subtask, text};
use crate::texts::bench;
use patchbay_domain::{ActionPlace, Resource, RunStatus, StepStatus, SubtaskId};
use patchbay_engine::Report;
use patchbay_tool_api::{Context, ToolError};

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

/// A bench with a tool `find` by a model, which answers as `model` says, and by what is built in.
fn finding(
    model: impl Fn(&Context) -> Result<Resource, ToolError> + Send + Sync + 'static,
) -> Bench {
    let mut bench = Bench::new();
    let labels = &["model", "built in"];
    bench.tool_by(
        "find: word text -> tags",
        labels,
        move |label, _, context| {
            if label == "model" {
                model(context)
            } else {
                Ok(text("built in"))
            }
        },
    );
    bench
}

async fn found(bench: &Bench) -> Report {
    let subtasks = vec![subtask(0, &[&["find word=dog -> <GEN>-0"]])];
    bench.run(bench.job(subtasks, &[])).await
}

#[tokio::test]
async fn where_nothing_is_found_the_model_may_be_less_sure_and_that_is_told() {
    let bench = finding(|context| match context.settings.get("least_score") {
        None => Err(ToolError::Nothing("No dog was found.".to_owned())),
        Some(least) => Ok(text(&format!("a dog from {least}"))),
    });
    let report = found(&bench).await;
    assert_eq!(
        report.outcomes[0].kept.as_ref().unwrap().resource,
        text("a dog from 0.25")
    );
    let step = &report.steps[0];
    assert_eq!(step.settings["least_score"], "0.25");
    assert!(
        step.notes[0].contains("least score 0.25: look whether"),
        "{step:?}"
    );
    assert_eq!(report.decisions.len(), 1);
}

#[tokio::test]
async fn where_one_implementation_fails_the_next_does_it_and_that_is_told() {
    let bench = finding(|_| Err(ToolError::Failed("The server is away.".to_owned())));
    let report = found(&bench).await;
    assert_eq!(
        report.outcomes[0].kept.as_ref().unwrap().resource,
        text("built in")
    );
    let step = &report.steps[0];
    assert_eq!(step.implementation, "built in");
    assert_eq!(
        step.notes,
        ["“Find” by model gave nothing (The server is away), so it was done by built in."]
    );
    assert_eq!(report.failures.len(), 1);
}

#[tokio::test]
async fn where_all_fail_each_reason_is_told() {
    let mut bench = Bench::new();
    let labels = &["model", "built in"];
    bench.tool_by("find: word text -> tags", labels, |label, _, _| {
        Err(ToolError::Failed(format!("It broke by {label}.")))
    });
    let report = found(&bench).await;
    let error = report.outcomes[0].error.clone().unwrap();
    assert_eq!(
        error.message,
        "It broke by built in. Tried before that: “Find” by model: It broke by model."
    );
}
