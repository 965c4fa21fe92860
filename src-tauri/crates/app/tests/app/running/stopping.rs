//! Runs that are stopped or paused, and steps that are left.

use crate::support::{Opened, PATIENCE};
use patchbay_app::api::{Event, RunStatus, StepStatus};
use patchbay_test_support::{png, video};
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

#[tokio::test]
async fn a_step_that_is_left_takes_nothing_else_down() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    video::clip(opened.folder.path(), "long.mp4", 60.0, "640x360", 30);
    let clip = opened.folder.file("long.mp4");
    let clip = opened.import(&conversation, &clip).await;
    let photo = opened.folder.file("photo.png");
    png(&photo, 64, 48);
    let photo = opened.import(&conversation, &photo).await;
    let request = json!({
        "conversation": conversation, "artifacts": [clip["id"], photo["id"]],
        "instruction": "cut long.mp4 from 0:01 to 0:58, and rotate photo.png by 90 degrees",
    });
    let turn = opened.call("plan", request).await;
    let mut events = opened.app.subscribe();
    let run = opened
        .call("run", json!({ "turn": turn["id"], "solutions": [] }))
        .await;
    let ended = loop {
        match events.recv().await.unwrap() {
            Event::Step { step, .. }
                if step.tool.contains("video") && step.status == StepStatus::Running =>
            {
                let left = json!({ "run": run["id"], "step": step.index });
                opened.call("leave_step", left).await;
            }
            Event::Run { run } if run.finished_at.is_some() => break run,
            _ => {}
        }
    };
    assert_eq!(ended.status, RunStatus::Partial, "{ended:?}");
    let statuses: Vec<_> = ended.steps.iter().map(|step| step.status).collect();
    assert_eq!(statuses, [StepStatus::Cancelled, StepStatus::Done]);
    assert_eq!(ended.results.len(), 1);
    assert!(
        ended.answer.contains("Left, as you wanted"),
        "{}",
        ended.answer
    );
    let left = json!({ "run": run["id"], "step": 0 });
    opened.call("leave_step", left).await;
    let nowhere = json!({ "run": "nowhere", "step": 0 });
    assert!(opened.try_call("leave_step", nowhere).await.is_err());
}

#[tokio::test]
async fn a_paused_run_says_so_and_goes_on_from_there() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    video::clip(opened.folder.path(), "long.mp4", 20.0, "640x360", 30);
    let clip = opened.folder.file("long.mp4");
    let clip = opened.import(&conversation, &clip).await;
    let request = json!({
        "conversation": conversation, "artifacts": [clip["id"]],
        "instruction": "cut long.mp4 from 0:01 to 0:18, then take a picture of it at 0:05",
    });
    let turn = opened.call("plan", request).await;
    let mut events = opened.app.subscribe();
    let run = opened
        .call("run", json!({ "turn": turn["id"], "solutions": [] }))
        .await;
    let id = json!({ "run": run["id"] });
    let mut paused = false;
    let first = loop {
        match events.recv().await.unwrap() {
            Event::Step { step, .. } if step.status == StepStatus::Running && !paused => {
                paused = true;
                opened.call("pause_run", id.clone()).await;
            }
            Event::Step { step, .. } if step.status == StepStatus::Done => break step,
            _ => {}
        }
    };
    // Another window that opens the conversation now is told, too.
    let open = json!({ "id": conversation });
    let shown = opened.call("open_conversation", open).await;
    let shown = &shown["turns"][0]["runs"][0];
    assert_eq!(
        (&shown["status"], &shown["paused"]),
        (&json!("running"), &json!(true))
    );
    let waiting = shown["steps"].as_array().unwrap().iter();
    let waiting = waiting.filter(|step| step["status"] == "waiting").count();
    assert_eq!(
        waiting,
        shown["steps"].as_array().unwrap().len() - 1,
        "{shown}"
    );

    opened.call("continue_run", id.clone()).await;
    let mut told = Vec::new();
    let ended = loop {
        match events.recv().await.unwrap() {
            Event::Run { run } if run.finished_at.is_some() => break run,
            Event::Run { run } => told.push(run.paused),
            _ => {}
        }
    };
    assert_eq!(ended.status, RunStatus::Done, "{}", ended.answer);
    assert!(!ended.paused && told.contains(&false), "{told:?}");
    assert_eq!(
        ended.steps[first.index].seconds.to_bits(),
        first.seconds.to_bits()
    );
    // One that has ended stays as it is; of none that there is not.
    opened.call("pause_run", id).await;
    let nowhere = json!({ "run": "nowhere" });
    assert!(opened.try_call("pause_run", nowhere.clone()).await.is_err());
    assert!(opened.try_call("continue_run", nowhere).await.is_err());
}
