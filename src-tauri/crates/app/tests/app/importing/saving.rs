//! Copies of what was taken in, where a person wants them.

use patchbay_app::api::ErrorCode;
use patchbay_test_support::png;
use serde_json::json;

use crate::support::Opened;

#[tokio::test]
async fn several_are_saved_into_a_folder_and_replace_nothing() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    png(&opened.folder.file("a.png"), 8, 8);
    let image = opened
        .import(&conversation, &opened.folder.file("a.png"))
        .await;
    let words = opened
        .call(
            "import_text",
            json!({ "conversation": conversation, "text": "Hi", "name": "a.txt" }),
        )
        .await;
    let target = opened.folder.file("out");
    std::fs::create_dir(&target).unwrap();
    std::fs::write(target.join("a.png"), "mine").unwrap();
    let both = json!({ "artifacts": [image["id"], words["id"]], "folder": target });
    let saved = opened.call("save_artifacts", both.clone()).await;
    let path = |name: &str| json!(target.join(name));
    assert_eq!(saved["paths"], json!([path("a (2).png"), path("a.txt")]));
    assert_eq!(saved["failed"], json!([]));
    let read = |name: &str| std::fs::read(target.join(name)).unwrap();
    assert_eq!(read("a.png"), b"mine");
    assert_eq!(
        read("a (2).png"),
        std::fs::read(opened.folder.file("a.png")).unwrap()
    );
    assert_eq!(read("a.txt"), b"Hi");
    let again = opened.call("save_artifacts", both).await;
    assert_eq!(
        again["paths"],
        json!([path("a (3).png"), path("a (2).txt")])
    );

    let nowhere = json!({ "artifacts": [image["id"]], "folder": opened.folder.file("a.png") });
    let error = opened
        .try_call("save_artifacts", nowhere)
        .await
        .unwrap_err();
    assert_eq!(error.code, ErrorCode::Unsuitable, "{error}");
}

#[tokio::test]
async fn a_pattern_names_the_files_as_it_was_shown() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    let mut ids = Vec::new();
    for (name, width) in [("a.png", 8), ("b.png", 16)] {
        png(&opened.folder.file(name), width, 9);
        let image = opened
            .import(&conversation, &opened.folder.file(name))
            .await;
        ids.push(image["id"].clone());
    }
    let target = opened.folder.file("out");
    std::fs::create_dir(&target).unwrap();
    let pattern = "{name}-web-{number} {width}x{height}";
    let asked = json!({ "artifacts": ids, "pattern": pattern });
    let shown = opened.call("names_to_save", asked).await;
    assert_eq!(
        shown["names"],
        json!(["a-web-1 8x9.png", "b-web-2 16x9.png"])
    );
    let all = json!({ "artifacts": ids, "folder": target, "pattern": pattern });
    let saved = opened.call("save_artifacts", all.clone()).await;
    let path = |name: &str| json!(target.join(name));
    let first = [path("a-web-1 8x9.png"), path("b-web-2 16x9.png")];
    assert_eq!(saved["paths"], json!(first));
    let again = opened.call("save_artifacts", all).await;
    assert_eq!(
        again["paths"],
        json!([path("a-web-1 8x9 (2).png"), path("b-web-2 16x9 (2).png")])
    );

    let wrong = json!({ "artifacts": ids, "folder": target, "pattern": "{what}" });
    let error = opened.try_call("save_artifacts", wrong).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::Unsuitable, "{error}");
    assert!(error.message.contains("{what}"), "{error}");
    assert_eq!(std::fs::read_dir(&target).unwrap().count(), 4);
}

#[tokio::test]
async fn subtitles_are_saved_in_the_form_that_the_ending_names() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    let words = "1\n00:00:01,000 --> 00:00:02,500\nHello, harbour.\n";
    let artifact = opened
        .import(
            &conversation,
            &opened.folder.write("said.srt", words.as_bytes()),
        )
        .await;
    let saved = async |name: &str| {
        let target = opened.folder.file(name);
        opened
            .call(
                "save_artifact",
                json!({ "artifact": artifact["id"], "path": target }),
            )
            .await;
        std::fs::read_to_string(target).unwrap()
    };
    assert_eq!(saved("copy.srt").await, words);
    assert_eq!(
        saved("copy.vtt").await,
        "WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.500\nHello, harbour.\n"
    );
}
