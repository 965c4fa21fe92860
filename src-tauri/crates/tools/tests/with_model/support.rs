//! A folder of models whose networks are the tiny ones of the parity tests, and tools that run on
//! them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use patchbay_domain::{
    BoundingBox, LabelledBox, LabelledMask, MediaFile, Point, PointPrompt, Resource,
};
use patchbay_inference::Models;
use patchbay_tools::{Context, Inputs, Progress, ToolError, registry};

pub(crate) struct Bench {
    pub(crate) folder: tempfile::TempDir,
    pub(crate) models: Models,
}

impl Bench {
    /// A folder of models whose own registry names the fixtures.
    pub(crate) fn new() -> Self {
        Self::with(|_| true, |_| {})
    }

    /// The same without the models of some networks, and with changes to those of others: `change`
    /// is given the folder of each, a copy.
    pub(crate) fn with(is_there: impl Fn(&str) -> bool, change: impl Fn(&Path)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        patchbay_test_support::models::write(folder.path(), is_there, change);
        let models = Models::open(folder.path());
        Self { folder, models }
    }

    pub(crate) fn photo() -> Resource {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../assets/samples/photo.jpg");
        Resource::image(MediaFile {
            path,
            name: "photo.jpg".to_owned(),
        })
    }

    pub(crate) fn voice() -> Resource {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../assets/samples/voice.wav");
        Resource::Audio(MediaFile {
            path,
            name: "voice.wav".to_owned(),
        })
    }

    /// A video of two shots, 3 seconds together.
    pub(crate) fn video() -> Resource {
        static VIDEO: LazyLock<(tempfile::TempDir, PathBuf)> = LazyLock::new(|| {
            let folder = tempfile::tempdir().unwrap();
            let path = patchbay_test_support::video::make(
                folder.path(),
                "shots.mp4",
                "-f lavfi -i testsrc=size=160x90:rate=10:duration=2 -f lavfi -i color=red:size=160x90:rate=10:duration=1 \
                 -filter_complex [0][1]concat=n=2 -pix_fmt yuv420p -c:v libx264",
            );
            (folder, path)
        });
        Resource::Video(MediaFile {
            path: VIDEO.1.clone(),
            name: "shots.mp4".to_owned(),
        })
    }

    /// A mask of the photo's size.
    fn mask() -> Resource {
        static MASK: LazyLock<(tempfile::TempDir, PathBuf)> = LazyLock::new(|| {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("mask.png");
            let (width, height) = image::image_dimensions(&Bench::photo().files()[0].path).unwrap();
            let inside = |x: u32, y: u32| (200..400).contains(&x) && (150..300).contains(&y);
            let mask = image::GrayImage::from_fn(width, height, |x, y| {
                image::Luma([u8::from(inside(x, y)) * 255])
            });
            mask.save(&path).unwrap();
            (folder, path)
        });
        let file = MediaFile {
            path: MASK.1.clone(),
            name: "mask.png".to_owned(),
        };
        Resource::Masks(vec![LabelledMask { file, label: None }])
    }

    pub(crate) fn context(&self, progress: &Progress) -> Context {
        let folder = tempfile::tempdir_in(self.folder.path()).unwrap().keep();
        Context {
            folder,
            progress: progress.clone(),
            seed: 1,
            models: self.models.clone(),
            target_seconds: None,
            settings: std::collections::BTreeMap::new(),
        }
    }

    pub(crate) fn run(
        &self,
        tool: &str,
        inputs: &[(&str, Resource)],
    ) -> Result<Resource, ToolError> {
        self.run_in(&self.context(&Progress::default()), tool, inputs)
    }

    pub(crate) fn run_in(
        &self,
        context: &Context,
        tool: &str,
        inputs: &[(&str, Resource)],
    ) -> Result<Resource, ToolError> {
        let values: BTreeMap<_, _> = inputs
            .iter()
            .map(|(name, value)| ((*name).to_owned(), value.clone()))
            .collect();
        let implementation = registry::runnable(tool, &self.models).expect("its model is there");
        assert!(
            implementation.has_model(),
            "a model is taken rather than what is built in"
        );
        implementation.run(&Inputs::new(values), context)
    }

    /// A point on what is meant and one beside it.
    fn points() -> Resource {
        let point = |x, y, include| Point { x, y, include };
        Resource::Points(PointPrompt {
            points: vec![point(300.0, 200.0, true), point(20.0, 20.0, false)],
            bounding_box: None,
        })
    }

    fn boxes() -> Resource {
        let bounding_box = BoundingBox {
            x: 100.0,
            y: 80.0,
            width: 250.0,
            height: 200.0,
        };
        Resource::BoundingBoxes(vec![LabelledBox {
            bounding_box,
            label: None,
        }])
    }

    /// Tools with the inputs that each takes.
    pub(crate) fn inputs() -> Vec<(&'static str, Vec<(&'static str, Resource)>)> {
        let photo = || ("image", Self::photo());
        let text = |words: &str| ("text", Resource::Text(words.to_owned()));
        let question = || text("what is the man doing?");
        let mask = || ("mask", Self::mask());
        vec![
            ("image_to_depth", vec![photo()]),
            ("image_to_normal", vec![photo()]),
            ("image_to_video", vec![photo()]),
            ("image_to_pose", vec![photo()]),
            ("image_to_hed", vec![photo()]),
            ("image_to_scribble", vec![photo()]),
            ("image_upscaling", vec![photo()]),
            ("image_colorization", vec![photo()]),
            ("image_classification", vec![photo()]),
            ("video_classification", vec![("video", Self::video())]),
            ("object_detection", vec![photo()]),
            ("optical_character_recognition", vec![photo()]),
            ("instance_segmentation", vec![photo()]),
            (
                "visual_grounding",
                vec![photo(), ("text", Resource::Text("a dog".to_owned()))],
            ),
            (
                "segment_by_points",
                vec![photo(), ("point", Self::points())],
            ),
            ("segment_by_box", vec![photo(), ("bbox", Self::boxes())]),
            ("image_captioning", vec![photo()]),
            ("image_question_answering", vec![photo(), question()]),
            ("video_captioning", vec![("video", Self::video())]),
            (
                "video_question_answering",
                vec![("video", Self::video()), question()],
            ),
            ("segment_anything", vec![photo()]),
            ("speech_to_text", vec![("audio", Self::voice())]),
            (
                "speech_search",
                vec![("audio", Self::voice()), text("harbour")],
            ),
            ("audio_classification", vec![("audio", Self::voice())]),
            ("text_to_music", vec![text("a calm piano tune")]),
            (
                "text_to_speech",
                vec![text(
                    "The harbour lies still. Nobody is awake yet, not even the gulls.",
                )],
            ),
            ("text_to_image", vec![text("a red ball on the beach")]),
            ("image_to_image", vec![photo()]),
            ("image_inpainting", vec![photo(), mask()]),
            (
                "partial_image_editing",
                vec![photo(), mask(), text("replace it with a red ball")],
            ),
            (
                "text_image_editing",
                vec![photo(), text("make it look like winter")],
            ),
            (
                "edge_text_to_image",
                vec![("edge", Self::photo()), text("a red ball")],
            ),
            (
                "depth_text_to_image",
                vec![("depth", Self::photo()), text("a red ball")],
            ),
        ]
    }
}

pub(crate) fn bytes(resource: &Resource) -> Vec<Vec<u8>> {
    resource
        .files()
        .iter()
        .map(|file| fs::read(&file.path).unwrap())
        .collect()
}

pub(crate) fn without_paths(mut resource: Resource) -> Resource {
    resource
        .files_mut()
        .into_iter()
        .for_each(|file| file.path = PathBuf::new());
    resource
}
