//! Stable Diffusion's networks, schedulers and whole ways to images against diffusers.

mod autoencoder;
mod networks;
mod pipelines;
mod schedulers;
mod tensors;

use std::path::{Path, PathBuf};

use candle_core::{DType, Device};
use patchbay_inference::weights::{self, Network};

use crate::support::{Fixture, disturbed};

/// The fixtures' weights have half of the precision, which makes networks' small differences no
/// larger.
const BOUND: f32 = 2e-5;

const PROMPT: &str = "a photo of a red ball on the beach";

fn fixture() -> Fixture {
    Fixture::open("stable_diffusion")
}

/// A network out of a folder, with one tensor disturbed where one is named.
fn network<N: Network>(folder: &Path, tensor: Option<&str>) -> N {
    let config = weights::config(&folder.join("config.json")).unwrap();
    let file = weights::only_file(folder).unwrap();
    let load = |file: PathBuf| weights::load(&config, &[file], DType::F32, &Device::Cpu).unwrap();
    let Some(tensor) = tensor else {
        return load(file);
    };
    let (_folder, file) = disturbed(&file, tensor);
    load(file)
}

fn unet(kind: &str) -> PathBuf {
    let name = if kind == "unet" {
        "stable_diffusion".to_owned()
    } else {
        format!("stable_diffusion_{kind}")
    };
    Fixture::folder(&name).join("unet")
}
