//! Runs that go on from an earlier one of the same request.

use std::fs;

use crate::support::Opened;
use patchbay_app::api::{Run, RunStatus, StepStatus};
use patchbay_test_support::{png, video};
use serde_json::{Value, json};

/// Where the file of an artifact lies.
fn file_of(opened: &Opened, artifact: &Value) -> std::path::PathBuf {
    let asset = artifact["asset"].as_str().unwrap();
    let mut folders = vec![opened.folder.file("data")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().flatten() {
            let is_it = entry.file_name().to_string_lossy().contains(&asset[4..]);
            if entry.path().is_dir() {
                folders.push(entry.path());
            } else if is_it {
                return entry.path();
            }
        }
    }
    panic!("no file of {asset}")
}

fn results(run: &Run) -> Vec<String> {
    run.results
        .iter()
        .map(|result| result.artifact.clone())
        .collect()
}

#[tokio::test]
async fn what_failed_is_tried_again_after_a_restart_and_the_rest_stays() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    let mut pictures = Vec::new();
    for (name, side) in [("a.png", 40), ("b.png", 48), ("c.png", 56)] {
        png(&opened.folder.file(name), side, side);
        pictures.push(
            opened
                .import(&conversation, &opened.folder.file(name))
                .await,
        );
    }
    // A disk that is away for a moment.
    let (file, away) = (file_of(&opened, &pictures[1]), opened.folder.file("away"));
    fs::rename(&file, &away).unwrap();
    let all: Vec<&Value> = pictures.iter().collect();
    let (turn, run) = opened
        .ask(&conversation, "rotate them all by 90 degrees", &all)
        .await;
    assert_eq!(run.status, RunStatus::Partial, "{}", run.answer);
    assert_eq!(run.results.len(), 2, "{run:?}");
    fs::rename(&away, &file).unwrap();

    let opened = opened.reopen().await;
    let arguments =
        json!({ "turn": turn["id"], "solutions": run.solutions, "goes_on_from": run.id });
    let again = opened.run_to_its_end(arguments.clone()).await;
    assert_eq!(again.status, RunStatus::Done, "{}", again.answer);
    let (before, now) = (results(&run), results(&again));
    assert_eq!(now.len(), 3);
    assert_eq!([&now[0], &now[2]], [&before[0], &before[1]]);
    let given_and_made = opened.artifacts(&conversation).await.len();
    assert_eq!(given_and_made, 6, "nothing was made twice");

    // What was deleted meanwhile is made anew.
    opened
        .call("delete_artifact", json!({ "artifact": now[0] }))
        .await;
    let third = opened.run_to_its_end(arguments).await;
    assert_eq!(third.status, RunStatus::Done, "{}", third.answer);
    assert_ne!(results(&third)[0], now[0]);

    let other = opened
        .ask(&conversation, "make them black and white", &all)
        .await
        .0;
    let foreign = json!({ "turn": other["id"], "solutions": [], "goes_on_from": run.id });
    let error = opened.try_call("run", foreign).await.unwrap_err();
    assert!(error.message.contains("something else"), "{error}");
}

#[tokio::test]
async fn steps_that_shared_an_encode_are_taken_over_together() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    video::clip(opened.folder.path(), "clip.mp4", 4.0, "160x90", 25);
    let clip = opened.folder.file("clip.mp4");
    let clip = opened.import(&conversation, &clip).await;
    let request =
        "cut the first 2 seconds off clip.mp4, make it vertical and fade it out at the end";
    let (turn, run) = opened.ask(&conversation, request, &[&clip]).await;
    assert_eq!(run.status, RunStatus::Done, "{}", run.answer);

    let opened = opened.reopen().await;
    let arguments =
        json!({ "turn": turn["id"], "solutions": run.solutions, "goes_on_from": run.id });
    let again = opened.run_to_its_end(arguments).await;
    assert_eq!(again.status, RunStatus::Done, "{}", again.answer);
    assert_eq!(results(&again), results(&run));
    let told = |run: &Run| -> Vec<_> {
        let steps = run.steps.iter();
        steps
            .map(|step| {
                (
                    step.status,
                    step.pass,
                    step.outputs.clone(),
                    step.seconds.to_bits(),
                )
            })
            .collect()
    };
    assert_eq!(told(&again), told(&run));
    assert!(
        again
            .steps
            .iter()
            .all(|step| step.status == StepStatus::Done)
    );
    assert_eq!(opened.artifacts(&conversation).await.len(), 2);
}
