//! Requests that are sent while another runs.

use std::time::Duration;

use crate::support::{Opened, PATIENCE};
use patchbay_app::api::{ErrorCode, Event, RunStatus};
use patchbay_test_support::video;
use serde_json::{Value, json};

/// A conversation with a film, and a run that works on it for a while: its id.
async fn busy(opened: &Opened) -> (String, String) {
    let conversation = opened.conversation().await;
    video::clip(opened.folder.path(), "long.mp4", 60.0, "640x360", 30);
    let clip = opened.folder.file("long.mp4");
    let clip = opened.import(&conversation, &clip).await;
    let request = json!({
        "conversation": conversation, "instruction": "cut long.mp4 from 0:01 to 0:58", "artifacts": [clip["id"]],
    });
    let turn = opened.call("plan", request).await;
    let run = opened.call("run", json!({ "turn": turn["id"] })).await;
    let id = run["id"].as_str().expect("an id").to_owned();
    (conversation, id)
}

fn next(conversation: &str, instruction: &str, name: Option<&str>) -> Value {
    json!({ "conversation": conversation, "instruction": instruction, "artifacts": [], "name": name })
}

#[tokio::test]
async fn a_request_that_is_sent_during_a_run_works_on_its_result() {
    let opened = Opened::new();
    let (conversation, run) = busy(&opened).await;
    let mut events = opened.app.subscribe();
    let ended = async {
        loop {
            match events.recv().await.expect("the application tells") {
                Event::Run { run: now } if now.id == run && now.finished_at.is_some() => {
                    return now;
                }
                _ => {}
            }
        }
    };
    let planned = opened.call("plan", next(&conversation, "now mute it", None));
    tokio::pin!(planned);
    let ended = tokio::time::timeout(PATIENCE, async {
        tokio::select! {
            biased;
            ended = ended => ended,
            turn = &mut planned => panic!("planned while the film was being cut: {turn}"),
        }
    });
    let ended = ended.await.expect("the run ends");
    assert_eq!(ended.status, RunStatus::Done, "{}", ended.answer);

    let turn = planned.await;
    let cut = opened
        .artifact(&conversation, &ended.results[0].artifact)
        .await;
    let action = &turn["plan"]["subtasks"][0]["solutions"][0]["actions"][0];
    assert_eq!(action["inputs"]["video"], cut["name"], "{action}");
}

#[tokio::test]
async fn requests_that_wait_are_planned_in_their_order() {
    let opened = Opened::new();
    let (conversation, run) = busy(&opened).await;
    let requests = ["now mute it", "turn it by 90 degrees"];
    let [first, second] =
        requests.map(|words| opened.call("plan", next(&conversation, words, None)));
    let stopped = async {
        // Both wait before the run that they wait for is stopped.
        tokio::task::yield_now().await;
        opened.call("cancel", json!({ "run": run })).await
    };
    let all = Box::pin(async { tokio::join!(first, second, stopped) });
    tokio::time::timeout(PATIENCE, all)
        .await
        .expect("all are planned");
    let kept = opened
        .call("open_conversation", json!({ "id": conversation }))
        .await;
    let said = |turn: usize| &kept["turns"][turn]["instruction"];
    assert_eq!([said(1), said(2)], requests);
}

#[tokio::test]
async fn a_request_that_waits_can_be_taken_back() {
    let opened = Opened::new();
    let (conversation, run) = busy(&opened).await;
    let waiting = opened.try_call("plan", next(&conversation, "now mute it", Some("one")));
    tokio::pin!(waiting);
    let early = tokio::time::timeout(Duration::from_millis(50), &mut waiting).await;
    assert!(early.is_err(), "it waits");
    opened.call("withdraw", json!({ "name": "one" })).await;
    let error = waiting.await.expect_err("it was taken back");
    assert_eq!(error.code, ErrorCode::Withdrawn);
    // One that does not wait any more stays as it is.
    opened.call("withdraw", json!({ "name": "one" })).await;

    opened.call("cancel", json!({ "run": run })).await;
    let planned = opened.call("plan", next(&conversation, "turn it by 90 degrees", None));
    tokio::time::timeout(PATIENCE, planned)
        .await
        .expect("the next one is planned");
    let kept = opened
        .call("open_conversation", json!({ "id": conversation }))
        .await;
    assert_eq!(kept["turns"].as_array().map(Vec::len), Some(2));
}
