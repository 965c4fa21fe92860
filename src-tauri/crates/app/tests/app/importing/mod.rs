//! Taking in files: good ones of every kind, the same name twice, and everything that can be wrong
//! with a file.

mod saving;

use patchbay_app::api::ErrorCode;
use patchbay_test_support::{jpeg, png, sine, video};
use serde_json::json;

use crate::support::{Opened, text};

#[tokio::test]
async fn files_of_every_kind_are_measured() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    jpeg(&opened.folder.file("turned.jpg"), 60, 40, 6);
    sine(&opened.folder.file("tone.wav"), 1.5, 22_050, 440.0);
    video::clip(opened.folder.path(), "clip.mp4", 2.0, "160x120", 25);
    opened.folder.write("notes.md", "# Sea\n\nSalt.");
    let photo = opened
        .import(&conversation, &opened.folder.file("turned.jpg"))
        .await;
    assert_eq!(
        (&photo["type"], &photo["mime"]),
        (&json!("image"), &json!("image/jpeg"))
    );
    assert_eq!(
        (&photo["width"], &photo["height"]),
        (&json!(40), &json!(60)),
        "upright, as its EXIF says"
    );
    assert_eq!(photo["thumbnail"], true);
    let tone = opened
        .import(&conversation, &opened.folder.file("tone.wav"))
        .await;
    assert_eq!(
        (&tone["type"], &tone["waveform"]),
        (&json!("audio"), &json!(true))
    );
    assert!((tone["seconds"].as_f64().unwrap() - 1.5).abs() < 0.01);
    let clip = opened
        .import(&conversation, &opened.folder.file("clip.mp4"))
        .await;
    assert_eq!(
        (&clip["type"], &clip["mime"]),
        (&json!("video"), &json!("video/mp4"))
    );
    assert!((clip["seconds"].as_f64().unwrap() - 2.0).abs() < 0.1);
    let notes = opened
        .import(&conversation, &opened.folder.file("notes.md"))
        .await;
    assert_eq!(
        (&notes["type"], &notes["mime"]),
        (&json!("text"), &json!("text/markdown"))
    );
    assert_eq!(notes["text"], "# Sea\n\nSalt.");
    assert_eq!(notes["origin"], json!({ "given": true }));
}

#[tokio::test]
async fn two_files_of_one_name_are_told_apart() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    std::fs::create_dir(opened.folder.file("other")).unwrap();
    png(&opened.folder.file("a.png"), 20, 10);
    png(&opened.folder.file("other/a.png"), 10, 20);
    let first = opened
        .import(&conversation, &opened.folder.file("a.png"))
        .await;
    let second = opened
        .import(&conversation, &opened.folder.file("other/a.png"))
        .await;
    assert_eq!(
        (&first["name"], &second["name"]),
        (&json!("a.png"), &json!("a (2).png"))
    );
    assert_ne!(first["asset"], second["asset"]);
}

#[tokio::test]
async fn a_folder_is_the_media_in_it() {
    let opened = Opened::new();
    let folder = opened.folder.file("Trip");
    for inner in ["Day 2/.hidden", "a/b/c/d", "none"] {
        std::fs::create_dir_all(folder.join(inner)).unwrap();
    }
    for name in [
        "IMG_10.png",
        "IMG_2.png",
        ".secret.png",
        "Day 2/late.dat",
        "Day 2/.hidden/x.png",
        "a/b/c/deep.png",
        "a/b/c/d/too deep.png",
    ] {
        png(&folder.join(name).with_extension("png"), 20, 10);
        if name == "Day 2/late.dat" {
            std::fs::rename(folder.join("Day 2/late.png"), folder.join(name)).unwrap();
        }
    }
    sine(&folder.join("tone.wav"), 0.2, 8_000, 100.0);
    opened.folder.write("Trip/notes.md", "words");
    opened.folder.write("Trip/broken.png", "no picture");
    let alone = opened.folder.write("notes.md", "words");
    let listed = opened
        .call("list_files", json!({ "paths": [alone, folder] }))
        .await;
    let names: Vec<String> = listed["paths"]
        .as_array()
        .unwrap()
        .iter()
        .map(|path| {
            let path = text(path);
            let inner = std::path::Path::new(&path);
            inner
                .strip_prefix(opened.folder.path())
                .unwrap()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    assert_eq!(
        names,
        [
            "notes.md",
            "Trip/broken.png",
            "Trip/IMG_2.png",
            "Trip/IMG_10.png",
            "Trip/tone.wav",
            "Trip/a/b/c/deep.png",
            "Trip/Day 2/late.dat",
        ]
    );
    let error = opened
        .try_call(
            "list_files",
            json!({ "paths": [opened.folder.file("Trip/none")] }),
        )
        .await
        .unwrap_err();
    assert_eq!(error.code, ErrorCode::Unsuitable);
    assert!(error.message.contains("“none”"), "{error}");
    let many = opened.folder.file("many");
    std::fs::create_dir(&many).unwrap();
    png(&many.join("0.png"), 2, 2);
    for number in 1..=500 {
        std::fs::copy(many.join("0.png"), many.join(format!("{number}.png"))).unwrap();
    }
    let error = opened
        .try_call("list_files", json!({ "paths": [many] }))
        .await
        .unwrap_err();
    assert!(error.message.contains("more than 500"), "{error}");
}

#[tokio::test]
async fn awkward_names_become_harmless_ones() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    let path = opened.folder.file("my \"best\"\nphoto's.png");
    png(&path, 20, 10);
    let artifact = opened.import(&conversation, &path).await;
    assert_eq!(artifact["name"], "my \"best\" photo's.png");
    png(&opened.folder.file("x.png"), 20, 10);
    let upload = opened.app.upload_folder().join("up");
    std::fs::copy(opened.folder.file("x.png"), &upload).unwrap();
    let artifact = opened
        .app
        .import_upload(conversation, "../../etc/passwd".to_owned(), upload)
        .await
        .unwrap();
    assert_eq!(artifact.name, "passwd");
}

#[tokio::test]
async fn a_bad_file_is_refused_in_one_sentence_and_leaves_nothing() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    let whole = {
        jpeg(&opened.folder.file("whole.jpg"), 200, 100, 1);
        std::fs::read(opened.folder.file("whole.jpg")).unwrap()
    };
    let cases = [
        ("text.mp4", b"only words".to_vec()),
        ("half.jpg", whole[..whole.len() / 2].to_vec()),
        ("nothing.wav", Vec::new()),
        (
            "noise.bin",
            (0..4000_u32)
                .map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8)
                .collect(),
        ),
    ];
    for (name, bytes) in cases {
        let error = opened
            .refused(&conversation, &opened.folder.write(name, bytes))
            .await;
        assert_eq!(error.code, ErrorCode::UnreadableFile, "{error}");
        assert!(
            error.message.contains(name) && error.message.ends_with('.'),
            "{error}"
        );
        assert!(!error.message.contains("os error"), "{error}");
    }
    for (path, code) in [
        ("gone.png", ErrorCode::UnreadableFile),
        ("", ErrorCode::UnreadableFile),
    ] {
        assert_eq!(
            opened
                .refused(&conversation, &opened.folder.file(path))
                .await
                .code,
            code,
            "{path}"
        );
    }
    assert_eq!(
        opened.artifacts(&conversation).await,
        Vec::<serde_json::Value>::new()
    );
}

#[tokio::test]
async fn artifacts_are_renamed_deleted_restored_and_saved() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    png(&opened.folder.file("a.png"), 20, 10);
    let artifact = opened
        .import(&conversation, &opened.folder.file("a.png"))
        .await;
    let renamed = opened
        .call(
            "rename_artifact",
            json!({ "artifact": artifact["id"], "name": "b/../c.png" }),
        )
        .await;
    assert_eq!(renamed["name"], "c.png");
    opened
        .call("delete_artifact", json!({ "artifact": artifact["id"] }))
        .await;
    assert!(opened.artifacts(&conversation).await.is_empty());
    opened
        .call("restore_artifact", json!({ "artifact": artifact["id"] }))
        .await;
    assert_eq!(opened.artifacts(&conversation).await.len(), 1);
    let target = opened.folder.file("copy.png");
    opened
        .call(
            "save_artifact",
            json!({ "artifact": artifact["id"], "path": target }),
        )
        .await;
    assert_eq!(
        std::fs::read(&target).unwrap(),
        std::fs::read(opened.folder.file("a.png")).unwrap()
    );
    let nowhere =
        json!({ "artifact": artifact["id"], "path": opened.folder.file("no/such/folder/x.png") });
    let error = opened.try_call("save_artifact", nowhere).await.unwrap_err();
    assert_eq!(error.code, ErrorCode::Unwritable, "{error}");
}

#[tokio::test]
async fn small_images_and_drawn_audio_are_made_once() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    png(&opened.folder.file("a.png"), 800, 400);
    sine(&opened.folder.file("a.wav"), 1.0, 8_000, 100.0);
    let image = opened
        .import(&conversation, &opened.folder.file("a.png"))
        .await;
    let audio = opened
        .import(&conversation, &opened.folder.file("a.wav"))
        .await;
    let small = || {
        opened
            .app
            .thumbnail(text(&image["asset"]), "a.png".to_owned(), 200)
    };
    let (path, mime) = small().await.unwrap();
    assert_eq!(mime, "image/jpeg");
    assert_eq!(image::image_dimensions(&path).unwrap(), (240, 120));
    let made = std::fs::metadata(&path).unwrap().modified().unwrap();
    assert_eq!(
        std::fs::metadata(small().await.unwrap().0)
            .unwrap()
            .modified()
            .unwrap(),
        made
    );
    let drawn = opened
        .app
        .waveform(text(&audio["asset"]), "a.wav".to_owned(), 200)
        .await
        .unwrap();
    let columns: Vec<(f32, f32)> = serde_json::from_slice(&std::fs::read(drawn).unwrap()).unwrap();
    assert_eq!(columns.len(), 200);
    assert!(
        columns.iter().any(|(low, high)| *low < -0.4 && *high > 0.4),
        "half the full level"
    );
    assert!(
        opened
            .app
            .thumbnail(text(&audio["asset"]), "a.wav".to_owned(), 200)
            .await
            .is_err()
    );
    assert!(
        opened
            .app
            .thumbnail("../../x".to_owned(), "x".to_owned(), 200)
            .await
            .is_err()
    );
}
