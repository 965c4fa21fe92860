//! Segment Anything for the tools that outline what is pointed at.

use image::{DynamicImage, GrayImage, RgbImage};
use patchbay_domain::{Label, LabelledMask, MediaFile};
use patchbay_inference::Segmenter;
use patchbay_inference::networks::segment_anything::Prompt;
use patchbay_media::image as media_image;
use patchbay_tool_api::missing::lacks;

use crate::shared::models::follow;
use crate::{Context, ToolError};

/// The model that outlines for a tool; an error where it was removed meanwhile.
pub(crate) fn outliner(context: &Context, tool: &str) -> Result<Segmenter, ToolError> {
    let missing = || ToolError::Missing(lacks(&context.models, tool).unwrap_or_default());
    context.models.segmenter(tool).ok_or_else(missing)
}

/// The best mask for each prompt. The image is looked at once for all of them, or not at all where
/// it was lately.
pub(crate) fn outline(
    context: &Context,
    tool: &str,
    image: &RgbImage,
    prompts: &[Prompt],
) -> Result<Vec<GrayImage>, ToolError> {
    let outliner = outliner(context, tool)?;
    let embedding = follow(context, (0.05, 0.85), |watch| outliner.embed(image, watch))?;
    let mut masks = Vec::with_capacity(prompts.len());
    for (index, prompt) in prompts.iter().enumerate() {
        follow(context, (0.85, 1.0), |watch| watch.at(index, prompts.len()))?;
        let best = outliner.segment(&embedding, prompt)?.into_iter().next();
        masks.extend(best.map(|candidate| candidate.mask.pixels));
    }
    Ok(masks)
}

/// Writes a mask, with the label of what it covers.
pub(crate) fn written(
    context: &Context,
    file: &MediaFile,
    mask: GrayImage,
    label: Option<Label>,
) -> Result<LabelledMask, ToolError> {
    let operation = label
        .as_ref()
        .map_or("mask".to_owned(), |label| format!("mask-{}", label.name));
    let output = context.output(&operation, Some(&file.name), "png");
    media_image::write_png(&output.path, &DynamicImage::ImageLuma8(mask), &output.name)?;
    Ok(LabelledMask {
        file: output,
        label,
    })
}
