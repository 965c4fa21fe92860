//! Requests from words to results: what is kept, what is answered, and what happens when it goes
//! wrong.

mod support;

use patchbay_app::api::{Event, Offer, RunStatus, StepStatus};
use patchbay_test_support::tracks::bilingual;
use patchbay_test_support::{png, video};
use serde_json::{Value, json};
use support::{Opened, PATIENCE};

#[tokio::test]
async fn a_result_is_kept_with_its_chain_and_outlives_the_program() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    png(&opened.folder.file("photo.png"), 120, 80);
    let photo = opened
        .import(&conversation, &opened.folder.file("photo.png"))
        .await;
    let (turn, run) = opened
        .ask(&conversation, "show me the edges of photo.png", &[&photo])
        .await;
    assert_eq!(run.status, RunStatus::Done, "{run:?}");
    let result = opened
        .artifact(&conversation, &run.results[0].artifact)
        .await;
    assert_eq!(
        (&result["width"], &result["height"]),
        (&json!(120), &json!(80))
    );
    let name = result["name"].as_str().unwrap();
    assert!(
        run.answer.contains(name) && run.answer.contains("photo.png"),
        "{}",
        run.answer
    );
    assert_eq!(result["origin"]["inputs"][0]["id"], photo["id"]);
    let opened = opened.reopen().await;
    let shown = opened
        .call("open_conversation", json!({ "id": conversation }))
        .await;
    assert_eq!(shown["turns"][0]["plan"], turn["plan"]);
    assert_eq!(
        shown["turns"][0]["runs"][0],
        serde_json::to_value(&run).unwrap()
    );
    // What came of it can be spoken of in the next request.
    let (_, again) = opened.ask(&conversation, "make it brighter", &[]).await;
    assert_eq!(again.status, RunStatus::Done, "{}", again.answer);
    let chain = opened
        .call(
            "provenance",
            json!({ "artifact": again.results[0].artifact }),
        )
        .await;
    assert_eq!(chain[0]["artifact"]["id"], photo["id"]);
    assert_eq!(chain[0]["label"], "Given");
}

#[tokio::test]
async fn a_second_run_keeps_the_first_and_makes_nothing_twice() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    png(&opened.folder.file("photo.png"), 60, 40);
    let photo = opened
        .import(&conversation, &opened.folder.file("photo.png"))
        .await;
    let (turn, first) = opened
        .ask(&conversation, "make photo.png black and white", &[&photo])
        .await;
    let second = opened.run(&turn, &first.solutions).await;
    assert_eq!(first.results, second.results);
    assert_eq!(
        opened.artifacts(&conversation).await.len(),
        2,
        "the photo and the result"
    );
    opened
        .call(
            "delete_artifact",
            json!({ "artifact": first.results[0].artifact }),
        )
        .await;
    let third = opened.run(&turn, &first.solutions).await;
    assert_ne!(
        first.results, third.results,
        "what was deleted is there again"
    );
    assert_eq!(opened.artifacts(&conversation).await.len(), 2);
    let shown = opened
        .call("open_conversation", json!({ "id": conversation }))
        .await;
    assert_eq!(shown["turns"][0]["runs"].as_array().unwrap().len(), 3);
    let too_far = json!({ "turn": turn["id"], "solutions": [99] });
    let error = opened.try_call("run", too_far).await.unwrap_err();
    assert!(error.message.contains("no way 100"), "{error}");
}

#[tokio::test]
async fn another_take_is_new_and_can_be_made_again_by_its_recipe() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    let (turn, first) = opened
        .ask(&conversation, "compose a calm 2 second piano tune", &[])
        .await;
    assert_eq!(first.status, RunStatus::Done, "{}", first.answer);
    let take = json!({ "turn": turn["id"], "solutions": first.solutions, "another_take": true });
    let second = opened.run_to_its_end(take.clone()).await;
    let again = opened.run(&turn, &second.solutions).await;
    assert_eq!(
        again.results, second.results,
        "a further run is of the newest take"
    );
    let third = opened.run_to_its_end(take).await;
    let mut sounds = Vec::new();
    for run in [&first, &second, &third] {
        sounds.push(
            opened
                .artifact(&conversation, &run.results[0].artifact)
                .await["asset"]
                .clone(),
        );
    }
    assert!(
        sounds[0] != sounds[1] && sounds[0] != sounds[2] && sounds[1] != sounds[2],
        "{sounds:?}"
    );

    // The next request is about the newest take, and has a seed of its own; what it makes of the
    // take tells both.
    let (_, faded) = opened
        .ask(&conversation, "fade it out over 1 second", &[])
        .await;
    let faded = opened
        .artifact(&conversation, &faded.results[0].artifact)
        .await;
    assert_eq!(
        faded["origin"]["inputs"][0]["id"],
        json!(third.results[0].artifact)
    );
    let saved = opened.folder.file("faded.wav");
    opened
        .call(
            "save_artifact",
            json!({ "artifact": faded["id"], "path": saved }),
        )
        .await;
    let recipe = patchbay_app::recipe_in(&saved, "faded.wav")
        .unwrap()
        .expect("a recipe");
    assert_eq!(
        (recipe.seed, recipe.actions[0].seed, recipe.actions[1].seed),
        (7, Some(9), None)
    );
    let elsewhere = Opened::new();
    let conversation = elsewhere.conversation().await;
    let turn = elsewhere
        .app
        .plan_recipe(conversation.clone(), recipe, Vec::new())
        .await
        .unwrap();
    let run = elsewhere.run(&json!({ "id": turn.id }), &[]).await;
    assert_eq!(
        elsewhere
            .artifact(&conversation, &run.results[0].artifact)
            .await["asset"],
        faded["asset"]
    );
}

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
