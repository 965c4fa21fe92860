//! Tools as models do them, from a folder of models to files: tiny random networks stand in for the
//! real ones, so that what comes out has the right type and size and is the same twice, but means
//! nothing.

mod choosing;
mod colors;
mod drawings;
mod hearing;
mod music;
mod outlines;
mod painting;
mod speaking;
mod speech;
mod support;
mod words;
mod z_image;

use std::fs;

use patchbay_domain::Resource;
use patchbay_inference::Models;
use patchbay_tools::{Progress, ToolError, registry};

use crate::support::{Bench, bytes, without_paths};

#[test]
fn each_gives_what_the_toolbox_says_and_the_same_twice() {
    let bench = Bench::new();
    let size = image::image_dimensions(&Bench::photo().files()[0].path).unwrap();
    let mut gave = Vec::new();
    for (tool, inputs) in Bench::inputs() {
        let progress = Progress::default();
        let (first, second) = (
            bench.run_in(&bench.context(&progress), tool, &inputs),
            bench.run(tool, &inputs),
        );
        match (first, second) {
            (Ok(first), Ok(second)) => {
                assert_eq!(bytes(&first), bytes(&second), "{tool}");
                let is_video = matches!(first, Resource::Video(_));
                let keeps_size = !is_video
                    && tool != "image_upscaling"
                    && inputs.iter().any(|(name, _)| *name == "image");
                for file in first.files().into_iter().filter(|_| keeps_size) {
                    assert_eq!(
                        image::image_dimensions(&file.path).unwrap(),
                        size,
                        "{tool}: {}",
                        file.name
                    );
                }
                assert!(progress.get() > 0.5, "{tool} tells how far it is");
                gave.push((tool, first.resource_type().to_string()));
                assert_eq!(without_paths(first), without_paths(second), "{tool}");
            }
            // Random weights may find nothing; that is said.
            (Err(ToolError::Nothing(message)), Err(_)) => {
                assert!(message.contains("was found on “photo.jpg”"), "{message}");
            }
            (first, second) => panic!("{tool}: {first:?} {second:?}"),
        }
    }
    for (tool, of) in [
        ("image_to_depth", "depth"),
        ("image_to_normal", "normal"),
        ("image_to_video", "video"),
        ("image_to_hed", "hed"),
        ("image_upscaling", "image"),
        ("image_to_scribble", "scribble"),
        ("image_colorization", "image"),
        ("image_classification", "category"),
        ("optical_character_recognition", "text"),
        ("video_classification", "category"),
        ("segment_by_points", "mask"),
        ("segment_by_box", "mask"),
        ("image_captioning", "text"),
        ("image_question_answering", "text"),
        ("video_captioning", "text"),
        ("video_question_answering", "text"),
        ("segment_anything", "segmentation"),
        ("speech_to_text", "text"),
        ("speech_search", "text"),
        ("audio_classification", "category"),
        ("text_to_music", "audio"),
        ("text_to_speech", "audio"),
        ("text_to_image", "image"),
        ("image_to_image", "image"),
        ("image_inpainting", "image"),
        ("partial_image_editing", "image"),
        ("text_image_editing", "image"),
        ("edge_text_to_image", "image"),
        ("depth_text_to_image", "image"),
    ] {
        assert!(gave.contains(&(tool, of.to_owned())), "{tool}: {gave:?}");
    }
}

#[test]
fn each_stops_at_once_and_leaves_no_file() {
    let bench = Bench::new();
    for (tool, inputs) in Bench::inputs() {
        let progress = Progress::default();
        progress.cancel();
        let context = bench.context(&progress);
        assert_eq!(
            bench.run_in(&context, tool, &inputs).unwrap_err(),
            ToolError::Cancelled,
            "{tool}"
        );
        assert_eq!(fs::read_dir(&context.folder).unwrap().count(), 0, "{tool}");
    }
}

#[test]
fn without_its_model_a_tool_says_which() {
    let nothing = tempfile::tempdir().unwrap();
    let models = Models::open(nothing.path());
    assert!(registry::runnable("image_to_depth", &models).is_none());
    let missing = registry::implementations("image_to_depth")[0]
        .missing(&models)
        .unwrap();
    assert!(
        missing.contains("Depth Anything V2 Small (100 MB)"),
        "{missing}"
    );
    let missing = registry::implementations("optical_character_recognition")[0]
        .missing(&models)
        .unwrap();
    assert!(
        missing.contains("(10 MB) and ") && missing.contains("(21 MB)"),
        "both networks are told: {missing}"
    );
    let built_in = registry::runnable("segment_by_points", &models).unwrap();
    assert!(
        !built_in.has_model(),
        "what is built in does it where no model is there"
    );
}
