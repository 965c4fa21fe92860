//! Results of requests are kept with how they were made; they can be made again, and once more
//! otherwise.

use crate::support::Opened;
use patchbay_app::api::RunStatus;
use patchbay_test_support::{png, video};
use serde_json::json;

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
    let mut clips = Vec::new();
    for run in [&first, &second, &third] {
        clips.push(
            opened
                .artifact(&conversation, &run.results[0].artifact)
                .await["asset"]
                .clone(),
        );
    }
    assert!(
        clips[0] != clips[1] && clips[0] != clips[2] && clips[1] != clips[2],
        "{clips:?}"
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
            json!({ "artifact": faded["id"], "path": saved, "recipe": true }),
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
async fn a_sound_keeps_its_format_through_all_its_edits() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    video::make(
        opened.folder.path(),
        "tone.mp3",
        "-f lavfi -i sine=frequency=440:duration=3 -f lavfi -i color=c=blue:s=32x32:r=1:d=1 -map 0 -map 1 -c:v png \
         -disposition:v attached_pic -metadata title=Boats",
    );
    let tone = opened
        .import(&conversation, &opened.folder.file("tone.mp3"))
        .await;
    for (request, ending, codec) in [
        (
            "make tone.mp3 quieter, then fade it out over 1 second",
            "mp3",
            "mp3",
        ),
        ("fade out tone.mp3 over 1 second as flac", "flac", "flac"),
    ] {
        let (_, run) = opened.ask(&conversation, request, &[&tone]).await;
        assert_eq!(run.status, RunStatus::Done, "{}", run.answer);
        let artifact = &run.results.last().unwrap().artifact;
        let result = opened.artifact(&conversation, artifact).await;
        let name = result["name"].as_str().unwrap();
        assert!(name.ends_with(ending), "{result}");
        let path = opened.folder.file(&format!("saved.{ending}"));
        let saved = json!({ "artifact": result["id"], "path": path });
        opened.call("save_artifact", saved).await;
        let facts = video::facts(&path);
        let stream = video::stream(&facts, "audio").unwrap();
        assert_eq!(stream["codec_name"], codec, "{request}");
        let cover = video::stream(&facts, "video").expect("its cover");
        assert_eq!(cover["disposition"]["attached_pic"], 1, "{request}");
        assert!(facts["format"].to_string().contains("Boats"), "{request}");
    }
}
