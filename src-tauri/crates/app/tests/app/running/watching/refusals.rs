//! Folders that cannot be watched, and recipes that cannot watch one.

use std::fs;

use patchbay_app::api::RunStatus;
use patchbay_test_support::png;
use serde_json::json;

use super::Watching;

#[tokio::test]
async fn what_cannot_be_watched_says_why() {
    let all = Watching::new().await;
    let said = all.refused(all.arguments("shots", "shots")).await;
    assert!(said.contains("again"), "{said}");
    fs::create_dir(all.path("shots/done")).unwrap();
    let said = all.refused(all.arguments("shots", "shots/done")).await;
    assert!(said.contains("“done”"), "{said}");
    let said = all.refused(all.arguments("nowhere", "web")).await;
    assert!(said.contains("“nowhere” is not there"), "{said}");
    let said = all.refused(all.arguments("shots", "photo.png")).await;
    assert!(
        said.contains("“photo.png” is not there, or is no folder"),
        "{said}"
    );
    let said = all.refused(all.arguments("data", "web")).await;
    assert!(said.contains("“data”"), "{said}");
    #[cfg(target_os = "linux")]
    {
        let said = all.refused(all.arguments("shots", "/proc")).await;
        assert!(said.contains("could not be written"), "{said}");
    }

    all.watch().await;
    let said = all.refused(all.arguments("shots", "data")).await;
    assert!(said.contains("already"), "{said}");
    // By way of the first one the results of this one would come back.
    let said = all.refused(all.arguments("web", "shots")).await;
    assert!(said.contains("“shots”"), "{said}");
}

#[tokio::test]
async fn a_recipe_that_takes_two_files_watches_no_folder() {
    let all = Watching::new().await;
    let conversation = all.opened.conversation().await;
    let mut pair = Vec::new();
    for name in ["a.png", "b.png"] {
        png(&all.path(name), 32, 32);
        pair.push(all.opened.import(&conversation, &all.path(name)).await);
    }
    let (_, run) = all
        .opened
        .ask(
            &conversation,
            "put a.png and b.png side by side",
            &[&pair[0], &pair[1]],
        )
        .await;
    assert_eq!(run.status, RunStatus::Done, "{}", run.answer);
    let made = json!({ "artifact": run.results[0].artifact, "name": "Pair" });
    let recipe = all.opened.call("keep_recipe", made).await;
    let mut arguments = all.arguments("shots", "web");
    arguments["recipe"] = recipe["id"].clone();
    let said = all.refused(arguments).await;
    assert!(
        said.contains("“Pair” does not begin with one file"),
        "{said}"
    );
}
