use patchbay_domain::Resource;
use patchbay_test_support::video::{clip, make};
use patchbay_tools::ToolError;

use super::{Workshop, audio, text, video};

#[test]
fn every_tool_names_a_bad_video() {
    let workshop = Workshop::new();
    let whole = std::fs::read(clip(workshop.path(), "whole.mp4", 1.0, "64x64", 10)).unwrap();
    let music = make(workshop.path(), "music.wav", "-f lavfi -i sine=duration=1");
    let bad = [
        ("words.mp4", b"just words".to_vec()),
        ("empty.mp4", vec![]),
        ("cut.mp4", whole[..whole.len() / 2].to_vec()),
    ];
    for (name, bytes) in &bad {
        let path = workshop.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        let inputs = [
            ("video", video(&path)),
            ("audio", audio(&music)),
            ("second", video(&path)),
            ("text", text("the first second")),
            ("title", Resource::Title("T".to_owned())),
            ("tags", Resource::Tags(vec![])),
            ("description", text("D")),
        ];
        for tool in [
            "dub_video",
            "video_trimming",
            "video_to_audio",
            "video_to_image",
            "video_captioning",
            "video_to_webpage",
            "video_speed",
            "video_stabilization",
            "video_concatenation",
            "subtitle_video",
            "soft_subtitle_video",
        ] {
            let error = workshop.run(tool, &inputs).unwrap_err();
            assert!(
                matches!(&error, ToolError::Input(sentence) if sentence.contains(name)),
                "{tool}: {error}"
            );
            assert_eq!(workshop.left(), 0, "{tool} leaves nothing");
        }
    }
}

#[test]
fn a_silent_video_has_no_audio_to_take() {
    let workshop = Workshop::new();
    let silent = make(
        workshop.path(),
        "silent.mp4",
        "-f lavfi -i testsrc=duration=1:size=64x64:rate=10",
    );
    let error = workshop
        .run("video_to_audio", &[("video", video(&silent))])
        .unwrap_err();
    assert_eq!(
        error,
        ToolError::Input("“silent.mp4” has no sound.".to_owned())
    );
    let error = workshop
        .run(
            "dub_video",
            &[("video", video(&silent)), ("audio", audio(&silent))],
        )
        .unwrap_err();
    assert_eq!(
        error,
        ToolError::Input("“silent.mp4” has no sound.".to_owned())
    );
}

#[test]
fn odd_names_are_only_names() {
    let workshop = Workshop::new();
    let plain = clip(workshop.path(), "plain.mp4", 1.0, "64x64", 10);
    let odd = workshop.path().join("it's \"a\"\nclip: 100%.mp4");
    std::fs::rename(&plain, &odd).unwrap();
    let to = workshop.file(
        "video_trimming",
        &[("video", video(&odd)), ("text", text("first 0.5 s"))],
    );
    assert!(to.starts_with(workshop.path().join("step")));
}

#[test]
fn stopping_in_the_midst_leaves_nothing() {
    let workshop = Workshop::new();
    let from = clip(workshop.path(), "clip.mp4", 20.0, "640x360", 30);
    let progress = workshop.progress.clone();
    let stopped = std::thread::scope(|scope| {
        let run = scope.spawn(|| {
            workshop.run(
                "video_trimming",
                &[("video", video(&from)), ("text", text("from 0:01 on"))],
            )
        });
        while progress.get() < 0.05 && !run.is_finished() {
            std::thread::yield_now();
        }
        progress.cancel();
        run.join().unwrap()
    });
    assert_eq!(stopped, Err(ToolError::Cancelled));
    assert!(progress.get() < 1.0, "it did not go on to the end");
    assert_eq!(workshop.left(), 0);
}
