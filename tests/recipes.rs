//! A saved result tells how it was made, and the same is done with other files.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;

use patchbay_test_support::video::{self, difference};
use patchbay_test_support::{Cli, Reply, TestDir};

fn cli() -> Cli {
    Cli::new(env!("CARGO_BIN_EXE_patchbay-cli"))
}

fn made(folder: &TestDir, words: &str, given: &[&str]) -> Reply {
    cli().run_with(folder.path(), words, given, &["--recipes"])
}

#[test]
fn a_picture_s_recipe_is_followed_with_two_others() {
    let folder = TestDir::new();
    folder.sample("photo.jpg");
    let words = "make photo.jpg black and white and rotate it 90 degrees";
    let made = made(&folder, words, &["photo.jpg"]);
    let result = made.results("image").pop().expect("a picture");
    let result = result.to_str().unwrap();
    let told = cli().call(folder.path(), &["recipe", result]);
    assert_eq!(told.status, 0, "{}", told.messages);
    assert!(
        told.output.starts_with("Given: photo.jpg (image)\n1. "),
        "{}",
        told.output
    );
    assert_eq!(
        told.output.lines().count(),
        2,
        "what was given, and one step for both wishes: {}",
        told.output
    );
    for (name, width, height) in [("a.png", 40, 24), ("b.png", 30, 50)] {
        patchbay_test_support::png(&folder.path().join(name), width, height);
    }
    let arguments = [
        "run", "--recipe", result, "a.png", "b.png", "--out", "again", "--json",
    ];
    let again = cli().call(folder.path(), &arguments);
    assert_eq!(again.status, 0, "{}\n{}", again.output, again.messages);
    let pictures = again.results("image");
    for (path, name) in pictures.iter().zip(["a.png", "b.png"]) {
        let expected = image::open(folder.file(name))
            .unwrap()
            .rotate90()
            .grayscale()
            .to_rgb8();
        assert!(
            difference(
                &image::open(folder.path().join(path)).unwrap().to_rgb8(),
                &expected
            ) < 8.0,
            "{name}"
        );
    }
    assert_eq!(pictures.len(), 2);
}

#[test]
fn a_film_with_a_recipe_plays_and_its_recipe_is_followed() {
    let folder = TestDir::new();
    video::clip(folder.path(), "walk.mp4", 3.0, "160x120", 25);
    video::clip(folder.path(), "swim.mp4", 4.0, "320x180", 25);
    let made = made(&folder, "cut the first second off walk.mp4", &["walk.mp4"]);
    let film = made.result("video");
    assert!(video::index_is_first(&film));
    let recipe: serde_json::Value = serde_json::from_str(
        &cli()
            .call(folder.path(), &["recipe", film.to_str().unwrap(), "--json"])
            .output,
    )
    .unwrap();
    assert_eq!(recipe["actions"][0]["tool"], "video_trimming", "{recipe}");
    let arguments = [
        "run",
        "--recipe",
        film.to_str().unwrap(),
        "swim.mp4",
        "--out",
        "again",
        "--json",
    ];
    let again = cli().call(folder.path(), &arguments);
    assert_eq!(again.status, 0, "{}\n{}", again.output, again.messages);
    let facts = video::facts(&folder.path().join(again.result("video")));
    let length = video::number(video::stream(&facts, "video").unwrap(), "duration");
    assert!((length - 3.0).abs() < 0.1, "{length} s");
}

#[test]
fn what_cannot_be_followed_says_why() {
    let folder = TestDir::new();
    folder.sample("photo.jpg");
    folder.sample("clip.mp4");
    let plain = cli().call(folder.path(), &["recipe", "photo.jpg"]);
    assert_eq!(plain.status, 1);
    assert!(
        plain.messages.contains("“photo.jpg” carries no recipe"),
        "{}",
        plain.messages
    );
    let made = made(&folder, "make photo.jpg brighter", &["photo.jpg"]);
    let result = made.result("image");
    let result = result.to_str().unwrap();
    let wrong = cli().call(
        folder.path(),
        &["run", "--recipe", result, "clip.mp4", "--out", "again"],
    );
    assert_eq!(wrong.status, 1);
    assert!(
        wrong.messages.contains("“photo.jpg” of type image"),
        "{}",
        wrong.messages
    );
}

#[test]
fn another_seed_is_another_take_and_a_recipe_makes_the_same_again() {
    let folder = TestDir::new();
    let take = |options: &[&str]| {
        let reply = cli().run_with(
            folder.path(),
            "compose a calm 2 second piano tune",
            &[],
            &[options, &["--recipes"]].concat(),
        );
        assert_eq!(reply.status, 0, "{}\n{}", reply.output, reply.messages);
        reply.result("audio")
    };
    let takes = [
        take(&["--seed", "1"]),
        take(&["--seed", "1"]),
        take(&["--seed", "2"]),
    ];
    let bytes = takes.each_ref().map(|path| std::fs::read(path).unwrap());
    assert!(bytes[0] == bytes[1], "the same seed gives the same bytes");
    assert!(
        difference_of(&takes[0], &takes[2]) > 0.01,
        "another seed gives another take"
    );
    let third = takes[2].to_str().unwrap();
    let again = cli().call(
        folder.path(),
        &[
            "run",
            "--recipe",
            third,
            "--recipes",
            "--out",
            "again",
            "--json",
        ],
    );
    assert_eq!(again.status, 0, "{}\n{}", again.output, again.messages);
    assert!(std::fs::read(folder.path().join(again.result("audio"))).unwrap() == bytes[2]);
}

/// How far the samples of two sounds lie apart in the mean.
fn difference_of(a: &Path, b: &Path) -> f32 {
    let (a, b) = (video::samples(a, 0.0, 2.0), video::samples(b, 0.0, 2.0));
    assert!(a.len() > 48_000 && a.len() == b.len());
    a.iter().zip(&b).map(|(a, b)| (a - b).abs()).sum::<f32>() / a.len() as f32
}

#[test]
fn a_recipe_is_taken_out_and_nothing_else() {
    let folder = TestDir::new();
    patchbay_test_support::png(&folder.path().join("plain.png"), 40, 24);
    folder.sample("photo.jpg");
    video::clip(folder.path(), "walk.mp4", 2.0, "160x120", 25);
    let made = |words: &str, given: &[&str], kind: &str| made(&folder, words, given).result(kind);
    let results = [
        made("make plain.png brighter", &["plain.png"], "image"),
        made("make photo.jpg brighter", &["photo.jpg"], "image"),
        made("cut the first second off walk.mp4", &["walk.mp4"], "video"),
        made("compose a calm 2 second piano tune", &[], "audio"),
    ];
    for path in &results {
        let shown = path.display();
        let call = |arguments: &[&str]| {
            cli().call(
                folder.path(),
                &[&["recipe", path.to_str().unwrap()], arguments].concat(),
            )
        };
        let plain = path.with_extension(format!(
            "plain.{}",
            path.extension().unwrap().to_str().unwrap()
        ));
        std::fs::copy(path, &plain).unwrap();
        let stripped = call(&["--strip"]);
        assert_eq!(
            (stripped.status, stripped.output.as_str()),
            (0, ""),
            "{shown}: {}",
            stripped.messages
        );
        assert!(call(&[]).messages.contains("carries no recipe"), "{shown}");
        let (before, after) = (std::fs::read(&plain).unwrap(), std::fs::read(path).unwrap());
        assert!(
            after.len() < before.len() && !String::from_utf8_lossy(&after).contains("patchbay"),
            "{shown}"
        );
        match path.extension().unwrap().to_str().unwrap() {
            "mp4" => {
                assert!(
                    difference(&video::frame_at(path, 0.5), &video::frame_at(&plain, 0.5)) == 0.0
                );
                assert_eq!(
                    video::samples(path, 0.0, 1.0),
                    video::samples(&plain, 0.0, 1.0)
                );
            }
            "wav" => assert_eq!(
                video::samples(path, 0.0, 2.0),
                video::samples(&plain, 0.0, 2.0)
            ),
            _ => assert_eq!(
                image::open(path).unwrap(),
                image::open(&plain).unwrap(),
                "{shown}"
            ),
        }
        let again = call(&["--strip"]);
        assert_eq!(again.status, 1, "{shown}");
        assert!(
            again.messages.contains("carries no recipe"),
            "{shown}: {}",
            again.messages
        );
        assert_eq!(std::fs::read(path).unwrap(), after, "{shown}");
    }
    let left = std::fs::read_dir(folder.path().join("out"))
        .unwrap()
        .count();
    assert_eq!(left, 2 * results.len(), "nothing is left beside the files");
    let none = cli().call(folder.path(), &["recipe", "gone.png", "--strip"]);
    assert!(
        none.status == 1 && none.messages.contains("gone.png"),
        "{}",
        none.messages
    );
}

#[test]
fn an_edit_is_handed_over_beside_its_result() {
    let folder = TestDir::new();
    video::clip(folder.path(), "walk.mp4", 3.0, "160x120", 25);
    let words = "cut the first second off walk.mp4";
    let formats = ["--hand-over", "otio", "--hand-over", "edl"];
    let made = cli().run_with(folder.path(), words, &["walk.mp4"], &formats);
    let film = made.result("video");
    let written = std::fs::read(film.with_extension("otio")).expect("a timeline");
    let timeline: serde_json::Value = serde_json::from_slice(&written).expect("JSON");
    let clip = &timeline["tracks"]["children"][0]["children"][0];
    let url = &clip["media_references"]["DEFAULT_MEDIA"]["target_url"];
    let original = folder.file("walk.mp4").canonicalize().unwrap();
    assert_eq!(*url, format!("file://{}", original.display()));
    assert_eq!(clip["source_range"]["start_time"]["value"], 25.0);
    assert_eq!(clip["source_range"]["duration"]["value"], 50.0);
    let list = std::fs::read_to_string(film.with_extension("edl")).expect("a list");
    assert!(
        list.contains("B     C        00:00:01:00 00:00:03:00 01:00:00:00 01:00:02:00"),
        "{list}"
    );
}

#[test]
fn a_folder_is_given_as_the_files_in_it() {
    let folder = TestDir::new();
    std::fs::create_dir(folder.file("Trip")).unwrap();
    for name in ["Trip/IMG_10.png", "Trip/IMG_2.png"] {
        patchbay_test_support::png(&folder.file(name), 40, 24);
    }
    folder.write("Trip/broken.png", "no picture");
    folder.sample("photo.jpg");
    let gray = made(&folder, "make photo.jpg black and white", &["photo.jpg"]);
    let recipe = gray.result("image");
    let arguments = [
        "run",
        "--recipe",
        recipe.to_str().unwrap(),
        "Trip",
        "--out",
        "again",
        "--json",
    ];
    let made = cli().call(folder.path(), &arguments);
    assert_eq!(made.results("image").len(), 2, "{}", made.messages);
    assert!(made.messages.contains("broken.png"), "{}", made.messages);
}

#[test]
fn each_file_that_comes_into_a_folder_is_worked_on() {
    let (folder, cli) = (TestDir::new(), cli());
    let watched = folder.path().join("in");
    std::fs::create_dir(&watched).unwrap();
    patchbay_test_support::png(&watched.join("a.png"), 40, 24);
    let arguments = [
        "run",
        "--watch",
        "make it black and white",
        "in",
        "--out",
        "out",
    ];
    let mut program = cli
        .command(folder.path(), &arguments)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(program.stdout.take().unwrap()).lines();
    let mut next = || {
        let mut lines = lines.by_ref().map(Result::unwrap);
        let line = lines.find(|line| line.starts_with("  ")).expect("a result");
        folder.path().join(line.trim())
    };
    assert_eq!(image::open(next()).unwrap().width(), 40);
    // What is none is said, and the others go on.
    std::fs::write(watched.join("b.png"), "no picture").unwrap();
    patchbay_test_support::png(&folder.path().join("c.png"), 30, 50);
    std::fs::rename(folder.path().join("c.png"), watched.join("c.png")).unwrap();
    assert_eq!(image::open(next()).unwrap().width(), 30);
    program.kill().unwrap();
    program.wait().unwrap();

    let inside = cli.call(
        folder.path(),
        &[
            "run",
            "--watch",
            "make it black and white",
            "in",
            "--out",
            "in/out",
        ],
    );
    assert_ne!(inside.status, 0);
    assert!(
        inside.messages.contains("which is watched"),
        "{}",
        inside.messages
    );
}
