//! Edits of a video that share one encode.

use crate::support::Opened;
use patchbay_app::api::{RunStatus, StepStatus};
use patchbay_test_support::video;
use serde_json::{Value, json};

const REQUEST: &str =
    "cut the first 2 seconds off clip.mp4, make it vertical and fade it out at the end";

async fn saved(opened: &Opened, artifact: &Value) -> std::path::PathBuf {
    let path = opened.folder.file("saved.mp4");
    opened
        .call(
            "save_artifact",
            json!({ "artifact": artifact["id"], "path": path, "recipe": true }),
        )
        .await;
    path
}

#[tokio::test]
async fn three_edits_are_one_pass_with_one_result_and_a_whole_recipe() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    video::clip(opened.folder.path(), "clip.mp4", 6.0, "320x180", 25);
    let clip = opened
        .import(&conversation, &opened.folder.file("clip.mp4"))
        .await;
    let (_, run) = opened.ask(&conversation, REQUEST, &[&clip]).await;
    assert_eq!(run.status, RunStatus::Done, "{}", run.answer);
    let last = run.steps.last().unwrap();
    assert_eq!(run.steps.len(), 3, "{:?}", run.steps);
    for step in &run.steps[..2] {
        assert_eq!(
            (step.status, step.pass, step.outputs.len()),
            (StepStatus::Done, Some(last.index), 0),
            "{step:?}"
        );
    }
    assert_eq!(last.pass, None);
    assert!(run.answer.contains("in one pass"), "{}", run.answer);
    assert!(run.answer.contains("clip.mp4"), "{}", run.answer);
    let artifacts = opened.artifacts(&conversation).await;
    let shown: Vec<&Value> = artifacts
        .iter()
        .filter(|artifact| artifact["deleted"] == json!(false))
        .collect();
    assert_eq!(shown.len(), 2, "the clip and the result: {shown:?}");

    let result = shown[1];
    let path = saved(&opened, result).await;
    let facts = video::facts(&path);
    let stream = video::stream(&facts, "video").unwrap();
    let side = |name: &str| stream[name].as_f64().unwrap();
    let (width, height) = (side("width"), side("height"));
    assert!(
        (height / width - 16.0 / 9.0).abs() < 0.05,
        "{width} x {height}"
    );
    assert!(
        (result["seconds"].as_f64().unwrap() - 4.0).abs() < 0.1,
        "{result}"
    );
    let chain = opened
        .call("provenance", json!({ "artifact": result["id"] }))
        .await;
    assert_eq!(chain.as_array().unwrap().len(), 4, "{chain}");
}

#[tokio::test]
async fn the_recipe_of_a_pass_is_whole_and_makes_the_same_of_another_video() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    video::clip(opened.folder.path(), "clip.mp4", 6.0, "320x180", 25);
    let clip = opened
        .import(&conversation, &opened.folder.file("clip.mp4"))
        .await;
    let (_, run) = opened.ask(&conversation, REQUEST, &[&clip]).await;
    let result = opened
        .artifact(&conversation, &run.results.last().unwrap().artifact)
        .await;
    let path = saved(&opened, &result).await;
    let recipe = patchbay_app::recipe_in(&path, "result.mp4")
        .unwrap()
        .expect("a recipe");
    let tools: Vec<&str> = recipe.actions.iter().map(|action| &*action.tool).collect();
    assert_eq!(tools[0], "video_trimming", "{tools:?}");
    assert_eq!(tools.len(), 3, "{tools:?}");
    video::clip(opened.folder.path(), "other.mp4", 5.0, "320x180", 25);
    let other = opened
        .import(&conversation, &opened.folder.file("other.mp4"))
        .await;
    let again = opened
        .app
        .plan_recipe(
            conversation.clone(),
            recipe,
            vec![other["id"].as_str().unwrap().to_owned()],
        )
        .await
        .unwrap();
    let again = opened.run(&json!({ "id": again.id }), &[]).await;
    assert_eq!(again.status, RunStatus::Done, "{}", again.answer);
}

#[tokio::test]
async fn a_step_that_somebody_wants_to_look_at_is_written() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    video::clip(opened.folder.path(), "clip.mp4", 6.0, "320x180", 25);
    let clip = opened
        .import(&conversation, &opened.folder.file("clip.mp4"))
        .await;
    let (turn, run) = opened.ask(&conversation, REQUEST, &[&clip]).await;
    let asked = run.steps[0].actions[0];
    let written = opened
        .run_to_its_end(
            json!({ "turn": turn["id"], "solutions": run.solutions, "written": [asked] }),
        )
        .await;
    assert_eq!(written.status, RunStatus::Done, "{}", written.answer);
    assert_eq!(written.steps[0].outputs.len(), 1, "{:?}", written.steps);
    assert_eq!(written.steps[0].pass, None);
    let trimmed = opened
        .artifact(&conversation, &written.steps[0].outputs[0])
        .await;
    assert_eq!(
        (&trimmed["width"], &trimmed["height"]),
        (&json!(320), &json!(180))
    );
}

#[tokio::test]
async fn what_cannot_be_done_in_a_pass_is_named_and_what_came_before_is_kept() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    video::clip(opened.folder.path(), "clip.mp4", 6.0, "320x180", 25);
    let clip = opened
        .import(&conversation, &opened.folder.file("clip.mp4"))
        .await;
    let request =
        "cut the first 2 seconds off clip.mp4 and make it black and white from 0:50 to 0:55";
    let (_, run) = opened.ask(&conversation, request, &[&clip]).await;
    assert_eq!(run.status, RunStatus::Partial, "{}", run.answer);
    assert_eq!(run.steps[0].status, StepStatus::Done);
    assert_eq!(run.steps[0].outputs.len(), 1, "{:?}", run.steps);
    assert_eq!(run.steps[1].status, StepStatus::Failed);
}

#[tokio::test]
async fn a_format_is_written_by_the_pass_itself() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    video::clip(opened.folder.path(), "clip.mp4", 2.0, "160x90", 25);
    let clip = opened
        .import(&conversation, &opened.folder.file("clip.mp4"))
        .await;
    for (wish, ending, codec) in [
        ("as webm", "webm", "vp9"),
        ("then convert it to mkv at 10 fps", "mkv", "h264"),
    ] {
        let request = format!("flip clip.mp4 horizontally and make it black and white, {wish}");
        let (_, run) = opened.ask(&conversation, &request, &[&clip]).await;
        assert_eq!(run.status, RunStatus::Done, "{}", run.answer);
        let artifact = &run.results.last().unwrap().artifact;
        let result = opened.artifact(&conversation, artifact).await;
        assert!(
            result["name"].as_str().unwrap().ends_with(ending),
            "{result}"
        );
        let facts = video::facts(&saved(&opened, &result).await);
        let stream = video::stream(&facts, "video").unwrap();
        assert_eq!(stream["codec_name"], codec, "{wish}");
        let last = run.steps.last().unwrap();
        let before = &run.steps[..run.steps.len() - 1];
        assert!(
            before.iter().all(|step| step.pass == Some(last.index)),
            "{:?}",
            run.steps
        );
        if ending == "mkv" {
            assert_eq!(stream["avg_frame_rate"], "10/1");
        }
    }
}
