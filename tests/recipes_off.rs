//! Results carry no recipe unless one is asked for, and what metadata were removed from never does.

use patchbay_test_support::{Cli, Reply, TestDir, video};

fn cli() -> Cli {
    Cli::new(env!("CARGO_BIN_EXE_patchbay-cli"))
}

/// What a request makes of files of `folder`, saved with its recipe.
fn made(folder: &TestDir, words: &str, given: &[&str]) -> Reply {
    cli().run_with(folder.path(), words, given, &["--recipes"])
}

#[test]
fn results_carry_no_recipe_unless_one_is_asked_for() {
    let folder = TestDir::new();
    patchbay_test_support::png(&folder.file("harbour.png"), 40, 24);
    let words = "make harbour.png brighter";
    let plain = cli().run(folder.path(), words, &["harbour.png"]);
    let told = "--recipes does that";
    assert_eq!(
        plain.messages.matches(told).count(),
        1,
        "{}",
        plain.messages
    );
    let bytes = std::fs::read(plain.result("image")).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    assert!(!text.contains("patchbay") && !text.contains("harbour"));
    let kept = made(&folder, words, &["harbour.png"]);
    assert!(!kept.messages.contains(told), "{}", kept.messages);
    let path = kept.result("image");
    let recipe = cli().call(folder.path(), &["recipe", path.to_str().unwrap(), "--json"]);
    // Of 32 bits: milliseconds since 1970 are more.
    let seed = serde_json::from_str::<serde_json::Value>(&recipe.output).unwrap()["seed"].clone();
    assert!(u32::try_from(seed.as_u64().unwrap()).is_ok(), "{seed}");
}

#[test]
fn what_is_cleaned_carries_no_recipe_even_where_they_are_asked_for() {
    let folder = TestDir::new();
    folder.sample("photo.jpg");
    video::clip(folder.path(), "walk.mp4", 1.0, "160x120", 25);
    for (words, given) in [
        ("strip all metadata from photo.jpg", "photo.jpg"),
        ("remove the metadata from walk.mp4", "walk.mp4"),
        (
            "strip all metadata from photo.jpg and then make it brighter",
            "photo.jpg",
        ),
    ] {
        let reply = made(&folder, words, &[given]);
        assert_eq!(reply.status, 0, "{words}: {}", reply.messages);
        let kind = if given == "photo.jpg" {
            "image"
        } else {
            "video"
        };
        for path in reply.results(kind) {
            let bytes = std::fs::read(&path).unwrap();
            let text = String::from_utf8_lossy(&bytes);
            let stem = given.split('.').next().unwrap();
            assert!(
                !text.contains("patchbay") && !text.contains(stem),
                "{words}"
            );
        }
    }
}
