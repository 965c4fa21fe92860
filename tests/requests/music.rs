//! Music out of words, alone and under videos.

use patchbay_test_support::TestDir;
use patchbay_test_support::video::{self, difference, frame_at, loudness, number, stream};

use crate::{cli, plays_everywhere, reached, samples_in};

#[test]
fn music_is_put_under_a_clip() {
    let folder = samples_in(&["clip.mp4"]);
    let reply = cli().run(
        folder.path(),
        "put calm piano music under clip.mp4",
        &["clip.mp4"],
    );
    reached(&reply);
    assert!(
        reply.ways(0) >= 2,
        "two or more ways are offered: {}",
        reply.output
    );
    let (before, after) = (folder.file("clip.mp4"), reply.result("video"));
    let facts = plays_everywhere(&after);
    let (pictures, sound) = (
        stream(&facts, "video").unwrap(),
        stream(&facts, "audio").unwrap(),
    );
    let length = number(stream(&video::facts(&before), "video").unwrap(), "duration");
    assert!((number(pictures, "duration") - length).abs() < 0.1);
    assert!(
        (number(sound, "duration") - length).abs() < 0.15,
        "as long as the clip: {sound}"
    );
    // Faded out: the last moment is far below the middle.
    let (middle, end) = (
        loudness(&after, length / 2.0 - 1.0, length / 2.0 + 1.0),
        loudness(&after, length - 0.15, length),
    );
    assert!(
        middle > -45.0 && end < middle - 12.0,
        "{middle} dB in the middle, {end} dB at the end"
    );
    assert!(
        difference(&frame_at(&before, 3.0), &frame_at(&after, 3.0)) < 6.0,
        "the pictures are those of the clip"
    );
}

#[test]
fn every_other_way_to_music_runs_too() {
    let folder = samples_in(&["clip.mp4"]);
    let words = "put calm piano music under clip.mp4";
    let reply = cli().run_with(folder.path(), words, &["clip.mp4"], &["--way", "2"]);
    let json = reply.json();
    let way = json["plan"]["subtasks"][0]["solutions"][1]["actions"]
        .as_array()
        .expect("there is a second way")
        .clone();
    let planned: Vec<_> = way.iter().map(|action| &action["tool"]).collect();
    let ran: Vec<_> = json["steps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| &step["tool"])
        .collect();
    assert!(
        planned.iter().all(|tool| ran.contains(tool)),
        "{planned:?} was chosen, {ran:?} ran"
    );
    // A way that cannot run here says what it lacks.
    assert!(
        reply.status == 0 || !json["missing"].as_array().unwrap().is_empty(),
        "{}",
        reply.output
    );
}

#[test]
fn a_film_of_another_program_gets_music_too() {
    let folder = TestDir::new();
    video::make(
        folder.path(),
        "phone.mov",
        "-f lavfi -i testsrc2=duration=3:size=360x640:rate=30 -c:v mpeg4 -metadata:s:v rotate=90",
    );
    let reply = cli().run(
        folder.path(),
        "put happy music under phone.mov",
        &["phone.mov"],
    );
    reached(&reply);
    // Only the sound is new: the frames stay packed as they are, in their own container.
    let result = reply.result("video");
    assert_eq!(result.extension().unwrap(), "mov");
    let facts = video::facts(&result);
    let pictures = stream(&facts, "video").unwrap();
    assert_eq!(pictures["codec_name"], "mpeg4");
    assert!((number(stream(&facts, "audio").unwrap(), "duration") - 3.0).abs() < 0.15);
}

#[test]
fn the_same_seed_makes_the_same_music() {
    let folder = samples_in(&["clip.mp4"]);
    let sound = |seed: &str, out: &str| {
        let arguments = [
            "run",
            "make calm piano music",
            "--out",
            out,
            "--json",
            "--seed",
            seed,
        ];
        let reply = cli().call(folder.path(), &arguments);
        reached(&reply);
        std::fs::read(folder.path().join(reply.result("audio"))).unwrap()
    };
    assert!(sound("7", "one") == sound("7", "two"));
    assert!(sound("7", "three") != sound("8", "four"));
}
