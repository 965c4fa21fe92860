//! How long solutions are said to take.

use patchbay_app::api::RunStatus;
use patchbay_test_support::png;
use serde_json::{Value, json};

use crate::support::{Opened, text};

#[tokio::test]
async fn what_ran_tells_how_long_more_of_it_takes_also_after_a_restart() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    let import = async |name: &str, width: u32, height: u32| {
        let path = opened.folder.file(name);
        png(&path, width, height);
        opened.import(&conversation, &path).await
    };
    let small = import("small.png", 1600, 1200).await;
    let large = import("large.png", 3200, 2400).await;
    let (_, run) = opened
        .ask(&conversation, "make small.png black and white", &[&small])
        .await;
    assert_eq!(run.status, RunStatus::Done, "{run:?}");
    let took: f64 = run.steps.iter().map(|step| step.seconds).sum();

    let is_four_times = |turn: &Value| {
        let said = turn["plan"]["subtasks"][0]["solutions"][0]["seconds"].as_f64();
        let times = said.expect("a solution says how long it takes") / took;
        assert!((3.0..=4.1).contains(&times), "{said:?} after {took}");
    };
    let request = json!({
        "conversation": conversation,
        "instruction": "make large.png black and white",
        "artifacts": [text(&large["id"])],
    });
    is_four_times(&opened.call("plan", request.clone()).await);
    let opened = opened.reopen().await;
    is_four_times(&opened.call("plan", request).await);
}
