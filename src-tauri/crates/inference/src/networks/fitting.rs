//! Whether files are those of a network, told by its configuration and by the names and shapes of their tensors: headers are
//! read, and nothing is loaded.

use std::path::{Path, PathBuf};

use super::audio_spectrogram_transformer::AudioSpectrogramTransformerNetwork;
use super::blip::{BlipAnswerer, BlipCaptioner};
use super::clip::ClipTowers;
use super::depth_anything::DepthAnything;
use super::detr::{DetrDetector, DetrSegmenter};
use super::owl_vit::OwlVitNetwork;
use super::pp_ocr::{DetectorNetwork, RecogniserNetwork};
use super::vitpose::VitPose;
use super::whisper::WhisperNetwork;
use crate::InferenceError;
use crate::models::weights::{self, Network};

/// Refuses weights that lack a tensor of a network, by its name in the registry, or have it in another shape. Nothing is said
/// against files of networks that have no `config.json`, or several.
pub(crate) fn check(network: &str, config: &Path, weights: &[PathBuf]) -> Result<(), InferenceError> {
    let check = match network {
        "audio_spectrogram_transformer" => fits::<AudioSpectrogramTransformerNetwork>,
        "blip" => fits::<BlipCaptioner>,
        "blip_vqa" => fits::<BlipAnswerer>,
        "clip" => fits::<ClipTowers>,
        "depth_anything" => fits::<DepthAnything>,
        "detr" => fits::<DetrDetector>,
        "detr_panoptic" => fits::<DetrSegmenter>,
        "owlvit" => fits::<OwlVitNetwork>,
        "pp_ocr_detector" => fits::<DetectorNetwork>,
        "pp_ocr_recogniser" => fits::<RecogniserNetwork>,
        "vitpose" => fits::<VitPose>,
        "whisper" => fits::<WhisperNetwork>,
        _ => return Ok(()),
    };
    check(config, weights)
}

fn fits<N: Network>(config: &Path, files: &[PathBuf]) -> Result<(), InferenceError> {
    weights::fit::<N>(&weights::config(config)?, files)
}
