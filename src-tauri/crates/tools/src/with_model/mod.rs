//! Tools as local models do them: one file for each tool, found by themselves. Where its model is on this computer, such an
//! implementation is taken rather than what is built in; the planner does not notice.

automod::dir!("src/with_model");

use std::ops::ControlFlow;
use std::path::Path;

use image::RgbImage;
use patchbay_domain::MediaFile;
use patchbay_inference::registry::Model;
use patchbay_inference::{InferenceError, Models, Watch, size};
use patchbay_media::image as pictures;

use crate::image::pixels;
use crate::{Context, ToolError};

/// What a tool lacks whose work only a model does: the model, with its size and how to get it.
pub(crate) fn lacks(models: &Models, tool: &str) -> Option<String> {
    if models.installed(tool).is_some() {
        return None;
    }
    Some(match models.offered(tool) {
        Some(model) => needs(model),
        None => "Needs a model, and none that does it is known: docs/models.md says how to add one.".to_owned(),
    })
}

/// What is said where a model lacks.
fn needs(model: &Model) -> String {
    format!("Needs the model {} ({}).", model.name, size(model.bytes))
}

/// The same for a tool that takes several networks, each a model of its own.
pub(crate) fn lacks_parts(models: &Models, tool: &str, networks: &[&str]) -> Option<String> {
    if networks.iter().all(|network| models.installed_part(tool, network).is_some()) {
        return None;
    }
    let offered = parts_to_get(models, tool, networks);
    if offered.is_empty() {
        let several = "Needs two models, and none that do it are known: docs/models.md says how to add them.";
        return Some(several.to_owned());
    }
    let told: Vec<String> = offered.iter().map(|model| format!("{} ({})", model.name, size(model.bytes))).collect();
    Some(format!("Needs {}.", told.join(" and ")))
}

/// The models that would have to be got for those networks; none where one of them has none.
pub(crate) fn parts_to_get<'a>(models: &'a Models, tool: &str, networks: &[&str]) -> Vec<&'a Model> {
    let lacking = networks.iter().filter(|network| models.installed_part(tool, network).is_none());
    let offered: Option<Vec<&Model>> = lacking.map(|network| models.offered_part(tool, network)).collect();
    offered.unwrap_or_default()
}

/// The model that does one network's part of a tool's work.
fn part<'a>(context: &'a Context, tool: &str, network: &str) -> Result<&'a Model, ToolError> {
    let missing = || ToolError::Missing(lacks_parts(&context.models, tool, &[network]).unwrap_or_default());
    context.models.installed_part(tool, network).ok_or_else(missing)
}

/// The model that does a tool's work; an error where it was removed meanwhile.
fn model<'a>(context: &'a Context, tool: &str) -> Result<&'a Model, ToolError> {
    let missing = || ToolError::Missing(lacks(&context.models, tool).unwrap_or_default());
    context.models.installed(tool).ok_or_else(missing)
}

/// Does a part of a step that a network follows, `from` to `to` of the whole.
fn follow<T>(
    context: &Context,
    (from, to): (f64, f64),
    work: impl FnOnce(Watch<'_>) -> Result<T, InferenceError>,
) -> Result<T, InferenceError> {
    let report = |fraction: f64| {
        context.progress.set(from + fraction * (to - from));
        if context.progress.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    work(Watch::new(&report))
}

/// A picture as networks see it: upright, in sRGB, on white where it is transparent.
fn seen(file: &MediaFile) -> Result<RgbImage, ToolError> {
    let picture = pictures::read(&file.path, &file.name)?;
    Ok(pixels::opaque(picture.pixels, [1.0; 3]).into_rgb8())
}

/// A network with `config.json` beside its weights.
fn load<N: patchbay_inference::weights::Network>(
    model: &Model,
    folder: &Path,
    numbers: patchbay_inference::DType,
    device: &patchbay_inference::Device,
) -> Result<N, InferenceError> {
    let config = patchbay_inference::weights::config(&folder.join("config.json"))?;
    patchbay_inference::weights::load(&config, &model.weights(folder), numbers, device)
}
