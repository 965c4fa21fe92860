//! Recipes that a person keeps and follows with other files.

use patchbay_app::api::{ErrorCode, RunStatus};
use patchbay_test_support::png;
use serde_json::{Value, json};

use crate::support::{Opened, text};

/// A picture of that size, taken in.
async fn picture(opened: &Opened, conversation: &str, name: &str, size: (u32, u32)) -> Value {
    png(&opened.folder.file(name), size.0, size.1);
    opened.import(conversation, &opened.folder.file(name)).await
}

#[tokio::test]
async fn a_recipe_is_kept_named_and_followed_with_each_of_other_files() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    let photo = picture(&opened, &conversation, "photo.png", (120, 80)).await;
    let (_, run) = opened
        .ask(
            &conversation,
            "resize it to 60 wide and then rotate it by 90 degrees",
            &[&photo],
        )
        .await;
    assert_eq!(run.status, RunStatus::Done, "{run:?}");
    let made = json!({ "artifact": run.results[0].artifact, "name": "" });
    let kept = opened.call("keep_recipe", made).await;
    assert!(!text(&kept["name"]).is_empty(), "{kept}");
    assert_eq!(kept["takes"], json!(["image"]));
    let named = json!({ "recipe": kept["id"], "name": " for the shop " });
    assert_eq!(
        opened.call("rename_recipe", named).await["name"],
        "for the shop"
    );

    let opened = opened.reopen().await;
    let listed = opened.call("recipes", json!({})).await;
    assert_eq!(listed["recipes"][0]["name"], "for the shop");
    let other = opened.conversation().await;
    let files = [
        picture(&opened, &other, "a.png", (240, 80)).await,
        picture(&opened, &other, "b.png", (60, 120)).await,
    ];
    let follow = json!({ "conversation": other, "recipe": kept["id"], "artifacts": files.each_ref().map(|file| &file["id"]) });
    let turn = opened.call("follow_recipe", follow).await;
    assert_eq!(turn["instruction"], "for the shop");
    let run = opened.run(&turn, &[]).await;
    assert_eq!(run.status, RunStatus::Done, "{run:?}");
    let mut sizes = Vec::new();
    for result in &run.results {
        let made = opened.artifact(&other, &result.artifact).await;
        sizes.push((made["width"].clone(), made["height"].clone()));
    }
    assert_eq!(sizes, [(json!(20), json!(60)), (json!(120), json!(60))]);
}

#[tokio::test]
async fn what_cannot_be_kept_or_followed_says_why() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    let photo = picture(&opened, &conversation, "photo.png", (32, 32)).await;
    let given = json!({ "artifact": photo["id"], "name": "mine" });
    let refused = opened.try_call("keep_recipe", given).await.unwrap_err();
    assert_eq!(refused.code, ErrorCode::Unsuitable, "{refused}");
    let (_, run) = opened
        .ask(&conversation, "make it brighter", &[&photo])
        .await;
    let made = json!({ "artifact": run.results[0].artifact, "name": "light" });
    let kept = opened.call("keep_recipe", made).await;
    let without_files =
        json!({ "conversation": conversation, "recipe": kept["id"], "artifacts": [] });
    let refused = opened.try_call("follow_recipe", without_files).await;
    assert!(refused.unwrap_err().message.contains("file"));
    let other = picture(&opened, &conversation, "other.png", (32, 32)).await;
    let (_, run) = opened
        .ask(
            &conversation,
            "put photo.png and other.png side by side",
            &[&photo, &other],
        )
        .await;
    let made = json!({ "artifact": run.results[0].artifact, "name": "pair" });
    let pair = opened.call("keep_recipe", made).await;
    assert_eq!(pair["takes"], json!(["image", "image"]));
    let three = json!({ "conversation": conversation, "recipe": pair["id"], "artifacts": [photo["id"], other["id"], photo["id"]] });
    let refused = opened.try_call("follow_recipe", three).await.unwrap_err();
    assert!(refused.message.contains("takes 2 files"), "{refused}");
    opened
        .call("delete_recipe", json!({ "recipe": pair["id"] }))
        .await;
    let blank = json!({ "recipe": kept["id"], "name": "  " });
    assert!(opened.try_call("rename_recipe", blank).await.is_err());

    let id = json!({ "recipe": kept["id"] });
    opened.call("delete_recipe", id.clone()).await;
    assert_eq!(
        opened.call("recipes", json!({})).await["recipes"],
        json!([])
    );
    assert_eq!(opened.call("restore_recipe", id).await, kept);
    assert_eq!(
        opened.call("recipes", json!({})).await["recipes"],
        json!([kept])
    );
}
