//! The headless program with models on this computer, tiny random ones: what is asked in words is
//! planned, done by the model, told with its name, and the same twice.

use std::path::Path;

use image::DynamicImage;
use patchbay_test_support::models::{self, Request};
use patchbay_test_support::{Cli, Reply, TestDir};
use serde_json::Value;

fn ask(folder: &Path, models: &Path, out: &str, request: &Request) -> Reply {
    let cli = Cli::new(env!("CARGO_BIN_EXE_patchbay-cli"));
    let mut arguments = vec![
        "run",
        &request.words,
        "--json",
        "--seed",
        "1",
        "--omit-recipes",
        "--out",
        out,
    ];
    arguments.extend((!request.file.is_empty()).then_some(request.file.as_str()));
    if request.pointed {
        arguments.extend(["--points", "photo.jpg:300,200,+"]);
    }
    cli.call_in(folder, &arguments, &[("PATCHBAY_MODELS", models)])
}

/// The files that it wrote, and what it says in words.
fn made(reply: &Value) -> Vec<Vec<u8>> {
    let results = reply["results"].as_array().expect("a list of results");
    let files = results
        .iter()
        .filter_map(|result| std::fs::read(result["path"].as_str()?).ok());
    let words = results
        .iter()
        .map(|result| result["value"].to_string().into_bytes());
    files.chain(words).collect()
}

#[test]
fn what_is_asked_in_words_is_done_by_a_model_and_the_same_twice() {
    let (folder, library) = (TestDir::new(), TestDir::new());
    for name in ["photo.jpg", "clip.mp4", "voice.wav"] {
        folder.sample(name);
    }
    models::write(library.path(), |_| true, |_| {});
    let mut done = 0;
    for request in &models::requests() {
        let Request { words, tool, .. } = request;
        let first = ask(folder.path(), library.path(), "first", request).json();
        let step = first["steps"]
            .as_array()
            .expect("a list of steps")
            .iter()
            .find(|step| step["tool"] == tool.as_str());
        let step = step.unwrap_or_else(|| panic!("“{words}” is done by {tool}: {first}"));
        assert!(
            step["model"]["id"]
                .as_str()
                .is_some_and(|id| id.starts_with("tiny-")),
            "{words}: {step}"
        );
        assert_eq!(step["model"]["device"], "cpu, f32", "{words}");
        if step["status"] == "failed" {
            // Random weights may find nothing; that is said.
            let error = step["error"].as_str().unwrap_or_default();
            assert!(
                error.contains("was found on “photo.jpg”"),
                "{words}: {error}"
            );
            continue;
        }
        assert_eq!(step["status"], "done", "{words}: {first}");
        let made_first = made(&first);
        assert!(!made_first.is_empty(), "{words}: {first}");
        let second = ask(folder.path(), library.path(), "second", request).json();
        assert_eq!(made_first, made(&second), "{words}");
        done += 1;
    }
    assert!(done >= 12, "only {done} gave something");
    // What needs no model is done without one, and says so.
    let words = "rotate photo.jpg by 90 degrees".to_owned();
    let exact = Request {
        words,
        file: "photo.jpg".to_owned(),
        tool: "text_image_editing".to_owned(),
        pointed: false,
    };
    let exact = ask(folder.path(), library.path(), "exact", &exact).json();
    assert_eq!(exact["steps"][0]["tool"], "text_image_editing", "{exact}");
    assert!(
        exact["steps"][0]["status"] == "done" && exact["steps"][0]["model"].is_null(),
        "{exact}"
    );
}

/// A folder in which a castle is painted by the tiny model, as it is asked for.
struct Castle {
    folder: TestDir,
    library: TestDir,
}

impl Castle {
    fn new() -> Self {
        let (folder, library) = (TestDir::new(), TestDir::new());
        models::write(library.path(), |model| model == "stable_diffusion", |_| {});
        Self { folder, library }
    }

    fn call(&self, arguments: &[&str]) -> Reply {
        let cli = Cli::new(env!("CARGO_BIN_EXE_patchbay-cli"));
        let arguments = [arguments, &["--json", "--seed", "1"]].concat();
        cli.call_in(
            self.folder.path(),
            &arguments,
            &[("PATCHBAY_MODELS", self.library.path())],
        )
    }

    /// Paints it with each of these set.
    fn paint(&self, out: &str, set: &[&str]) -> Reply {
        let set: Vec<&str> = set.iter().flat_map(|one| ["--set", *one]).collect();
        self.call(
            &[
                &["run", "paint a castle on a hill", "--recipes", "--out", out],
                set.as_slice(),
            ]
            .concat(),
        )
    }

    fn picture(&self, path: &str) -> DynamicImage {
        image::open(self.folder.path().join(path)).unwrap()
    }

    /// The recipe in a picture.
    fn recipe(&self, path: &str) -> Value {
        let cli = Cli::new(env!("CARGO_BIN_EXE_patchbay-cli"));
        cli.call(self.folder.path(), &["recipe", path, "--json"])
            .json()
    }
}

/// Where the first result lies.
fn path(reply: &Value) -> String {
    reply["results"][0]["path"]
        .as_str()
        .expect("a picture")
        .to_owned()
}

#[test]
fn what_is_set_of_a_step_is_told_kept_in_the_recipe_and_followed() {
    let castle = Castle::new();
    let usual = castle.paint("usual", &[]).json();
    let set = castle
        .paint("set", &["steps=2", "scheduler=ddim", "size=128"])
        .json();
    assert_eq!(set["steps"][0]["model"]["settings"]["steps"], "2", "{set}");
    let made = castle.picture(&path(&set));
    assert_eq!((made.width(), made.height()), (128, 128));
    assert_eq!(castle.picture(&path(&usual)).width(), 64);

    let recipe = castle.recipe(&path(&set));
    let kept = serde_json::json!({ "scheduler": "ddim", "size": "128", "steps": "2" });
    assert_eq!(recipe["actions"][0]["settings"], kept, "{recipe}");
    assert!(
        castle.recipe(&path(&usual))["actions"][0]
            .get("settings")
            .is_none()
    );
    let again = castle
        .call(&["run", "--recipe", &path(&set), "--out", "again"])
        .json();
    let same = castle.picture(&path(&again));
    assert_eq!(made.as_bytes(), same.as_bytes());
    let other = castle.call(&[
        "run",
        "--recipe",
        &path(&set),
        "--set",
        "steps=3",
        "--out",
        "other",
    ]);
    let other = other.json();
    let settings = &other["steps"][0]["model"]["settings"];
    assert_eq!(settings["steps"], "3", "{other}");
    assert_eq!(settings["size"], "128", "{other}");

    for (wrong, said) in [
        ("steps=0", "from 1 to 150"),
        ("stepz=3", "steps"),
        ("scheduler=fast", "dpm_solver"),
    ] {
        let refused = castle.paint("wrong", &[wrong]);
        assert_eq!(refused.status, 1, "{wrong}: {}", refused.output);
        assert!(
            refused.messages.contains(said),
            "{wrong}: {}",
            refused.messages
        );
    }
}
