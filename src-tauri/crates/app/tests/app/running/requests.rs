//! Requests that say something together with those before them, and parts of requests that nothing
//! can do.

use crate::support::Opened;
use patchbay_app::api::RunStatus;
use patchbay_test_support::png;
use serde_json::{Value, json};

#[tokio::test]
async fn a_request_that_comes_while_another_runs_is_done_by_itself() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    png(&opened.folder.file("photo.png"), 120, 80);
    let photo = opened
        .import(&conversation, &opened.folder.file("photo.png"))
        .await;
    let plan = async |words: &str, artifacts: &[&Value]| {
        let request =
            json!({ "conversation": conversation, "instruction": words, "artifacts": artifacts });
        opened.call("plan", request).await
    };
    plan("make photo.png black and white", &[&photo["id"]]).await;
    let turn = plan("rotate the photo", &[]).await;
    let action = &turn["plan"]["subtasks"][0]["solutions"][0]["actions"][0];
    let inputs = json!({ "image": "photo.png", "text": "rotate the photo", "angle": "90" });
    assert_eq!(action["inputs"], inputs, "{turn}");
}

#[tokio::test]
async fn what_nothing_takes_up_can_be_left_out() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    png(&opened.folder.file("photo.png"), 120, 80);
    let photo = opened
        .import(&conversation, &opened.folder.file("photo.png"))
        .await;
    let words = "make photo.png black and white and save it as a psd";
    let request =
        json!({ "conversation": conversation, "instruction": words, "artifacts": [photo["id"]] });
    let turn = opened.call("plan", request).await;
    assert_eq!(turn["plan"]["subtasks"], json!([]), "{turn}");
    assert_eq!(turn["plan"]["withheld"].as_array().unwrap().len(), 1);
    let without = opened
        .call("plan_without", json!({ "turn": turn["id"] }))
        .await;
    let action = &without["plan"]["subtasks"][0]["solutions"][0]["actions"][0];
    assert_eq!(action["inputs"]["look"], "black and white", "{without}");
    let said = without["instruction"].as_str().unwrap();
    assert!(said.starts_with("make photo.png black and white") && !said.contains("psd"));
    let again = json!({ "turn": without["id"] });
    let error = opened.try_call("plan_without", again).await.unwrap_err();
    assert!(error.message.contains("without those words"), "{error:?}");
}

#[tokio::test]
async fn the_same_once_more_with_a_region_is_done_once() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    png(&opened.folder.file("photo.png"), 120, 80);
    let photo = opened
        .import(&conversation, &opened.folder.file("photo.png"))
        .await;
    let (turn, run) = opened
        .ask(&conversation, "remove the dog from photo.png", &[&photo])
        .await;
    assert_eq!(run.status, RunStatus::Failed, "{turn}");
    let prompt =
        json!({ "points": [{ "x": 60.0, "y": 40.0, "include": true }], "bounding_box": null });
    let accept = json!({ "artifact": photo["id"], "prompt": prompt, "candidate": "object" });
    let region = opened.call("accept_region", accept).await;
    let (turn, run) = opened
        .ask(
            &conversation,
            "remove the dog from photo.png",
            &[&photo, &region],
        )
        .await;
    assert_eq!(run.status, RunStatus::Done, "{turn}");
    let description = turn["plan"]["subtasks"][0]["description"].as_str().unwrap();
    assert_eq!(description.matches("dog").count(), 1, "{description}");
}

#[tokio::test]
async fn a_part_that_no_tool_can_do_is_answered_with_a_question() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    let mut photos = Vec::new();
    for name in ["a.png", "b.png"] {
        png(&opened.folder.file(name), 60, 40);
        photos.push(
            opened
                .import(&conversation, &opened.folder.file(name))
                .await,
        );
    }
    let words = "show me the edges of a.png, and count how many photos I gave you";
    let (_, run) = opened
        .ask(&conversation, words, &[&photos[0], &photos[1]])
        .await;
    assert!(
        run.answer.contains("You gave me 2 files") && run.answer.contains('?'),
        "{}",
        run.answer
    );
    assert!(!run.results.is_empty(), "{run:?}");
}

#[tokio::test]
async fn what_is_done_with_many_files_is_told_in_one_sentence() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    let mut pictures = Vec::new();
    for number in 0..5 {
        let file = opened.folder.file(&format!("{number}.png"));
        png(&file, 120 + number, 80);
        pictures.push(opened.import(&conversation, &file).await);
    }
    let given: Vec<&Value> = pictures.iter().collect();
    let (_, run) = opened
        .ask(&conversation, "make them all sepia", &given)
        .await;
    assert_eq!(run.results.len(), 5, "{}", run.answer);
    let sentence =
        "Here are 5 results, made from 0.png, 1.png, 2.png, 3.png and 4.png by Edit a picture";
    assert!(run.answer.starts_with(sentence), "{}", run.answer);
    assert_eq!(run.answer.lines().count(), 1, "{}", run.answer);
}
