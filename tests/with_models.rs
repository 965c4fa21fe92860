//! The headless program with models on this computer, tiny random ones: what is asked in words is planned, done by the model,
//! told with its name, and the same twice.

use std::path::Path;

use patchbay_test_support::{Cli, Reply, TestDir, models};
use serde_json::Value;

/// What is asked of which file, and the tool that a model has to do it with. A box or a mask of which to ask is made by
/// other tools: how models outline those is tested with the tools.
const REQUESTS: [(&str, &str, &str); 24] = [
    ("make a depth map of photo.jpg", "photo.jpg", "image_to_depth"),
    ("normal map of photo.jpg", "photo.jpg", "image_to_normal"),
    ("extract the pose of photo.jpg", "photo.jpg", "image_to_pose"),
    ("soft edges of photo.jpg", "photo.jpg", "image_to_hed"),
    ("run the scribble model on photo.jpg", "photo.jpg", "image_to_scribble"),
    ("classify photo.jpg", "photo.jpg", "image_classification"),
    ("detect the objects in photo.jpg", "photo.jpg", "object_detection"),
    ("give me a mask for every object in photo.jpg", "photo.jpg", "instance_segmentation"),
    ("locate the dog in photo.jpg and provide its coordinates", "photo.jpg", "visual_grounding"),
    ("segment everything in photo.jpg", "photo.jpg", "segment_anything"),
    ("mask this", "photo.jpg", "segment_by_points"),
    ("read the text in photo.jpg", "photo.jpg", "optical_character_recognition"),
    ("describe photo.jpg", "photo.jpg", "image_captioning"),
    ("what is the dog doing in photo.jpg", "photo.jpg", "image_question_answering"),
    ("what sport are they doing in clip.mp4", "clip.mp4", "video_classification"),
    ("describe clip.mp4", "clip.mp4", "video_captioning"),
    ("what colour is the ball in clip.mp4", "clip.mp4", "video_question_answering"),
    ("paint a castle on a hill", "", "text_to_image"),
    ("make a variation of photo.jpg", "photo.jpg", "image_to_image"),
    ("make photo.jpg look like winter", "photo.jpg", "text_image_editing"),
    ("remove this", "photo.jpg", "image_inpainting"),
    ("replace this with a castle", "photo.jpg", "partial_image_editing"),
    ("using the edge of photo.jpg, create a new image of a castle", "photo.jpg", "edge_text_to_image"),
    ("using the depth of photo.jpg, create a new image of a castle", "photo.jpg", "depth_text_to_image"),
];

/// What is pointed at for these.
const POINTED: [&str; 3] = ["segment_by_points", "image_inpainting", "partial_image_editing"];

fn ask(folder: &Path, models: &Path, out: &str, (words, file, tool): (&str, &str, &str)) -> Reply {
    let cli = Cli::new(env!("CARGO_BIN_EXE_patchbay-cli"));
    let mut arguments = vec!["run", words, "--json", "--seed", "1", "--omit-recipes", "--out", out];
    if !file.is_empty() {
        arguments.insert(2, file);
    }
    if POINTED.contains(&tool) {
        arguments.extend(["--points", "photo.jpg:300,200,+"]);
    }
    cli.call_in(folder, &arguments, &[("PATCHBAY_MODELS", models)])
}

/// The files that it wrote, and what it says in words.
fn made(reply: &Value) -> Vec<Vec<u8>> {
    let results = reply["results"].as_array().expect("a list of results");
    let files = results.iter().filter_map(|result| std::fs::read(result["path"].as_str()?).ok());
    let words = results.iter().map(|result| result["value"].to_string().into_bytes());
    files.chain(words).collect()
}

#[test]
fn what_is_asked_in_words_is_done_by_a_model_and_the_same_twice() {
    let (folder, library) = (TestDir::new(), TestDir::new());
    for name in ["photo.jpg", "clip.mp4"] {
        folder.sample(name);
    }
    models::write(library.path(), |_| true, |_| {});
    let mut done = 0;
    for request in REQUESTS {
        let (words, _, tool) = request;
        let first = ask(folder.path(), library.path(), "first", request).json();
        let step = first["steps"].as_array().expect("a list of steps").iter().find(|step| step["tool"] == tool);
        let step = step.unwrap_or_else(|| panic!("“{words}” is done by {tool}: {first}"));
        assert!(step["model"]["id"].as_str().is_some_and(|id| id.starts_with("tiny-")), "{words}: {step}");
        assert_eq!(step["model"]["device"], "cpu, f32", "{words}");
        if step["status"] == "failed" {
            // Random weights may find nothing; that is said.
            let error = step["error"].as_str().unwrap_or_default();
            assert!(error.contains("was found on “photo.jpg”"), "{words}: {error}");
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
}
