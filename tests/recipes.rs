//! A saved result tells how it was made, and the same is done with other files.

use patchbay_test_support::film::{self, difference};
use patchbay_test_support::{Cli, TestDir};

fn cli() -> Cli {
    Cli::new(env!("CARGO_BIN_EXE_patchbay-cli"))
}

#[test]
fn a_picture_s_recipe_is_followed_with_two_others() {
    let folder = TestDir::new();
    folder.sample("photo.jpg");
    let words = "make photo.jpg black and white and rotate it 90 degrees";
    let made = cli().run(folder.path(), words, &["photo.jpg"]);
    let result = made.results("image").pop().expect("a picture");
    let result = result.to_str().unwrap();
    let told = cli().call(folder.path(), &["recipe", result]);
    assert_eq!(told.status, 0, "{}", told.messages);
    assert!(told.output.starts_with("Given: photo.jpg (image)\n1. "), "{}", told.output);
    assert_eq!(told.output.lines().count(), 2, "what was given, and one step for both wishes: {}", told.output);
    for (name, width, height) in [("a.png", 40, 24), ("b.png", 30, 50)] {
        patchbay_test_support::png(&folder.path().join(name), width, height);
    }
    let arguments = ["run", "--recipe", result, "a.png", "b.png", "--out", "again", "--json"];
    let again = cli().call(folder.path(), &arguments);
    assert_eq!(again.status, 0, "{}\n{}", again.output, again.messages);
    let pictures = again.results("image");
    for (path, name) in pictures.iter().zip(["a.png", "b.png"]) {
        let expected = image::open(folder.file(name)).unwrap().rotate90().grayscale().to_rgb8();
        assert!(difference(&image::open(folder.path().join(path)).unwrap().to_rgb8(), &expected) < 8.0, "{name}");
    }
    assert_eq!(pictures.len(), 2);
}

#[test]
fn a_film_with_a_recipe_plays_and_its_recipe_is_followed() {
    let folder = TestDir::new();
    film::clip(folder.path(), "walk.mp4", 3.0, "160x120", 25);
    film::clip(folder.path(), "swim.mp4", 4.0, "320x180", 25);
    let made = cli().run(folder.path(), "cut the first second off walk.mp4", &["walk.mp4"]);
    let film = made.result("video");
    assert!(film::index_is_first(&film));
    let recipe: serde_json::Value =
        serde_json::from_str(&cli().call(folder.path(), &["recipe", film.to_str().unwrap(), "--json"]).output).unwrap();
    assert_eq!(recipe["actions"][0]["tool"], "video_trimming", "{recipe}");
    let arguments = ["run", "--recipe", film.to_str().unwrap(), "swim.mp4", "--out", "again", "--json"];
    let again = cli().call(folder.path(), &arguments);
    assert_eq!(again.status, 0, "{}\n{}", again.output, again.messages);
    let facts = film::facts(&folder.path().join(again.result("video")));
    let length = film::number(film::stream(&facts, "video").unwrap(), "duration");
    assert!((length - 3.0).abs() < 0.1, "{length} s");
}

#[test]
fn what_cannot_be_followed_says_why() {
    let folder = TestDir::new();
    folder.sample("photo.jpg");
    folder.sample("clip.mp4");
    let plain = cli().call(folder.path(), &["recipe", "photo.jpg"]);
    assert_eq!(plain.status, 1);
    assert!(plain.messages.contains("“photo.jpg” carries no recipe"), "{}", plain.messages);
    let made = cli().run(folder.path(), "make photo.jpg brighter", &["photo.jpg"]);
    let result = made.result("image");
    let result = result.to_str().unwrap();
    let wrong = cli().call(folder.path(), &["run", "--recipe", result, "clip.mp4", "--out", "again"]);
    assert_eq!(wrong.status, 1);
    assert!(wrong.messages.contains("“photo.jpg” of type image"), "{}", wrong.messages);
}
