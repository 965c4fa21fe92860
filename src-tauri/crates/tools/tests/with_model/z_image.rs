//! Images of words by Z-Image, and when it is taken rather than Stable Diffusion.

use std::fs;
use std::path::Path;
use std::thread;

use patchbay_domain::Resource;
use patchbay_inference::{Models, Watch};
use patchbay_tools::{Context, Progress, ToolError, registry};

use crate::support::{Bench, bytes};

const TOOL: &str = "text_to_image";

fn bench() -> Bench {
    Bench::with(|network| network == "z_image", |_| {})
}

fn inputs() -> [(&'static str, Resource); 1] {
    [("text", Resource::Text("a red ball on the beach".to_owned()))]
}

/// A context of a step with settings.
fn context(bench: &Bench, progress: &Progress, settings: &[(&str, &str)]) -> Context {
    let settings = settings
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    Context {
        settings,
        ..bench.context(progress)
    }
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_settings_are_followed() {
    let bench = bench();
    let made = |seed: u64, settings: &[(&str, &str)]| {
        let context = Context {
            seed,
            ..context(&bench, &Progress::default(), settings)
        };
        let image = bench.run_in(&context, TOOL, &inputs()).unwrap();
        let size = image::image_dimensions(&image.files()[0].path).unwrap();
        (size, bytes(&image))
    };
    let usual = made(1, &[]);
    assert_eq!(usual.0, (64, 64), "the size that the registry sets");
    assert_eq!(usual, made(1, &[]));
    assert_ne!(usual.1, made(2, &[]).1);
    assert_ne!(usual.1, made(1, &[("steps", "8")]).1);
    assert_eq!(
        made(1, &[("size", "150")]).0,
        (128, 128),
        "in steps of 64 pixels"
    );
    let wrong = bench.run_in(
        &context(&bench, &Progress::default(), &[("steps", "51")]),
        TOOL,
        &inputs(),
    );
    assert!(
        matches!(&wrong, Err(ToolError::Input(said)) if said.contains("from 1 to 50")),
        "{wrong:?}"
    );
    let shown = registry::implementations(TOOL)[0].settings(&bench.models);
    let shown: Vec<_> = shown
        .iter()
        .map(|setting| (setting.name.as_str(), setting.usual.as_str()))
        .collect();
    assert_eq!(
        shown,
        [("steps", "3"), ("size", "64")],
        "no guidance, and nothing unwanted"
    );
}

#[test]
fn it_stops_in_the_midst_of_its_steps_and_leaves_no_file() {
    let bench = bench();
    let progress = Progress::default();
    let context = context(&bench, &progress, &[("steps", "50"), ("size", "320")]);
    let stopped = thread::scope(|scope| {
        let run = scope.spawn(|| bench.run_in(&context, TOOL, &inputs()));
        while progress.get() < 0.1 && !run.is_finished() {
            thread::yield_now();
        }
        progress.cancel();
        run.join().unwrap()
    });
    assert_eq!(stopped.unwrap_err(), ToolError::Cancelled);
    assert!((0.1..1.0).contains(&progress.get()), "{}", progress.get());
    assert_eq!(fs::read_dir(&context.folder).unwrap().count(), 0);
}

/// Takes a built-in model in whose files are none but have the right kind.
fn imported(models: &Models, id: &str, folder: &Path) {
    let model = models.registry().model(id).unwrap();
    let weights = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../tests/parity/fixtures/t5/model.safetensors");
    let from = folder.join("from").join(id);
    for file in &model.files {
        let path = from.join(&file.path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        if file.path.ends_with(".safetensors") {
            fs::copy(&weights, path).unwrap();
        } else {
            fs::write(path, "{}").unwrap();
        }
    }
    models
        .library()
        .import(model, &from, &Watch::nobody())
        .unwrap();
}

#[test]
fn it_is_taken_where_both_are_there_and_the_small_one_is_offered_where_none_is() {
    let folder = tempfile::tempdir().unwrap();
    let models = Models::open(folder.path().join("models"));
    let tool = registry::implementations(TOOL)[0];
    let taken = || tool.model(&models).map(|model| model.id.clone());
    assert_eq!(taken(), None);
    assert_eq!(
        tool.missing(&models).unwrap(),
        "Needs the model Stable Diffusion 1.5 (2.1 GB)."
    );
    let offered: Vec<&str> = tool
        .models_to_get(&models)
        .iter()
        .map(|model| model.id.as_str())
        .collect();
    assert_eq!(offered, ["stable-diffusion-v1-5"]);
    for id in ["stable-diffusion-v1-5", "z-image-turbo"] {
        imported(&models, id, folder.path());
        assert_eq!(taken().as_deref(), Some(id));
        assert_eq!(tool.missing(&models), None);
        assert!(tool.models_to_get(&models).is_empty());
    }
    assert!(
        tool.missing(&Models::none())
            .unwrap()
            .contains("none that does it is known")
    );
}
