//! A folder of models whose networks are the tiny random ones of the parity tests, each under the tools that it serves.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The fixtures of `tests/parity`, the networks that they are of, and the tools that those serve. Where two are named, the
/// second has what it does not have in common with the first.
const FIXTURES: [(&str, &str, &[&str]); 16] = [
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
    (
        "stable_diffusion",
        "stable_diffusion",
        &["text_to_image", "image_to_image", "edge_text_to_image", "depth_text_to_image"],
    ),
    (
        "stable_diffusion stable_diffusion_inpainting",
        "stable_diffusion",
        &["image_inpainting", "partial_image_editing"],
    ),
    ("stable_diffusion stable_diffusion_editing", "stable_diffusion", &["text_image_editing"]),
    ("stable_diffusion_control", "control_net", &["edge_text_to_image", "depth_text_to_image"]),
];

/// The settings of networks whose usual ones take long.
const SETTINGS: [(&str, &str); 1] = [("stable_diffusion", "size = 64, steps = 3")];

/// Files of models. Whatever lies in folders of a fixture is one too.
const FILES: [&str; 8] = [
    "config.json",
    "model.safetensors",
    "diffusion_pytorch_model.fp16.safetensors",
    "preprocessor_config.json",
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
        let name = fixture.rsplit(' ').next().unwrap_or(fixture);
        let copy = folder.join("fixtures").join(name);
        let files: BTreeSet<String> =
            fixture.split(' ').flat_map(|fixture| copied(&originals.join(fixture), &copy)).collect();
        let files: Vec<String> = files.iter().map(|path| format!("{{ path = \"{path}\" }}")).collect();
        let settings = SETTINGS.iter().find(|(own, _)| *own == network);
        let settings = settings.map_or_else(String::new, |(_, settings)| format!("settings = {{ {settings} }}\n"));
        change(&copy);
        let entry = format!(
            "[[model]]\nid = \"tiny-{name}\"\nname = \"Tiny\"\nnetwork = \"{network}\"\ntools = {tools:?}\n\
             folder = '{}'\nfiles = [{}]\nbytes = 1\nmemory = 1000\ndevices = [\"cpu\"]\nlicence = \"MIT\"\n{settings}",
            copy.display(),
            files.join(", ")
        );
        registry.push_str(&entry);
    }
    fs::write(folder.join("registry.toml"), registry).expect("a file of the test can be written");
}

/// Copies a fixture's files of models, and tells their paths in it.
fn copied(from: &Path, to: &Path) -> Vec<String> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(from).expect("the fixture is there").filter_map(Result::ok) {
        let name = entry.file_name().to_string_lossy().into_owned();
        let inner = if entry.path().is_dir() {
            let files = fs::read_dir(entry.path()).expect("a folder of the fixture can be read").filter_map(Result::ok);
            files.map(|file| format!("{name}/{}", file.file_name().to_string_lossy())).collect()
        } else if FILES.contains(&name.as_str()) {
            vec![name]
        } else {
            Vec::new()
        };
        for path in inner {
            let target = to.join(&path);
            fs::create_dir_all(target.parent().unwrap_or(to)).expect("a folder of the test can be made");
            fs::copy(from.join(&path), target).expect("a file of the fixture can be copied");
            paths.push(path);
        }
    }
    paths
}
