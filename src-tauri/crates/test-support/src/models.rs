//! A folder of models whose networks are the tiny random ones of the parity tests, each under the tools that it serves.

use std::fs;
use std::path::Path;

/// The fixtures of `tests/parity`, the networks that they are of, and the tools that those serve.
const FIXTURES: [(&str, &str, &[&str]); 13] = [
    (
        "segment_anything_mobile",
        "mobile_sam",
        &["segment_by_points", "segment_by_box", "segment_by_mask", "segment_anything"],
    ),
    ("detr", "detr", &["object_detection"]),
    ("detr_panoptic", "detr_panoptic", &["instance_segmentation"]),
    ("owl_vit", "owlvit", &["visual_grounding"]),
    ("clip", "clip", &["image_classification", "video_classification"]),
    ("depth_anything", "depth_anything", &["image_to_depth", "image_to_normal"]),
    ("vitpose", "vitpose", &["image_to_pose"]),
    ("hed", "hed", &["image_to_hed", "image_to_scribble"]),
    ("pp_ocr_detector", "pp_ocr_detector", &["optical_character_recognition"]),
    ("pp_ocr_recogniser", "pp_ocr_recogniser", &["optical_character_recognition"]),
    ("blip", "blip", &["image_captioning", "video_captioning"]),
    ("blip_vqa", "blip_vqa", &["image_question_answering", "video_question_answering"]),
    ("whisper", "whisper", &["speech_to_text"]),
];

/// Files that only some models have.
const FURTHER: [&str; 6] = [
    "preprocessor_config.json",
    "generation_config.json",
    "tokenizer.json",
    "vocab.json",
    "merges.txt",
    "special_tokens_map.json",
];

/// The tools that these models serve.
pub fn tools() -> Vec<&'static str> {
    let mut tools: Vec<&str> = FIXTURES.iter().flat_map(|(_, _, tools)| *tools).copied().collect();
    tools.dedup();
    tools
}

/// Writes a registry into a folder of models, with the models of the networks for which `is_there` says so. Each lies in a
/// folder of its own, a copy, to which `change` may do something.
pub fn write(folder: &Path, is_there: impl Fn(&str) -> bool, change: impl Fn(&Path)) {
    let originals = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/parity/fixtures");
    let mut registry = String::new();
    for (fixture, network, tools) in FIXTURES.into_iter().filter(|(_, network, _)| is_there(network)) {
        let copy = folder.join("fixtures").join(fixture);
        fs::create_dir_all(&copy).expect("a folder of the test can be made");
        let mut files = Vec::new();
        for name in ["config.json", "model.safetensors"].into_iter().chain(FURTHER) {
            if fs::copy(originals.join(fixture).join(name), copy.join(name)).is_ok() {
                files.push(format!("{{ path = \"{name}\" }}"));
            }
        }
        change(&copy);
        let entry = format!(
            "[[model]]\nid = \"tiny-{fixture}\"\nname = \"Tiny\"\nnetwork = \"{network}\"\ntools = {tools:?}\n\
             folder = '{}'\nfiles = [{}]\nbytes = 1\nmemory = 1000\ndevices = [\"cpu\"]\nlicence = \"MIT\"\n",
            copy.display(),
            files.join(", ")
        );
        registry.push_str(&entry);
    }
    fs::write(folder.join("registry.toml"), registry).expect("a file of the test can be written");
}
