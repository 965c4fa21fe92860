//! Z-Image's networks, scheduler and whole way to an image against diffusers.

mod generation;
mod networks;
mod refusals;
mod text_encoder;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use candle_core::{DType, Device, Tensor};
use patchbay_inference::InferenceError;
use patchbay_inference::networks::z_image::{Request, ZImage};
use patchbay_inference::weights::{self, Network};

use crate::support::{Fixture, disturbed};

const BOUND: f32 = 1e-5;

const PROMPT: &str = "a photo of a red ball on the beach";

fn fixture() -> Fixture {
    Fixture::open("z_image")
}

fn opened(folder: &Path) -> Result<ZImage, InferenceError> {
    ZImage::open(folder, DType::F32, &Device::Cpu)
}

/// A network with all of its layers in memory, and with one tensor disturbed where one is named.
fn network<N: Network>(part: &str, tensor: Option<&str>) -> N {
    let folder = Fixture::folder("z_image").join(part);
    let config = weights::config(&folder.join("config.json")).unwrap();
    let files = weights::all_files(&folder).unwrap();
    let load = |files: &[PathBuf]| weights::load(&config, files, DType::F32, &Device::Cpu).unwrap();
    let Some(tensor) = tensor else {
        return load(&files);
    };
    let tensors: HashMap<String, Tensor> = files
        .iter()
        .flat_map(|file| candle_core::safetensors::load(file, &Device::Cpu).unwrap())
        .collect();
    let whole = tempfile::tempdir().unwrap();
    let path = whole.path().join("model.safetensors");
    candle_core::safetensors::save(&tensors, &path).unwrap();
    let (_folder, path) = disturbed(&path, tensor);
    load(&[path])
}

/// A copy of the fixture's model with something changed in its folder.
fn changed(change: impl Fn(&Path)) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for part in [
        "tokenizer",
        "text_encoder",
        "transformer",
        "vae",
        "scheduler",
    ] {
        let to = folder.path().join(part);
        std::fs::create_dir(&to).unwrap();
        for file in std::fs::read_dir(fixture().folder.join(part)).unwrap() {
            let file = file.unwrap();
            std::fs::copy(file.path(), to.join(file.file_name())).unwrap();
        }
    }
    change(folder.path());
    folder
}

/// Replaces words in a file.
fn replaced(path: PathBuf, from: &str, to: &str) {
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{from}");
    std::fs::write(path, text.replace(from, to)).unwrap();
}

fn request(width: u32, height: u32) -> Request<'static> {
    Request {
        text: PROMPT,
        width,
        height,
        steps: 8,
    }
}
