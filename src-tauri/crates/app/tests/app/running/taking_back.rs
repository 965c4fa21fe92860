//! Turns that are taken back: what follows works on what was there before them.

use crate::support::Opened;
use patchbay_app::api::RunStatus;
use patchbay_test_support::png;
use serde_json::{Value, json};

/// A conversation with a picture of 120 × 80 that was turned, and then made gray; its two turns.
async fn edited_twice(opened: &Opened) -> (String, [String; 2]) {
    let conversation = opened.conversation().await;
    png(&opened.folder.file("photo.png"), 120, 80);
    let photo = opened
        .import(&conversation, &opened.folder.file("photo.png"))
        .await;
    let words = "rotate photo.png by 90 degrees";
    let (turned, run) = opened.ask(&conversation, words, &[&photo]).await;
    assert_eq!(run.status, RunStatus::Done);
    let (gray, run) = opened.ask(&conversation, "make it grayscale", &[]).await;
    assert_eq!(run.status, RunStatus::Done);
    (conversation, [&turned, &gray].map(id))
}

fn id(turn: &Value) -> String {
    turn["id"].as_str().expect("an id").to_owned()
}

/// The plan for more words.
async fn planned(opened: &Opened, conversation: &str, words: &str) -> Value {
    let request = json!({ "conversation": conversation, "instruction": words, "artifacts": [] });
    opened.call("plan", request).await
}

/// The file that a request for more words works on.
async fn works_on(opened: &Opened, conversation: &str) -> String {
    let turn = planned(opened, conversation, "flip it horizontally").await;
    let action = &turn["plan"]["subtasks"][0]["solutions"][0]["actions"][0];
    let image = action["inputs"]["image"].as_str();
    image
        .unwrap_or_else(|| panic!("an image: {turn}"))
        .to_owned()
}

#[tokio::test]
async fn it_is_what_was_there_before_a_turn_that_was_taken_back() {
    let opened = Opened::new();
    let (conversation, [turned, gray]) = edited_twice(&opened).await;
    let newest = works_on(&opened, &conversation).await;

    let taken_back = opened.call("take_back", json!({ "turn": gray })).await;
    assert_eq!(taken_back["taken_back"], true, "{taken_back}");
    let before = works_on(&opened, &conversation).await;
    assert_ne!(before, newest);
    opened.call("take_back", json!({ "turn": turned })).await;
    assert_eq!(works_on(&opened, &conversation).await, "photo.png");

    opened.call("bring_back", json!({ "turn": turned })).await;
    assert_eq!(works_on(&opened, &conversation).await, before);
    opened.call("bring_back", json!({ "turn": gray })).await;
    assert_eq!(works_on(&opened, &conversation).await, newest);
}

#[tokio::test]
async fn words_take_a_turn_back() {
    let opened = Opened::new();
    let (conversation, [turned, gray]) = edited_twice(&opened).await;
    let newest = works_on(&opened, &conversation).await;

    let undo = planned(&opened, &conversation, "undo that").await;
    let found = opened.call("readings", json!({ "turn": undo["id"] })).await;
    assert_eq!(found["take"], 0, "{found}");
    let way = &found["others"][0];
    assert_eq!(way["takes_back"], json!([gray]), "{found}");
    assert_eq!(way["calls"][0]["act"], "takes_back", "{found}");
    let reading = json!({ "turn": undo["id"], "reading": way["reading"] });
    let undone = opened.call("plan_reading", reading).await;
    assert_eq!(undone["takes_back"], json!([gray]), "{undone}");
    assert_ne!(works_on(&opened, &conversation).await, newest);

    let kept = opened
        .call("open_conversation", json!({ "id": conversation }))
        .await;
    let turns = kept["turns"].as_array().expect("a list");
    let is_back = |id: &str| {
        let turn = turns.iter().find(|turn| turn["id"] == id).expect("a turn");
        turn["taken_back"].as_bool().expect("whether it is")
    };
    assert!(is_back(&gray) && !is_back(&turned), "{kept}");
    assert!(
        is_back(undo["id"].as_str().expect("an id")),
        "it is meant otherwise"
    );
}

/// The titles and requests of a conversation's turns as fronts see them.
async fn shown(opened: &Opened, conversation: &str) -> (String, Vec<String>) {
    let kept = opened
        .call("open_conversation", json!({ "id": conversation }))
        .await;
    let turns = kept["turns"].as_array().expect("a list").iter();
    let words = turns.map(|turn| turn["instruction"].as_str().expect("words").to_owned());
    (
        crate::support::text(&kept["summary"]["title"]),
        words.collect(),
    )
}

#[tokio::test]
async fn a_turn_is_deleted_with_what_it_made_and_comes_back() {
    let opened = Opened::new();
    let (conversation, [turned, gray]) = edited_twice(&opened).await;
    let before = shown(&opened, &conversation).await;
    let artifacts = opened.artifacts(&conversation).await;
    let newest = crate::support::text(&artifacts.last().expect("a result")["name"]);

    let deleted = opened.call("delete_turn", json!({ "turn": gray })).await;
    assert_eq!(deleted["kept"], json!([]));
    assert_eq!(deleted["artifacts"][0]["deleted"], true, "{deleted}");
    assert_eq!(deleted["artifacts"][0]["name"], newest.as_str());
    assert_ne!(
        works_on(&opened, &conversation).await,
        newest,
        "“it” is what was there before"
    );
    let again = opened
        .try_call("run", json!({ "turn": gray, "solutions": [] }))
        .await;
    assert!(again.is_err(), "what nobody sees does not run");

    // What it is planned with stays.
    let deleted = opened.call("delete_turn", json!({ "turn": turned })).await;
    assert_eq!(
        deleted["kept"].as_array().expect("a list").len(),
        1,
        "{deleted}"
    );
    let (title, words) = shown(&opened, &conversation).await;
    assert_eq!(words, ["flip it horizontally"]);
    assert_eq!(
        title, "flip it horizontally",
        "the title was the words of the first request"
    );
    let found = opened
        .call("search_conversations", json!({ "words": "rotate" }))
        .await;
    assert_eq!(found, json!([]));

    opened.call("restore_turn", json!({ "turn": turned })).await;
    let restored = opened.call("restore_turn", json!({ "turn": gray })).await;
    assert_eq!(restored["turn"]["instruction"], "make it grayscale");
    assert_eq!(restored["artifacts"][0]["deleted"], false, "{restored}");
    let (title, words) = shown(&opened, &conversation).await;
    assert_eq!((&title, &words[..2]), (&before.0, &before.1[..]));
}
