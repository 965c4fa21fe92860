//! Tools as models do them, from a folder of models to files: tiny random networks stand in for the real ones, so that what
//! comes out has the right type and size and is the same twice, but means nothing.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use patchbay_domain::{BoundingBox, LabelledBox, MediaFile, Point, PointPrompt, Resource};
use patchbay_inference::Models;
use patchbay_inference::labels::Labels;
use patchbay_tools::image::pointing::by_model::{self, Embedded};
use patchbay_tools::{Context, Inputs, Progress, ToolError, registry};

const MODELS: [(&str, &str, &[&str]); 12] = [
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
];

/// Files that only some models have.
const FILES: [&str; 5] =
    ["preprocessor_config.json", "tokenizer.json", "vocab.json", "merges.txt", "special_tokens_map.json"];

struct Bench {
    folder: tempfile::TempDir,
    models: Models,
}

impl Bench {
    /// A folder of models whose own registry names the fixtures.
    fn new() -> Self {
        Self::with(|_| true, |_| {})
    }

    /// The same without the models of some networks, and with changes to those of others: `change` is given the folder of
    /// each, a copy.
    fn with(is_there: impl Fn(&str) -> bool, change: impl Fn(&Path)) -> Self {
        let originals =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/parity/fixtures").canonicalize().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let fixtures = folder.path().join("fixtures");
        let mut own = String::new();
        for (fixture, network, tools) in MODELS.into_iter().filter(|(_, network, _)| is_there(network)) {
            let copy = fixtures.join(fixture);
            fs::create_dir_all(&copy).unwrap();
            for name in ["config.json", "model.safetensors"].into_iter().chain(FILES) {
                let _ = fs::copy(originals.join(fixture).join(name), copy.join(name));
            }
            change(&copy);
            let folder = fixtures.join(fixture);
            let others = FILES.into_iter().filter(|name| folder.join(name).exists());
            let others = others.map(|name| format!(", {{ path = \"{name}\" }}")).collect::<Vec<_>>().concat();
            let entry = format!(
                "[[model]]\nid = \"tiny-{fixture}\"\nname = \"Tiny\"\nnetwork = \"{network}\"\ntools = {tools:?}\n\
                 folder = '{}'\nfiles = [{{ path = \"config.json\" }}, {{ path = \"model.safetensors\" }}{others}]\n\
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

    /// A film of two shots, 3 seconds together.
    fn film() -> Resource {
        static FILM: LazyLock<(tempfile::TempDir, PathBuf)> = LazyLock::new(|| {
            let folder = tempfile::tempdir().unwrap();
            let path = patchbay_test_support::film::make(
                folder.path(),
                "shots.mp4",
                "-f lavfi -i testsrc=size=160x90:rate=10:duration=2 -f lavfi -i color=red:size=160x90:rate=10:duration=1 \
                 -filter_complex [0][1]concat=n=2 -pix_fmt yuv420p -c:v libx264",
            );
            (folder, path)
        });
        Resource::Video(MediaFile { path: FILM.1.clone(), name: "shots.mp4".to_owned() })
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
        let question = || ("text", Resource::Text("what is the man doing?".to_owned()));
        vec![
            ("image_to_depth", vec![photo()]),
            ("image_to_normal", vec![photo()]),
            ("image_to_pose", vec![photo()]),
            ("image_to_hed", vec![photo()]),
            ("image_to_scribble", vec![photo()]),
            ("image_classification", vec![photo()]),
            ("video_classification", vec![("video", Self::film())]),
            ("object_detection", vec![photo()]),
            ("optical_character_recognition", vec![photo()]),
            ("instance_segmentation", vec![photo()]),
            ("visual_grounding", vec![photo(), ("text", Resource::Text("a dog".to_owned()))]),
            ("segment_by_points", vec![photo(), ("point", Resource::Points(points))]),
            ("segment_by_box", vec![photo(), ("bbox", Resource::BoundingBoxes(boxes))]),
            ("image_captioning", vec![photo()]),
            ("image_question_answering", vec![photo(), question()]),
            ("video_captioning", vec![("video", Self::film())]),
            ("video_question_answering", vec![("video", Self::film()), question()]),
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
        ("image_to_normal", "normal"),
        ("image_to_hed", "hed"),
        ("image_to_scribble", "scribble"),
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

/// Calls everything that the detector in `folder` knows a person.
fn only_people(folder: &Path) {
    let config = folder.join("config.json");
    let mut read: serde_json::Value = serde_json::from_slice(&fs::read(&config).unwrap()).unwrap();
    for label in read["id2label"].as_object_mut().into_iter().flatten() {
        *label.1 = "person".into();
    }
    fs::write(config, read.to_string()).unwrap();
}

#[test]
fn people_are_drawn_where_a_detector_finds_them_else_over_the_whole_picture() {
    let drawn = |bench: &Bench| {
        let found = bench.run("image_to_pose", &[("image", Bench::photo())]).unwrap();
        assert_eq!((found.resource_type().as_str(), found.files()[0].name.as_str()), ("pose", "photo_pose.png"));
        let picture = image::open(&found.files()[0].path).unwrap().into_rgb8();
        assert_eq!(picture.get_pixel(0, 0).0, [0; 3]);
        picture
    };
    let people = drawn(&Bench::with(|_| true, only_people));
    let whole = drawn(&Bench::with(|network| network != "detr", |_| {}));
    let colored = |picture: &image::RgbImage| picture.pixels().filter(|pixel| pixel.0 != [0; 3]).count();
    assert!(colored(&people) > 500 && colored(&whole) > 500 && people != whole);
    let nobody = Bench::new().run("image_to_pose", &[("image", Bench::photo())]).unwrap_err().to_string();
    assert_eq!(nobody, "No person whose pose can be told was found on “photo.jpg”.");
}

#[test]
fn normals_of_a_depth_map_need_no_network() {
    let bench = Bench::new();
    let depth = bench.run("image_to_depth", &[("image", Bench::photo())]).unwrap();
    let by_model = bench.run("image_to_normal", &[("image", depth.clone())]).unwrap();
    let inputs = Inputs::new(BTreeMap::from([("image".to_owned(), depth)]));
    let built_in = registry::runnable("image_to_normal", &Models::none()).unwrap();
    let built_in = built_in.run(&inputs, &bench.context(&Progress::default())).unwrap();
    assert_eq!(bytes(&by_model), bytes(&built_in));
    let seen = bench.run("image_to_normal", &[("image", Bench::photo())]).unwrap();
    assert_ne!(bytes(&seen), bytes(&built_in));
}

#[test]
fn a_scribble_is_black_and_white_and_soft_edges_are_not() {
    let bench = Bench::new();
    let levels = |tool: &str| {
        let drawn = bench.run(tool, &[("image", Bench::photo())]).unwrap();
        let mut levels: Vec<u8> = image::open(&drawn.files()[0].path).unwrap().into_luma8().into_raw();
        levels.sort_unstable();
        levels.dedup();
        levels
    };
    assert_eq!(levels("image_to_scribble"), [0, 255]);
    assert!(levels("image_to_hed").len() > 100);
}

#[test]
fn one_model_in_memory_names_things_and_actions() {
    let bench = Bench::new();
    let named = |tool: &str, input: (&'static str, Resource)| match bench.run(tool, &[input]).unwrap() {
        Resource::Category(labels) => labels[0].name.clone(),
        other => panic!("{other:?}"),
    };
    let things = named("image_classification", ("image", Bench::photo()));
    let actions = named("video_classification", ("video", Bench::film()));
    let (imagenet, kinetics) = (Labels::ImageNet.names(), Labels::Kinetics.names());
    assert!(imagenet.contains(&things.as_str()) || Labels::Coco.names().contains(&things.as_str()), "{things}");
    assert!(kinetics.contains(&actions.as_str()), "{actions}");
    assert_eq!(named("image_classification", ("image", Bench::photo())), things);
}

/// What a tool says.
fn said(bench: &Bench, tool: &str, inputs: &[(&str, Resource)]) -> String {
    bench.run(tool, inputs).unwrap().as_text().unwrap()
}

#[test]
fn several_pictures_are_described_by_their_names() {
    let bench = Bench::new();
    let one = said(&bench, "image_captioning", &[("image", Bench::photo())]);
    assert!(one.ends_with('.') && !one.starts_with(char::is_lowercase), "{one}");
    let Resource::Images { kind, mut items } = Bench::photo() else { panic!("a picture") };
    items.push(items[0].clone());
    let both = said(&bench, "image_captioning", &[("image", Resource::Images { kind, items })]);
    assert_eq!(both, format!("photo.jpg: {one}\nphoto.jpg: {one}"));
}

#[test]
fn a_film_is_described_shot_by_shot_with_times() {
    let bench = Bench::new();
    let text = said(&bench, "video_captioning", &[("video", Bench::film())]);
    // The long shot gives two key frames.
    for time in ["At 0.5 s: ", "At 1.5 s: ", "At 2.5 s: "] {
        assert!(text.contains(time), "{text}");
    }
}

#[test]
fn what_is_known_for_certain_is_not_asked_of_a_model() {
    let bench = Bench::new();
    let asked = |question: &str| [("image", Bench::photo()), ("text", Resource::Text(question.to_owned()))];
    let size = said(&bench, "image_question_answering", &asked("how big is photo.jpg?"));
    assert!(size.contains("“photo.jpg” is 1280 x 853 pixels"), "{size}");
    for question in ["how many people are in the picture?", "where is this?", "what is the man doing?"] {
        let answer = said(&bench, "image_question_answering", &asked(question));
        assert!(!answer.contains("photo.jpg") && !answer.is_empty(), "{question} {answer}");
    }
    let film = [("video", Bench::film()), ("text", Resource::Text("how long is it?".to_owned()))];
    assert_eq!(said(&bench, "video_question_answering", &film), "“shots.mp4” is 3 s long.");
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
fn without_its_model_a_tool_says_which() {
    let nothing = tempfile::tempdir().unwrap();
    let models = Models::open(nothing.path());
    assert!(registry::runnable("image_to_depth", &models).is_none());
    let missing = registry::implementations("image_to_depth")[0].missing(&models).unwrap();
    assert!(missing.contains("Depth Anything V2 Small (100 MB)"), "{missing}");
    let missing = registry::implementations("optical_character_recognition")[0].missing(&models).unwrap();
    assert!(missing.contains("(10 MB) and ") && missing.contains("(21 MB)"), "both networks are told: {missing}");
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
