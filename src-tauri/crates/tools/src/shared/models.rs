//! Models at work in a step: which one does it, with its weights loaded, its progress followed, its
//! input prepared.

use std::ops::ControlFlow;
use std::path::Path;

use image::RgbImage;
use patchbay_domain::MediaFile;
use patchbay_inference::registry::Model;
use patchbay_inference::{InferenceError, Watch};
use patchbay_media::image as media_image;
use patchbay_tool_api::missing::{lacks, lacks_parts};
use patchbay_vision::pixels;

use crate::{Context, ToolError};

/// The model that does one network's part of a tool's work.
pub(crate) fn part<'a>(
    context: &'a Context,
    tool: &str,
    network: &str,
) -> Result<&'a Model, ToolError> {
    let missing =
        || ToolError::Missing(lacks_parts(&context.models, tool, &[network]).unwrap_or_default());
    context
        .models
        .installed_part(tool, network)
        .ok_or_else(missing)
}

/// The model that does a tool's work; an error where it was removed meanwhile.
pub(crate) fn model<'a>(context: &'a Context, tool: &str) -> Result<&'a Model, ToolError> {
    let missing = || ToolError::Missing(lacks(&context.models, tool).unwrap_or_default());
    context.models.installed(tool).ok_or_else(missing)
}

/// Does a part of a step that a network follows, `from` to `to` of the whole.
pub(crate) fn follow<T>(
    context: &Context,
    (from, to): (f64, f64),
    work: impl FnOnce(Watch<'_>) -> Result<T, InferenceError>,
) -> Result<T, InferenceError> {
    let report = |fraction: f64| {
        context.progress.set(from + fraction * (to - from));
        if context.progress.is_cancelled() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    work(Watch::new(&report))
}

/// An image as networks see it: upright, in sRGB, on white where it is transparent.
pub(crate) fn seen(file: &MediaFile) -> Result<RgbImage, ToolError> {
    let image = media_image::read(&file.path, &file.name)?;
    Ok(pixels::opaque(image.pixels, [1.0; 3]).into_rgb8())
}

/// A network with `config.json` beside its weights.
pub(crate) fn load<N: patchbay_inference::weights::Network>(
    model: &Model,
    folder: &Path,
    numbers: patchbay_inference::DType,
    device: &patchbay_inference::Device,
) -> Result<N, InferenceError> {
    let config = patchbay_inference::weights::config(&folder.join("config.json"))?;
    patchbay_inference::weights::load(&config, &model.weights(folder), numbers, device)
}
