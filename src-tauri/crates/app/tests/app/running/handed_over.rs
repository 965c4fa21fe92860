//! Edits as other programs get them: timelines of the files that were given.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::{Opened, text};
use patchbay_app::api::{ErrorCode, RunStatus};
use patchbay_test_support::png;
use patchbay_test_support::video::{difference, facts, frame_at, make, number, stream};
use serde_json::{Value, json};

/// Four seconds of video, 25 frames a second, from dark to light, silent from 1.5 to 2.5 s.
const FILM: &str = "-f lavfi -i color=black:s=64x48:d=4:r=25,geq=lum=N*2+20:cb=128:cr=128 \
                    -f lavfi -i aevalsrc=if(between(t\\,1.5\\,2.5)\\,0\\,0.5*sin(2*PI*t*440)):d=4 \
                    -pix_fmt yuv420p";

/// Does with a video what the tools do, one after the other, each with its values, and answers the
/// id of what comes of it.
async fn edited(opened: &Opened, conversation: &str, film: &Value, steps: &[Value]) -> String {
    let actions: Vec<Value> = steps
        .iter()
        .enumerate()
        .map(|(place, step)| {
            let before = match place {
                0 => "film.mp4".to_owned(),
                _ => format!("<GEN>-0-{}", place - 1),
            };
            let mut inputs = step["set"].clone();
            inputs["video"] = json!(before);
            json!({
                "tool": step["tool"],
                "inputs": inputs,
                "outputs": [{ "type": "video", "value": format!("<GEN>-0-{place}") }],
            })
        })
        .collect();
    let recipe = json!({
        "given": [{ "name": "film.mp4", "type": "video" }],
        "actions": actions,
        "seed": 1,
    });
    let turn = opened
        .app
        .plan_recipe(
            conversation.to_owned(),
            serde_json::from_value(recipe).unwrap(),
            vec![text(&film["id"])],
        )
        .await
        .unwrap();
    let turn = serde_json::to_value(turn).unwrap();
    let run = opened.run(&turn, &[]).await;
    assert_eq!(run.status, RunStatus::Done, "{}", run.answer);
    run.results[0].artifact.clone()
}

async fn handed_over(opened: &Opened, artifact: &str, path: &Path) -> Value {
    opened
        .call("hand_over", json!({ "artifact": artifact, "path": path }))
        .await
}

/// Returns the items on the first track of an `OpenTimelineIO` file.
fn track(path: &Path) -> Vec<Value> {
    let timeline: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    assert_eq!(timeline["OTIO_SCHEMA"], "Timeline.1");
    let children = &timeline["tracks"]["children"][0]["children"];
    children.as_array().unwrap().clone()
}

fn url(clip: &Value) -> String {
    text(&clip["media_references"]["DEFAULT_MEDIA"]["target_url"])
}

fn range(clip: &Value) -> (f64, f64) {
    let of = |name: &str| clip["source_range"][name]["value"].as_f64().unwrap();
    (of("start_time"), of("duration"))
}

#[tokio::test]
async fn cuts_levels_and_fades_are_those_of_the_original() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    let original = make(opened.folder.path(), "film.mp4", FILM);
    let film = opened.import(&conversation, &original).await;
    let steps = [
        json!({ "tool": "video_silence_removal", "set": {} }),
        json!({ "tool": "video_volume", "set": { "gain": "-6" } }),
        json!({ "tool": "video_fading", "set": { "fade_out": "0.4" } }),
    ];
    let made = edited(&opened, &conversation, &film, &steps).await;
    let path = opened.folder.file("Trip.otio");
    let handed = handed_over(&opened, &made, &path).await;
    assert_eq!(
        (&handed["media"], &handed["notes"]),
        (&Value::Null, &json!([]))
    );
    let items = track(&path);
    let kinds: Vec<_> = items
        .iter()
        .map(|item| text(&item["OTIO_SCHEMA"]))
        .collect();
    assert_eq!(kinds, ["Clip.2", "Clip.2", "Transition.1"]);
    let original = original.canonicalize().unwrap();
    for clip in &items[..2] {
        assert_eq!(url(clip), format!("file://{}", original.display()));
        assert_eq!(clip["metadata"]["patchbay"]["gain_db"], -6.0);
    }
    // A tenth of a second of the pause stays at each of its ends.
    let ((first, length), (second, rest)) = (range(&items[0]), range(&items[1]));
    assert!(first.abs() < 1e-9, "{first}");
    assert!((length - 40.0).abs() <= 1.0, "{length}");
    assert!((second - 60.0).abs() <= 1.0, "{second}");
    assert!((second + rest - 100.0).abs() <= 1.0, "{rest}");
    assert_eq!(items[2]["in_offset"]["value"], 10.0);

    for (name, part) in [
        ("Trip.fcpxml", "<adjust-volume amount=\"-6.0dB\"/>"),
        ("Trip.edl", "FCM: NON-DROP FRAME"),
    ] {
        let path = opened.folder.file(name);
        handed_over(&opened, &made, &path).await;
        let written = fs::read_to_string(&path).unwrap();
        assert!(written.contains(part), "{written}");
    }
    // What the command line makes looks as what was made here.
    let script = opened.folder.file("Trip.sh");
    handed_over(&opened, &made, &script).await;
    // The result lies beside it under its own name, and is not written over.
    let copy = opened.folder.file("Trip.mp4");
    opened
        .call("save_artifact", json!({ "artifact": made, "path": copy }))
        .await;
    let saved = fs::read(&copy).unwrap();
    let done = Command::new("sh")
        .arg(&script)
        .current_dir(opened.folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{said}");
    assert_eq!(fs::read(&copy).unwrap(), saved);
    let again = opened.folder.file("Trip_by_ffmpeg.mp4");
    let length = |path: &Path| number(&facts(path)["format"], "duration");
    assert!((length(&again) - length(&copy)).abs() < 0.1);
    for seconds in [0.2, 1.2, 1.8, 2.5] {
        let gap = difference(&frame_at(&again, seconds), &frame_at(&copy, seconds));
        assert!(gap < 5.0, "at {seconds} s they differ by {gap}");
    }
    assert!(stream(&facts(&again), "audio").is_some());
}

#[tokio::test]
async fn what_a_timeline_cannot_say_is_the_file_that_was_made() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    let original = make(opened.folder.path(), "film.mp4", FILM);
    let film = opened.import(&conversation, &original).await;
    let trim =
        |parts: &str| json!({ "tool": "video_trimming", "set": { "text": "", "parts": parts } });
    let steps = [
        trim("0:01 to 0:03"),
        json!({ "tool": "video_reversal", "set": {} }),
        trim("0:00.4 to 0:01.2"),
    ];
    let made = edited(&opened, &conversation, &film, &steps).await;
    let path = opened.folder.file("Trip.otio");
    let handed = handed_over(&opened, &made, &path).await;
    let items = track(&path);
    assert_eq!(items.len(), 1);
    assert_eq!(range(&items[0]), (10.0, 20.0));
    let folder = opened.folder.file("Trip media");
    assert_eq!(handed["media"], json!(folder));
    let files: Vec<_> = fs::read_dir(&folder).unwrap().collect();
    assert_eq!(
        files.len(),
        1,
        "only the reversed video, not what came before"
    );
    let copy = files[0].as_ref().unwrap().path();
    assert!((number(&facts(&copy)["format"], "duration") - 2.0).abs() < 0.1);
    assert!(
        url(&items[0]).ends_with(
            &copy
                .file_name()
                .unwrap()
                .to_string_lossy()
                .replace(' ', "%20")
        )
    );
    let note = text(&handed["notes"][0]);
    assert!(note.contains("no timeline can say this"), "{note}");
    assert_eq!(text(&items[0]["markers"][0]["comment"]), note);
}

#[tokio::test]
async fn steps_that_share_an_encode_are_told_apart() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    let original = make(opened.folder.path(), "film.mp4", FILM);
    let film = opened.import(&conversation, &original).await;
    let steps = [
        json!({ "tool": "video_trimming", "set": { "text": "", "parts": "0:01 to 0:03" } }),
        json!({ "tool": "video_speed", "set": { "text": "twice as fast" } }),
        json!({ "tool": "video_fading", "set": { "fade_in": "0.2" } }),
    ];
    let made = edited(&opened, &conversation, &film, &steps).await;
    let path = opened.folder.file("Trip.otio");
    let handed = handed_over(&opened, &made, &path).await;
    assert_eq!(handed["media"], Value::Null);
    let items = track(&path);
    assert_eq!(items.len(), 2);
    assert_eq!(items[0]["out_offset"]["value"], 5.0);
    assert_eq!(range(&items[1]), (25.0, 25.0));
    assert_eq!(items[1]["effects"][0]["time_scalar"], 2.0);
}

#[tokio::test]
async fn an_original_that_is_gone_is_handed_over_as_a_copy() {
    let opened = Opened::new();
    let conversation = opened.conversation().await;
    let original = make(opened.folder.path(), "film.mp4", FILM);
    let film = opened.import(&conversation, &original).await;
    let steps = [json!({ "tool": "video_speed", "set": { "text": "twice as fast" } })];
    let made = edited(&opened, &conversation, &film, &steps).await;
    fs::remove_file(&original).unwrap();
    let path = opened.folder.file("Trip.otio");
    let handed = handed_over(&opened, &made, &path).await;
    assert_eq!(handed["media"], json!(opened.folder.file("Trip media")));
    assert!(opened.folder.file("Trip media/film.mp4").is_file());
    let items = track(&path);
    assert_eq!(items[0]["effects"][0]["time_scalar"], 2.0);
    assert_eq!(range(&items[0]), (0.0, 50.0));

    let refused = async |artifact: &str, name: &str| {
        let arguments = json!({ "artifact": artifact, "path": opened.folder.file(name) });
        let error = opened.try_call("hand_over", arguments).await.unwrap_err();
        assert_eq!(error.code, ErrorCode::Unsuitable, "{error}");
    };
    refused(&made, "Trip.doc").await;
    refused(&made, "-i.sh").await;
    png(&opened.folder.file("a.png"), 20, 10);
    let image = opened
        .import(&conversation, &opened.folder.file("a.png"))
        .await;
    refused(&text(&image["id"]), "Trip.otio").await;
}
