//! Failures and missing tools take down no more than they must.

use crate::support::{is_empty, subtask};
use crate::texts::bench;
use patchbay_domain::{RunStatus, StepStatus};
use patchbay_engine::Report;

fn statuses(report: &Report) -> Vec<(&str, StepStatus)> {
    report
        .steps
        .iter()
        .map(|step| (step.tool.as_str(), step.status))
        .collect()
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
