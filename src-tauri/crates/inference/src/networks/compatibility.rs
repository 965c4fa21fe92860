//! Whether files are those of a network, told by its configuration and by the names and shapes of
//! their tensors: headers are read, and nothing is loaded.

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
use crate::models::library::{Library, LibraryError};
use crate::models::registry::Model;
use crate::models::weights::{self, Network};
use crate::{InferenceError, Watch};

impl Library {
    /// Copies a model's files from a folder, which is left as it is. Each file is looked for by its
    /// path in the registry, then by its bare name; each is checked as a download is, and weights
    /// of another network are refused.
    ///
    /// # Errors
    /// The folder lacks a file, or one of them is not what the registry says; or the files cannot
    /// be written.
    pub fn import(
        &self,
        model: &Model,
        from: &Path,
        watch: &Watch<'_>,
    ) -> Result<(), LibraryError> {
        self.import_checked(model, from, check, watch)
    }
}

/// Refuses weights that lack a tensor of a network, by its name in the registry, or have it in
/// another shape. Nothing is said against files of networks that have no `config.json`, or several.
fn check(network: &str, config: &Path, weights: &[PathBuf]) -> Result<(), InferenceError> {
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
