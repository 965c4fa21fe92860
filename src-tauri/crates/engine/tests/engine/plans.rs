//! What becomes of plans: each step once, after its inputs; failures and missing tools take down no
//! more than they must.

use std::fs;
use std::sync::{Arc, Mutex};

use crate::support::{Bench, is_empty, subtask, text};
use patchbay_domain::{ActionPlace, MediaFile, Resource, RunStatus, StepStatus, SubtaskId};
use patchbay_engine::Report;
use patchbay_tool_api::ToolError;

fn statuses(report: &Report) -> Vec<(&str, StepStatus)> {
    report
        .steps
        .iter()
        .map(|step| (step.tool.as_str(), step.status))
        .collect()
}

/// A bench with `say` (says its words), `add` (adds words to a text), `fail`, `panic` and a count
/// of calls.
fn bench() -> (Bench, Arc<Mutex<Vec<String>>>) {
    let mut bench = Bench::new();
    let calls = Arc::new(Mutex::new(Vec::new()));
    let log = calls.clone();
    bench.tool("say: words text -> text", move |inputs, _| {
        log.lock()
            .unwrap()
            .push(format!("say {}", inputs.text("words")?));
        Ok(text(&inputs.text("words")?))
    });
    let log = calls.clone();
    bench.tool("add: from text, words text -> text", move |inputs, _| {
        log.lock()
            .unwrap()
            .push(format!("add {}", inputs.text("words")?));
        Ok(text(&format!(
            "{}+{}",
            inputs.text("from")?,
            inputs.text("words")?
        )))
    });
    bench.tool("fail: from text -> text", |_, context| {
        fs::write(context.output("half", None, "txt").path, "half").unwrap();
        Err(ToolError::Input("“a.txt” is empty (0 bytes).".to_owned()))
    });
    bench.tool("refuse: from text -> text", |_, _| {
        Err(ToolError::Refused(
            "“a” names no effect that is known here.".to_owned(),
        ))
    });
    bench.tool("break: from text -> text", |_, context| {
        fs::write(context.output("half", None, "txt").path, "half").unwrap();
        panic!("index out of bounds")
    });
    bench.missing_tool("look: from text -> text", None);
    bench.missing_tool(
        "listen: from text -> text",
        Some("The program espeak-ng is not installed."),
    );
    (bench, calls)
}

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
async fn a_failed_step_stops_only_what_depends_on_it() {
    let (bench, _) = bench();
    let subtasks = vec![
        subtask(
            0,
            &[
                &[
                    "say words=a -> <GEN>-0-0",
                    "fail from=<GEN>-0-0 -> <GEN>-0-1",
                    "add from=<GEN>-0-1 words=b -> <GEN>-0",
                ],
                &["look from=a -> <GEN>-0"],
                &["say words=another -> <GEN>-0"],
            ],
        ),
        subtask(
            1,
            &[
                &["add from=<GEN>-0 words=c -> <GEN>-1"],
                &["say words=c -> <GEN>-1"],
            ],
        ),
        subtask(2, &[&["say words=z -> <GEN>-2"]]),
    ];
    let report = bench.run(bench.job(subtasks, &[])).await;
    assert_eq!(report.status, RunStatus::Partial);
    let expected = [
        ("say", StepStatus::Done),
        ("fail", StepStatus::Failed),
        ("add", StepStatus::Skipped),
        ("add", StepStatus::Skipped),
        ("say", StepStatus::Done),
    ];
    assert_eq!(statuses(&report), expected);
    assert_eq!(
        report.steps[2].error.as_ref().unwrap().message,
        "Not begun, because “Fail” gave no result."
    );
    let cause = report.steps[1].error.clone();
    assert_eq!(
        cause.as_ref().unwrap().message,
        "“a.txt” is empty (0 bytes)."
    );
    assert_eq!(
        (&report.outcomes[0].error, report.outcomes[0].next_solution),
        (&cause, Some(2)),
        "one that can run here"
    );
    assert_eq!(
        (&report.outcomes[1].error, report.outcomes[1].next_solution),
        (&cause, None),
        "its way is not at fault"
    );
    assert!(report.missing.is_empty() && is_empty(&bench.scratch()));
}

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

#[tokio::test]
async fn a_panic_is_a_failed_step() {
    let (bench, _) = bench();
    let subtasks = vec![
        subtask(0, &[&["break from=a -> <GEN>-0"]]),
        subtask(1, &[&["say words=z -> <GEN>-1"]]),
    ];
    let report = bench.run(bench.job(subtasks, &[])).await;
    assert_eq!(
        (report.status, report.steps[0].status),
        (RunStatus::Partial, StepStatus::Failed)
    );
    let message = &report.steps[0].error.as_ref().unwrap().message;
    assert_eq!(
        message,
        "This step broke because of a mistake in Patchbay (index out of bounds)."
    );
    assert!(is_empty(&bench.scratch()));
}

#[tokio::test]
async fn what_is_missing_is_named_with_its_size() {
    let (bench, calls) = bench();
    let subtasks = vec![
        subtask(
            0,
            &[&[
                "look from=a -> <GEN>-0-0",
                "listen from=<GEN>-0-0 -> <GEN>-0",
            ]],
        ),
        subtask(1, &[&["say words=z -> <GEN>-1"]]),
    ];
    let report = bench.run(bench.job(subtasks, &[])).await;
    assert_eq!(report.status, RunStatus::Partial);
    assert_eq!(report.steps[0].status, StepStatus::Skipped);
    let missing: Vec<_> = report
        .missing
        .iter()
        .map(|missing| {
            (
                missing.label.as_str(),
                missing.needs.as_str(),
                missing.bytes,
            )
        })
        .collect();
    let expected = [
        ("Look", "Needs a model (Mask2Former).", 167_000_000),
        (
            "Listen",
            "The program espeak-ng is not installed.",
            167_000_000,
        ),
    ];
    assert_eq!(missing, expected);
    let message = &report.outcomes[0].error.as_ref().unwrap().message;
    assert_eq!(
        message,
        "“Look” cannot run on this computer yet. Needs a model (Mask2Former)."
    );
    assert_eq!(*calls.lock().unwrap(), ["say z"]);
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

#[tokio::test]
async fn what_cannot_be_kept_fails_its_step() {
    let (bench, _) = bench();
    *bench.outlet.refuse.lock().unwrap() = Some("The disk is full.".to_owned());
    let report = bench
        .run(bench.job(vec![subtask(0, &[&["say words=a -> <GEN>-0"]])], &[]))
        .await;
    assert_eq!(report.status, RunStatus::Failed);
    assert_eq!(
        report.steps[0].error.as_ref().unwrap().message,
        "The disk is full."
    );
}

#[tokio::test]
async fn who_chooses_among_boxes_knows_the_image_that_they_were_found_on() {
    let mut bench = Bench::new();
    bench.tool("brighten: image image -> image", |inputs, context| {
        let file = context.output("bright", None, "png");
        fs::copy(inputs.image("image")?.path, &file.path).unwrap();
        Ok(Resource::image(file))
    });
    bench.tool("find: image image -> bbox", |_, _| {
        Ok(Resource::BoundingBoxes(Vec::new()))
    });
    bench.tool("choose: bbox bbox, words text -> bbox", |inputs, _| {
        Ok(inputs.get("bbox")?.clone())
    });
    bench.tool("tell: bbox bbox -> text", |inputs, _| {
        Ok(text(
            inputs
                .picture_of("bbox")
                .map_or("nothing", |image| image.name.as_str()),
        ))
    });
    bench.tool("tell_image: image image -> text", |inputs, _| {
        Ok(text(
            inputs
                .picture_of("image")
                .map_or("nothing", |image| image.name.as_str()),
        ))
    });
    let path = bench.folder.path().join("a.png");
    fs::write(&path, "a").unwrap();
    let photo = Resource::image(MediaFile {
        path,
        name: "a.png".to_owned(),
    });
    let subtasks = vec![
        subtask(
            0,
            &[&[
                "find image=a.png -> <GEN>-0-0",
                "choose bbox=<GEN>-0-0 words=red -> <GEN>-0-1",
                "tell bbox=<GEN>-0-1 -> <GEN>-0",
            ]],
        ),
        subtask(
            1,
            &[&[
                "brighten image=a.png -> <GEN>-1-0",
                "find image=<GEN>-1-0 -> <GEN>-1-1",
                "tell bbox=<GEN>-1-1 -> <GEN>-1",
            ]],
        ),
        subtask(2, &[&["tell bbox=boxes.json -> <GEN>-2"]]),
        subtask(
            3,
            &[&[
                "brighten image=a.png -> <GEN>-3-0",
                "tell_image image=<GEN>-3-0 -> <GEN>-3",
            ]],
        ),
    ];
    let boxes = Resource::BoundingBoxes(Vec::new());
    let report = bench
        .run(bench.job(subtasks, &[("a.png", photo), ("boxes.json", boxes)]))
        .await;
    assert_eq!(report.status, RunStatus::Done, "{report:?}");
    let told: Vec<_> = report
        .outcomes
        .iter()
        .map(|outcome| outcome.kept.as_ref().unwrap().resource.as_text().unwrap())
        .collect();
    assert_eq!(told, ["a.png", "bright.png", "nothing", "nothing"]);
}
