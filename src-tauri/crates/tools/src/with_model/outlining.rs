//! Segment Anything for the tools that outline what is pointed at.

use std::path::Path;

use image::{DynamicImage, GrayImage, RgbImage};
use patchbay_domain::{Label, LabelledMask, MediaFile};
use patchbay_inference::networks::segment_anything::{Config, Prompt, SegmentAnything};
use patchbay_inference::registry::Model;
use patchbay_inference::{DType, Device, InferenceError, weights};
use patchbay_media::image as pictures;

use super::{follow, model};
use crate::{Context, ToolError};

/// The best mask for each prompt. The picture is looked at once for all of them.
pub(super) fn outline(
    context: &Context,
    tool: &str,
    picture: &RgbImage,
    prompts: &[Prompt],
) -> Result<Vec<GrayImage>, ToolError> {
    let model = model(context, tool)?;
    let work = |network: &SegmentAnything| {
        let embedding = follow(context, (0.05, 0.85), |watch| network.embed(picture, watch))?;
        let mut masks = Vec::with_capacity(prompts.len());
        for (index, prompt) in prompts.iter().enumerate() {
            follow(context, (0.85, 1.0), |watch| watch.at(index, prompts.len()))?;
            let best = network.segment(&embedding, prompt)?.into_iter().next();
            masks.extend(best.map(|candidate| candidate.mask.pixels));
        }
        Ok(masks)
    };
    Ok(context.models.with(model, |folder, numbers, device| open(model, folder, numbers, device), work)?)
}

/// The published checkpoints have no `config.json`: their sizes are known. A person's own may have one.
fn open(model: &Model, folder: &Path, numbers: DType, device: &Device) -> Result<SegmentAnything, InferenceError> {
    let own = folder.join("config.json");
    let config = match model.network.as_str() {
        _ if own.exists() => weights::config(&own)?,
        "mobile_sam" => Config::mobile_sam(),
        _ => Config::vit_b(),
    };
    weights::load(&config, &super::weights(model, folder), numbers, device)
}

/// Writes a mask, with the label of what it covers.
pub(super) fn written(
    context: &Context,
    file: &MediaFile,
    mask: GrayImage,
    label: Option<Label>,
) -> Result<LabelledMask, ToolError> {
    let operation = label.as_ref().map_or("mask".to_owned(), |label| format!("mask-{}", label.name));
    let output = context.output(&operation, Some(&file.name), "png");
    pictures::write_png(&output.path, &DynamicImage::ImageLuma8(mask), &output.name)?;
    Ok(LabelledMask { file: output, label })
}
