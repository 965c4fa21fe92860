//! `instance_segmentation` by DETR's panoptic head: a mask with its name for each thing, and for
//! sky, grass and the like.

use image::DynamicImage;
use patchbay_domain::{Label, LabelledMask, Resource};
use patchbay_inference::networks::detr::DetrSegmenter;
use patchbay_media::image as media_image;

use crate::shared::models::{follow, load, model, seen};
use crate::{Context, Implementation, Inputs, ToolError};

pub(super) struct InstanceSegmentation;

impl Implementation for InstanceSegmentation {
    fn tool(&self) -> &'static str {
        "instance_segmentation"
    }

    fn label(&self) -> &'static str {
        "DETR panoptic"
    }

    fn has_model(&self) -> bool {
        true
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let file = inputs.image("image")?;
        let image = seen(&file)?;
        context.check()?;
        let model = model(context, self.tool())?;
        let find = |network: &DetrSegmenter| {
            follow(context, (0.1, 0.9), |watch| network.segment(&image, watch))
        };
        let segments = context.models.with(
            model,
            |folder, numbers, device| load(model, folder, numbers, device),
            find,
        )?;
        if segments.is_empty() {
            return Err(ToolError::Nothing(format!(
                "Nothing that {} knows was found on “{}”. Point at what you mean instead.",
                model.name, file.name
            )));
        }
        let mut masks = Vec::with_capacity(segments.len());
        for segment in segments {
            context.check()?;
            let output =
                context.output(&format!("mask-{}", segment.label), Some(&file.name), "png");
            media_image::write_png(
                &output.path,
                &DynamicImage::ImageLuma8(segment.mask),
                &output.name,
            )?;
            masks.push(LabelledMask {
                file: output,
                label: Some(Label {
                    name: segment.label,
                    score: Some(segment.score),
                }),
            });
        }
        context.progress.set(1.0);
        Ok(Resource::Masks(masks))
    }
}
