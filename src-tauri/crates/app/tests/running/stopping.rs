//! A run that is stopped.

use crate::support::{Opened, PATIENCE};
use patchbay_app::api::{Event, RunStatus, StepStatus};
use patchbay_test_support::video;
use serde_json::json;

#[tokio::test]
async fn a_stopped_run_ends_in_the_midst_of_its_step_and_leaves_no_files() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    video::clip(opened.folder.path(), "long.mp4", 60.0, "640x360", 30);
    let clip = opened
        .import(&conversation, &opened.folder.file("long.mp4"))
        .await;
    let request = json!({
        "conversation": conversation, "instruction": "cut long.mp4 from 0:01 to 0:58", "artifacts": [clip["id"]],
    });
    let turn = opened.call("plan", request).await;
    let mut events = opened.app.subscribe();
    let run = opened
        .call("run", json!({ "turn": turn["id"], "solutions": [] }))
        .await;
    loop {
        match events.recv().await.unwrap() {
            Event::Step { step, .. } if step.status == StepStatus::Running => break,
            _ => {}
        }
    }
    opened.call("cancel", json!({ "run": run["id"] })).await;
    let ended = loop {
        match events.recv().await.unwrap() {
            Event::Run { run } if run.finished_at.is_some() => break run,
            _ => {}
        }
    };
    assert_eq!(ended.status, RunStatus::Cancelled);
    assert!(ended.answer.starts_with("Stopped"), "{}", ended.answer);
    // A run does not wait long for its step, which may still be tidying up.
    let left = || {
        std::fs::read_dir(opened.app.upload_folder())
            .unwrap()
            .count()
    };
    let tidied = async {
        while left() > 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, tidied)
        .await
        .expect("no file is left");
    assert_eq!(
        opened.artifacts(&conversation).await.len(),
        1,
        "only what was given"
    );
}
