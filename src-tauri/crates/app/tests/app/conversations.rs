//! Conversations, drafts and settings, over restarts too.

use serde_json::{Value, json};

use crate::support::{Opened, text};

#[tokio::test]
async fn conversations_are_made_renamed_deleted_and_restored() {
    let opened = Opened::new();
    let (first, second) = (opened.conversation().await, opened.conversation().await);
    opened
        .call(
            "rename_conversation",
            json!({ "id": first, "title": " Holiday " }),
        )
        .await;
    opened
        .call("delete_conversation", json!({ "id": second }))
        .await;
    let listed = opened.call("start", json!({})).await["conversations"].clone();
    assert_eq!(listed.as_array().unwrap().len(), 1);
    assert_eq!(listed[0]["title"], "Holiday");
    let restored = opened
        .call("restore_conversation", json!({ "id": second }))
        .await;
    assert_eq!(restored["id"], second.as_str());
    assert_eq!(
        opened.call("start", json!({})).await["conversations"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
}

#[tokio::test]
async fn conversations_are_found_by_what_was_asked_in_them() {
    let opened = Opened::new();
    let (first, second) = (opened.conversation().await, opened.conversation().await);
    for (home, name) in [(&first, "sea.txt"), (&second, "hill.txt")] {
        let words = json!({ "conversation": home, "text": "Hi", "name": name });
        opened.call("import_text", words).await;
    }
    let found = opened
        .call("search_conversations", json!({ "words": "SEA" }))
        .await;
    assert_eq!(found.as_array().unwrap().len(), 1, "{found}");
    assert_eq!(found[0]["summary"]["id"], first.as_str());
    assert_eq!(found[0]["said"], "sea.txt");
}

#[tokio::test]
async fn drafts_and_settings_outlive_the_program() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    let artifact = opened
        .call(
            "import_text",
            json!({ "conversation": conversation, "text": "Hi", "name": "a.txt" }),
        )
        .await;
    let draft = json!({ "text": "make it", "artifacts": [artifact["id"]] });
    opened
        .call(
            "save_draft",
            json!({ "conversation": conversation, "draft": draft }),
        )
        .await;
    opened
        .call(
            "set_settings",
            json!({ "ask_first": true, "theme": "dark", "keep_recipes": true, "language": "vi" }),
        )
        .await;
    let opened = opened.reopen().await;
    let shown = opened
        .call("open_conversation", json!({ "id": conversation }))
        .await;
    assert_eq!(shown["draft"], draft);
    assert_eq!(shown["artifacts"][0]["text"], "Hi");
    let settings = opened.call("get_settings", json!({})).await;
    let set = json!({ "ask_first": true, "theme": "dark", "keep_recipes": true, "language": "vi" });
    for (name, value) in set.as_object().unwrap() {
        assert_eq!(&settings[name], value, "{name}");
    }
    assert_eq!(
        (&settings["offline"], &settings["mirror"]),
        (&json!(false), &Value::Null),
        "what was not set"
    );
}

#[tokio::test]
async fn the_first_request_is_the_title_and_empties_the_draft() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    opened
        .call(
            "save_draft",
            json!({ "conversation": conversation, "draft": { "text": "x", "artifacts": [] } }),
        )
        .await;
    let request = json!({ "conversation": conversation, "instruction": "write calm piano music\nplease", "artifacts": [] });
    opened.call("plan", request).await;
    let shown = opened
        .call("open_conversation", json!({ "id": conversation }))
        .await;
    assert_eq!(shown["summary"]["title"], "write calm piano music");
    assert_eq!(shown["draft"]["text"], "");
    let renamed = opened
        .call(
            "rename_conversation",
            json!({ "id": conversation, "title": "Mine" }),
        )
        .await;
    assert_eq!(renamed["title"], "Mine");
    let again = opened
        .call(
            "rename_conversation",
            json!({ "id": conversation, "title": " " }),
        )
        .await;
    assert_eq!(again["title"], "write calm piano music");
}

#[tokio::test]
async fn wrong_calls_say_what_is_wrong() {
    let opened = Opened::new();
    let code = |reply: Result<_, patchbay_app::api::AppError>| {
        let error: patchbay_app::api::AppError = reply.expect_err("it is wrong");
        (serde_json::to_value(error.code).unwrap(), error.message)
    };
    let (unknown, message) = code(opened.try_call("fly", json!({})).await);
    assert_eq!(unknown, "unknown_operation");
    assert!(message.contains("fly"));
    assert_eq!(
        code(opened.try_call("plan", json!({ "artifacts": 3 })).await).0,
        "bad_arguments"
    );
    assert_eq!(
        code(
            opened
                .try_call("open_conversation", json!({ "id": "nowhere" }))
                .await
        )
        .0,
        "not_found"
    );
    let conversation = opened.conversation().await;
    let blank = json!({ "conversation": conversation, "instruction": " ", "artifacts": [] });
    assert_eq!(code(opened.try_call("plan", blank).await).0, "unsuitable");
    let missing =
        json!({ "conversation": conversation, "instruction": "crop it", "artifacts": ["nothing"] });
    assert_eq!(code(opened.try_call("plan", missing).await).0, "not_found");
    assert_eq!(
        text(&opened.call("start", json!({})).await["media_base"]),
        ""
    );
}
