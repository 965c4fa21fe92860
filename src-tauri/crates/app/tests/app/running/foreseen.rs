//! Warnings before a plan runs: what it lacks, and what its result cannot keep.

use crate::support::{Opened, text};
use patchbay_app::api::{Offer, RunStatus};
use patchbay_test_support::png;
use patchbay_test_support::tracks::bilingual;
use patchbay_test_support::video::make;
use serde_json::json;

#[tokio::test]
async fn what_needs_a_model_says_so_and_offers_pointing() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    png(&opened.folder.file("photo.png"), 120, 80);
    let photo = opened
        .import(&conversation, &opened.folder.file("photo.png"))
        .await;
    let (_, run) = opened
        .ask(&conversation, "remove the dog from photo.png", &[&photo])
        .await;
    assert_eq!(run.status, RunStatus::Failed, "{run:?}");
    assert!(run.results.is_empty());
    let missing = run.missing.first().expect("something is missing");
    assert!(missing.bytes > 1_000_000, "its size is told: {missing:?}");
    assert_eq!(
        (missing.offer, missing.artifact.as_deref()),
        (Some(Offer::Point), photo["id"].as_str())
    );
    assert!(
        run.answer.contains("point at it in photo.png"),
        "{}",
        run.answer
    );
}

#[tokio::test]
async fn a_solution_that_lacks_a_model_for_its_words_says_so_before_it_runs() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    png(&opened.folder.file("photo.png"), 120, 80);
    let photo = opened
        .import(&conversation, &opened.folder.file("photo.png"))
        .await;
    let plan = async |words: &str| {
        let request = json!({ "conversation": conversation, "instruction": words, "artifacts": [photo["id"]] });
        opened.call("plan", request).await
    };
    let turn = plan("turn photo.png into a watercolour painting").await;
    let lacks = &turn["missing_actions"][0];
    assert_eq!(
        lacks["action"],
        json!({ "subtask": 0, "solution": 0, "action": 0 }),
        "{turn}"
    );
    assert!(
        lacks["needs"].as_str().unwrap().contains("InstructPix2Pix"),
        "{lacks}"
    );
    assert_eq!(
        plan("make photo.png brighter").await["missing_actions"],
        json!([])
    );
    let looks = plan("remove the dog from photo.png").await;
    let lacking = looks["missing_actions"].as_array().unwrap();
    let mut needs = lacking.iter().map(|lacks| lacks["needs"].as_str().unwrap());
    // What finds faces and codes alone finds no dog.
    assert!(
        needs.any(|needs| needs.contains("To find “dog”")),
        "{lacking:?}"
    );
}

#[tokio::test]
async fn what_a_result_cannot_keep_is_said_before_it_runs_and_in_the_answer() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    let folder = opened.folder.path();
    let spoken = opened
        .import(&conversation, &bilingual(folder, "talk.mkv", 2.0))
        .await;
    let request = json!({ "conversation": conversation, "instruction": "get the sound of talk.mkv", "artifacts": [spoken["id"]] });
    let turn = opened.call("plan", request).await;
    let told = "Of the 2 sound tracks of “talk.mkv” the result has only 1 (deu).";
    let place = json!({ "subtask": 0, "solution": 0, "action": 0 });
    assert_eq!(
        turn["losses"],
        json!([{ "action": place, "losses": [told] }]),
        "{}",
        turn["plan"]
    );
    let run = opened.run(&turn, &[]).await;
    assert_eq!(run.steps[0].notes, [told]);
    assert!(run.answer.ends_with(told), "{}", run.answer);
    let shown = opened
        .call("open_conversation", json!({ "id": conversation }))
        .await;
    assert_eq!(
        shown["turns"][0]["losses"],
        json!([]),
        "the run has told it"
    );
    let again = opened.run(&turn, &[]).await;
    assert_eq!(
        again.steps[0].notes,
        [told],
        "also where nothing was made anew"
    );
}

#[tokio::test]
async fn losses_are_foreseen_for_the_newest_turn_that_has_not_run() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    let folder = opened.folder.path();
    let spoken = opened
        .import(&conversation, &bilingual(folder, "talk.mkv", 2.0))
        .await;
    let request = json!({ "conversation": conversation, "instruction": "get the sound of talk.mkv", "artifacts": [spoken["id"]] });
    let older = opened.call("plan", request.clone()).await;
    let newer = opened.call("plan", request).await;
    assert_ne!(older["losses"], json!([]));
    let losses = async || {
        let shown = opened
            .call("open_conversation", json!({ "id": conversation }))
            .await;
        [0_usize, 1].map(|turn| shown["turns"][turn]["losses"].clone())
    };
    assert_eq!(losses().await, [json!([]), newer["losses"].clone()]);
    opened.run(&newer, &[]).await;
    assert_eq!(losses().await, [older["losses"].clone(), json!([])]);
}

#[tokio::test]
async fn frames_that_a_tool_does_not_use_are_said_in_the_plan_and_in_the_answer() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    let moving = "-f lavfi -i testsrc=s=48x36:d=0.5:r=10";
    let moving = make(opened.folder.path(), "wave.gif", moving);
    let wave = opened.import(&conversation, &moving).await;
    let recipe = json!({
        "given": [{ "name": "wave.gif", "type": wave["type"] }],
        "actions": [{
            "tool": "image_compression",
            "inputs": { "image": "wave.gif" },
            "outputs": [{ "type": "image", "value": "<GEN>-0-0" }],
        }],
        "seed": 1,
    });
    let recipe = serde_json::from_value(recipe).unwrap();
    let turn = opened
        .app
        .plan_recipe(conversation, recipe, vec![text(&wave["id"])])
        .await
        .unwrap();
    let turn = serde_json::to_value(turn).unwrap();
    let told = "“wave.gif” has 5 frames, and only the first is used.";
    assert_eq!(turn["losses"][0]["losses"], json!([told]), "{turn}");
    let run = opened.run(&turn, &[]).await;
    assert_eq!(run.status, RunStatus::Done, "{}", run.answer);
    assert_eq!(run.steps[0].notes, [told]);
    assert!(run.answer.contains(told), "{}", run.answer);
}
