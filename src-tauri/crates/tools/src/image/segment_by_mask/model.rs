//! `segment_by_mask` by Segment Anything: rough masks drawn along the outlines of what they cover.

use image::GrayImage;
use patchbay_domain::Resource;
use patchbay_inference::networks::segment_anything::{MaskPrompt, Prompt};

use patchbay_media::image as media_image;

use crate::image::shared::masks;
use crate::image::shared::outlining;
use crate::shared::models::seen;
use crate::{Context, Implementation, Inputs, ToolError};

pub(super) struct SegmentByMask;

impl Implementation for SegmentByMask {
    fn tool(&self) -> &'static str {
        "segment_by_mask"
    }

    fn label(&self) -> &'static str {
        "Segment Anything"
    }

    fn has_model(&self) -> bool {
        true
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let file = inputs.image("image")?;
        let given = inputs.masks("mask")?;
        let image = media_image::read(&file.path, &file.name)?.pixels;
        let rough: Vec<_> = given
            .iter()
            .map(|mask| masks::read(mask, &file.name, &image))
            .collect::<Result<_, _>>()?;
        let shown = seen(&file)?;
        context.check()?;
        // A mask alone says little to the network; the box around it says where the thing ends.
        let prompts: Vec<Prompt> = rough
            .into_iter()
            .map(|mask| Prompt {
                bounding_box: bounds(&mask),
                mask: Some(MaskPrompt::Image(mask)),
                ..Prompt::default()
            })
            .collect();
        let found = outlining::outline(context, self.tool(), &shown, &prompts)?;
        let written = found
            .into_iter()
            .zip(&given)
            .map(|(mask, of)| outlining::written(context, &file, mask, of.label.clone()));
        Ok(Resource::Masks(written.collect::<Result<_, _>>()?))
    }
}

/// The box around what a mask covers, in pixels; none where it covers nothing.
fn bounds(mask: &GrayImage) -> Option<[f32; 4]> {
    let covered = || {
        mask.enumerate_pixels()
            .filter(|(_, _, pixel)| pixel[0] > 127)
    };
    let (left, right) = (
        covered().map(|(x, _, _)| x).min()?,
        covered().map(|(x, _, _)| x).max()?,
    );
    let (top, bottom) = (
        covered().map(|(_, y, _)| y).min()?,
        covered().map(|(_, y, _)| y).max()?,
    );
    Some([
        left as f32,
        top as f32,
        right as f32 + 1.0,
        bottom as f32 + 1.0,
    ])
}
