//! Requests that are meant otherwise than they were planned, and what follows them.

use crate::support::Opened;
use patchbay_app::api::RunStatus;
use patchbay_test_support::png;
use serde_json::{Value, json};

/// A conversation with one picture.
async fn with_photo(opened: &Opened) -> (String, Value) {
    let conversation = opened.conversation().await;
    png(&opened.folder.file("photo.png"), 120, 80);
    let photo = opened
        .import(&conversation, &opened.folder.file("photo.png"))
        .await;
    (conversation, photo)
}

/// The plan for more words.
async fn planned(opened: &Opened, conversation: &str, words: &str) -> Value {
    let request = json!({ "conversation": conversation, "instruction": words, "artifacts": [] });
    opened.call("plan", request).await
}

/// The turn in which a request is meant as a change of a step to this value.
async fn changed_to(opened: &Opened, turn: &Value, value: &str) -> Value {
    let found = opened.call("readings", json!({ "turn": turn["id"] })).await;
    let is_meant = |way: &&Value| {
        let call = &way["calls"][0];
        call["act"] == "changes" && call["values"][0]["value"] == value
    };
    let others = found["others"].as_array().expect("a list");
    let way = others.iter().find(is_meant);
    let way = way.unwrap_or_else(|| panic!("a change to {value}: {found}"));
    let reading = json!({ "turn": turn["id"], "reading": way["reading"] });
    opened.call("plan_reading", reading).await
}

/// The inputs of the only step of a plan.
fn inputs(turn: &Value) -> &Value {
    let subtasks = turn["plan"]["subtasks"].as_array().expect("a list");
    assert_eq!(subtasks.len(), 1, "{turn}");
    &subtasks[0]["solutions"][0]["actions"][0]["inputs"]
}

#[tokio::test]
async fn words_that_only_take_back_do_nothing_where_nothing_can_be() {
    let opened = Opened::new();
    let (conversation, photo) = with_photo(&opened).await;
    let request =
        json!({ "conversation": conversation, "instruction": "undo", "artifacts": [photo["id"]] });
    let turn = opened.call("plan", request).await;
    let found = opened.call("readings", json!({ "turn": turn["id"] })).await;
    assert_eq!(found["unsure"], true, "{found}");
    assert_eq!(found["take"], Value::Null, "{found}");
}

#[tokio::test]
async fn words_choose_one_of_what_was_offered_or_nothing() {
    let opened = Opened::new();
    let (conversation, photo) = with_photo(&opened).await;
    let words = "rotate photo.png by 90 degrees";
    opened.ask(&conversation, words, &[&photo]).await;
    for (words, place) in [
        ("the second one", json!(2)),
        ("the third, obviously", json!(3)),
        ("the last one", json!(-1)),
        ("make it 45 degrees", Value::Null),
        ("crop it to a square", Value::Null),
        ("thanks", Value::Null),
    ] {
        let said = json!({ "conversation": conversation, "words": words });
        let choice = opened.call("choice_said", said).await;
        assert_eq!(choice["place"], place, "{words}");
    }
}

#[tokio::test]
async fn a_change_of_a_step_works_on_what_the_step_worked_on() {
    let opened = Opened::new();
    let (conversation, photo) = with_photo(&opened).await;
    let words = "rotate photo.png by 90 degrees";
    let (_, run) = opened.ask(&conversation, words, &[&photo]).await;
    assert_eq!(run.status, RunStatus::Done);

    let turn = planned(&opened, &conversation, "too much, 45 degrees").await;
    let changed = changed_to(&opened, &turn, "45").await;
    assert_eq!(inputs(&changed)["image"], "photo.png", "{changed}");
    assert_eq!(inputs(&changed)["angle"], "45", "{changed}");
    assert_eq!(
        opened.run(&changed, &[]).await.status,
        RunStatus::Done,
        "{changed}"
    );

    // What was planned at first and never ran is no step: the same one is changed once more.
    let turn = planned(&opened, &conversation, "30 degrees is enough").await;
    let changed = changed_to(&opened, &turn, "30").await;
    assert_eq!(inputs(&changed)["image"], "photo.png", "{changed}");
    assert_eq!(inputs(&changed)["angle"], "30", "{changed}");
}

#[tokio::test]
async fn a_turn_that_ran_is_read_again_as_it_was_asked() {
    let opened = Opened::new();
    let (conversation, photo) = with_photo(&opened).await;
    let words = "rotate photo.png by 90 degrees";
    opened.ask(&conversation, words, &[&photo]).await;
    let turn = planned(&opened, &conversation, "too much, 45 degrees").await;
    let before = opened.call("readings", json!({ "turn": turn["id"] })).await;
    opened.run(&turn, &[]).await;
    let after = opened.call("readings", json!({ "turn": turn["id"] })).await;
    assert_eq!(before, after);
    let changed = changed_to(&opened, &turn, "45").await;
    assert_eq!(inputs(&changed)["image"], "photo.png", "{changed}");
}

#[tokio::test]
async fn what_was_done_without_some_words_can_be_changed() {
    let opened = Opened::new();
    let (conversation, photo) = with_photo(&opened).await;
    let words = "make photo.png black and white and save it as a psd";
    let request =
        json!({ "conversation": conversation, "instruction": words, "artifacts": [photo["id"]] });
    let refused = opened.call("plan", request).await;
    let without = opened
        .call("plan_without", json!({ "turn": refused["id"] }))
        .await;
    assert_eq!(opened.run(&without, &[]).await.status, RunStatus::Done);
    let turn = planned(&opened, &conversation, "sepia instead").await;
    let changed = changed_to(&opened, &turn, "sepia").await;
    assert_eq!(inputs(&changed)["image"], "photo.png", "{changed}");
}

#[tokio::test]
async fn a_reading_that_there_is_not_is_refused() {
    let opened = Opened::new();
    let (conversation, photo) = with_photo(&opened).await;
    let (turn, _) = opened
        .ask(&conversation, "rotate photo.png by 90 degrees", &[&photo])
        .await;
    let reading = json!({ "turn": turn["id"], "reading": 99 });
    let error = opened
        .try_call("plan_reading", reading)
        .await
        .expect_err("there are fewer");
    assert!(error.message.contains("not read like that"), "{error:?}");
}

#[tokio::test]
async fn what_asks_for_nothing_is_talk() {
    let opened = Opened::new();
    let (conversation, photo) = with_photo(&opened).await;
    for (words, talk) in [("hello", "remark"), ("what can you do?", "question")] {
        let request = json!({ "conversation": conversation, "instruction": words, "artifacts": [photo["id"]] });
        let turn = opened.call("plan", request).await;
        let found = opened.call("readings", json!({ "turn": turn["id"] })).await;
        assert_eq!(found["talk"], talk, "{words}: {found}");
    }
    let words = "rotate photo.png by 90 degrees";
    let request =
        json!({ "conversation": conversation, "instruction": words, "artifacts": [photo["id"]] });
    let turn = opened.call("plan", request).await;
    let found = opened.call("readings", json!({ "turn": turn["id"] })).await;
    assert_eq!(found["talk"], Value::Null, "{found}");
}

/// The ways in which a turn's request can be meant.
async fn readings(opened: &Opened, turn: &Value) -> Value {
    opened.call("readings", json!({ "turn": turn["id"] })).await
}

/// The corrections that are kept.
async fn corrections(opened: &Opened) -> Vec<Value> {
    let found = opened.call("corrections", json!({})).await;
    found["corrections"].as_array().expect("a list").clone()
}

#[tokio::test]
async fn what_a_person_says_was_meant_is_done_the_next_time() {
    let opened = Opened::new();
    let (conversation, photo) = with_photo(&opened).await;
    let words = "my cat sits sideways in photo.png";
    let ask = |conversation: &str, photo: &Value| json!({ "conversation": conversation, "instruction": words, "artifacts": [photo["id"]] });
    let turn = opened.call("plan", ask(&conversation, &photo)).await;
    let found = readings(&opened, &turn).await;
    let others = found["others"].as_array().expect("a list");
    let is_other = |way: &&Value| way["reading"] != found["take"];
    let way = others.iter().rfind(is_other).expect("another way");
    let chosen = json!({ "turn": turn["id"], "reading": way["reading"] });
    let meant = opened.call("plan_reading", chosen).await;
    let kept = corrections(&opened).await;
    assert_eq!(kept.len(), 1, "{kept:?}");
    assert_eq!(kept[0]["words"], words);

    // Nobody asks about what a person chose, and it keeps nothing more.
    let after = readings(&opened, &meant).await;
    assert_eq!(after["unsure"], false, "{after}");
    assert_eq!(after["take"], Value::Null, "{after}");

    let (conversation, photo) = with_photo(&opened).await;
    let again = opened.call("plan", ask(&conversation, &photo)).await;
    let found = readings(&opened, &again).await;
    assert_eq!(found["take"], way["reading"], "{found}");
    let taken = json!({ "turn": again["id"], "reading": found["take"] });
    let taken = opened.call("plan_reading", taken).await;
    assert_eq!(inputs(&taken), inputs(&meant));
    assert_eq!(corrections(&opened).await, kept);

    let forgotten = json!({ "correction": kept[0]["id"] });
    opened.call("delete_correction", forgotten.clone()).await;
    assert!(corrections(&opened).await.is_empty());
    opened.call("restore_correction", forgotten).await;
    assert_eq!(corrections(&opened).await, kept);
}
