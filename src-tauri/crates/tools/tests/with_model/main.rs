//! Tools as models do them, from a folder of models to files: tiny random networks stand in for the real ones, so that what
//! comes out has the right type and size and is the same twice, but means nothing.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use patchbay_domain::{BoundingBox, LabelledBox, MediaFile, Point, PointPrompt, Resource};
use patchbay_inference::Models;
use patchbay_tools::image::pointing::by_model::{self, Embedded};
use patchbay_tools::{Context, Inputs, Progress, ToolError, registry};

const MODELS: [(&str, &str, &[&str]); 6] = [
    (
        "segment_anything_mobile",
        "mobile_sam",
        &["segment_by_points", "segment_by_box", "segment_by_mask", "segment_anything"],
    ),
    ("detr", "detr", &["object_detection"]),
    ("detr_panoptic", "detr_panoptic", &["instance_segmentation"]),
    ("owl_vit", "owlvit", &["visual_grounding"]),
    ("clip", "clip", &["image_classification"]),
    ("depth_anything", "depth_anything", &["image_to_depth"]),
];

struct Bench {
    folder: tempfile::TempDir,
    models: Models,
}

impl Bench {
    /// A folder of models whose own registry names the fixtures.
    fn new() -> Self {
        let fixtures =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/parity/fixtures").canonicalize().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let mut own = String::new();
        for (fixture, network, tools) in MODELS {
            let words = if fixtures.join(fixture).join("tokenizer.json").exists() {
                ", { path = \"tokenizer.json\" }"
            } else {
                ""
            };
            let folder = fixtures.join(fixture);
            let entry = format!(
                "[[model]]\nid = \"tiny-{fixture}\"\nname = \"Tiny\"\nnetwork = \"{network}\"\ntools = {tools:?}\n\
                 folder = '{}'\nfiles = [{{ path = \"config.json\" }}, {{ path = \"model.safetensors\" }}{words}]\n\
                 bytes = 1\nmemory = 1000\ndevices = [\"cpu\"]\nlicence = \"MIT\"\n",
                folder.display()
            );
            own.push_str(&entry);
        }
        fs::write(folder.path().join("registry.toml"), own).unwrap();
        let models = Models::open(folder.path());
        Self { folder, models }
    }

    fn photo() -> Resource {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../assets/samples/photo.jpg");
        Resource::image(MediaFile { path, name: "photo.jpg".to_owned() })
    }

    fn context(&self, progress: &Progress) -> Context {
        let folder = tempfile::tempdir_in(self.folder.path()).unwrap().keep();
        Context { folder, progress: progress.clone(), seed: 1, models: self.models.clone(), target_seconds: None }
    }

    fn run(&self, tool: &str, inputs: &[(&str, Resource)]) -> Result<Resource, ToolError> {
        self.run_in(&self.context(&Progress::default()), tool, inputs)
    }

    fn run_in(&self, context: &Context, tool: &str, inputs: &[(&str, Resource)]) -> Result<Resource, ToolError> {
        let values: BTreeMap<_, _> = inputs.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        let implementation = registry::runnable(tool, &self.models).expect("its model is there");
        assert!(implementation.has_model(), "a model is taken rather than what is built in");
        implementation.run(&Inputs::new(values), context)
    }

    /// What each tool takes.
    fn inputs() -> Vec<(&'static str, Vec<(&'static str, Resource)>)> {
        let point = |x, y, include| Point { x, y, include };
        let points =
            PointPrompt { points: vec![point(300.0, 200.0, true), point(20.0, 20.0, false)], bounding_box: None };
        let bounding_box = BoundingBox { x: 100.0, y: 80.0, width: 250.0, height: 200.0 };
        let boxes = vec![LabelledBox { bounding_box, label: None }];
        let photo = || ("image", Self::photo());
        vec![
            ("image_to_depth", vec![photo()]),
            ("image_classification", vec![photo()]),
            ("object_detection", vec![photo()]),
            ("instance_segmentation", vec![photo()]),
            ("visual_grounding", vec![photo(), ("text", Resource::Text("a dog".to_owned()))]),
            ("segment_by_points", vec![photo(), ("point", Resource::Points(points))]),
            ("segment_by_box", vec![photo(), ("bbox", Resource::BoundingBoxes(boxes))]),
            ("segment_anything", vec![photo()]),
        ]
    }
}

fn bytes(resource: &Resource) -> Vec<Vec<u8>> {
    resource.files().iter().map(|file| fs::read(&file.path).unwrap()).collect()
}

fn without_paths(mut resource: Resource) -> Resource {
    resource.files_mut().into_iter().for_each(|file| file.path = PathBuf::new());
    resource
}

#[test]
fn each_gives_what_the_toolbox_says_and_the_same_twice() {
    let bench = Bench::new();
    let size = image::image_dimensions(&Bench::photo().files()[0].path).unwrap();
    let mut gave = Vec::new();
    for (tool, inputs) in Bench::inputs() {
        let progress = Progress::default();
        let (first, second) = (bench.run_in(&bench.context(&progress), tool, &inputs), bench.run(tool, &inputs));
        match (first, second) {
            (Ok(first), Ok(second)) => {
                assert_eq!(bytes(&first), bytes(&second), "{tool}");
                for file in first.files() {
                    assert_eq!(image::image_dimensions(&file.path).unwrap(), size, "{tool}: {}", file.name);
                }
                assert!(progress.get() > 0.5, "{tool} tells how far it is");
                gave.push((tool, first.resource_type().to_string()));
                assert_eq!(without_paths(first), without_paths(second), "{tool}");
            }
            // Random weights may find nothing; that is said.
            (Err(ToolError::Input(message)), Err(_)) => {
                assert!(message.contains("was found on “photo.jpg”"), "{message}");
            }
            (first, second) => panic!("{tool}: {first:?} {second:?}"),
        }
    }
    for (tool, of) in [
        ("image_to_depth", "depth"),
        ("image_classification", "category"),
        ("segment_by_points", "mask"),
        ("segment_by_box", "mask"),
        ("segment_anything", "segmentation"),
    ] {
        assert!(gave.contains(&(tool, of.to_owned())), "{tool}: {gave:?}");
    }
}

#[test]
fn a_rough_mask_is_drawn_along_what_it_covers() {
    let bench = Bench::new();
    let points = PointPrompt { points: vec![Point { x: 300.0, y: 200.0, include: true }], bounding_box: None };
    let mask =
        bench.run("segment_by_points", &[("image", Bench::photo()), ("point", Resource::Points(points))]).unwrap();
    let rough = image::open(&mask.files()[0].path).unwrap().into_luma8();
    assert!(rough.pixels().all(|pixel| [0, 255].contains(&pixel[0])));
    let refined = bench.run("segment_by_mask", &[("image", Bench::photo()), ("mask", mask)]).unwrap();
    assert_eq!(image::image_dimensions(&refined.files()[0].path).unwrap(), rough.dimensions());
}

#[test]
fn each_stops_at_once_and_leaves_no_file() {
    let bench = Bench::new();
    for (tool, inputs) in Bench::inputs() {
        let progress = Progress::default();
        progress.cancel();
        let context = bench.context(&progress);
        assert_eq!(bench.run_in(&context, tool, &inputs).unwrap_err(), ToolError::Cancelled, "{tool}");
        assert_eq!(fs::read_dir(&context.folder).unwrap().count(), 0, "{tool}");
    }
}

#[test]
fn without_its_model_a_tool_says_which_and_how_to_get_it() {
    let nothing = tempfile::tempdir().unwrap();
    let models = Models::open(nothing.path());
    assert!(registry::runnable("image_to_depth", &models).is_none());
    let missing = registry::implementations("image_to_depth")[0].missing(&models).unwrap();
    assert!(missing.contains("Depth Anything V2 Small (100 MB)"), "{missing}");
    assert!(missing.contains("patchbay-cli models get depth-anything-v2-small"), "{missing}");
    let built_in = registry::runnable("segment_by_points", &models).unwrap();
    assert!(!built_in.has_model(), "what is built in does it where no model is there");
}

#[test]
fn a_picture_is_looked_at_once_for_all_that_is_outlined_on_it() {
    let bench = Bench::new();
    let photo = patchbay_media::image::read(&Bench::photo().files()[0].path, "photo.jpg").unwrap().pixels;
    let outliner = bench.models.outliner("segment_by_points").unwrap();
    // What is embedded already asks nobody and answers also who is stopped.
    let stopped = Progress::default();
    stopped.cancel();
    let known = || Embedded::new(&outliner, &photo, &stopped);
    assert_eq!(known().unwrap_err(), ToolError::Cancelled);
    let (_, inputs) = Bench::inputs().into_iter().find(|(tool, _)| *tool == "segment_by_box").unwrap();
    bench.run("segment_by_box", &inputs).unwrap();
    let embedded = known().unwrap();
    let click = |points: &[(f32, f32)]| PointPrompt {
        points: points.iter().map(|&(x, y)| Point { x, y, include: true }).collect(),
        bounding_box: None,
    };
    let first = embedded.segment(&click(&[(300.0, 200.0)]), None).unwrap();
    let coverages: Vec<f32> = first.iter().map(|outline| outline.candidate.coverage).collect();
    assert!(!first.is_empty() && first.len() <= 3 && coverages.is_sorted(), "{coverages:?}");
    let twice = click(&[(300.0, 200.0), (350.0, 220.0)]);
    let former = &by_model::best(&first).unwrap().logits;
    let refined = embedded.segment(&twice, Some(former)).unwrap();
    let anew = embedded.segment(&twice, None).unwrap();
    assert!(refined.iter().zip(&anew).any(|(a, b)| (a.score - b.score).abs() > 1e-6), "the mask before has a say");
    assert!(matches!(embedded.segment(&click(&[(9000.0, 1.0)]), None), Err(ToolError::Input(_))));
}
