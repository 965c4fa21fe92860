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
