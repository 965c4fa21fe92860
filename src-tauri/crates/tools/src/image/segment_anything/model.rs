//! `segment_anything` by Segment Anything's automatic masks: each thing and each part in a colour
//! of its own, or where a model knows names for them in the colours that `ControlNet` expects.

use std::ops::ControlFlow;

use image::imageops::FilterType;
use image::{DynamicImage, GrayImage, RgbImage};
use patchbay_domain::Resource;
use patchbay_inference::networks::detr::DetrSegmenter;
use patchbay_inference::networks::segment_anything::{Embedding, Placement};
use patchbay_inference::registry::Model;
use patchbay_inference::{Segmenter, Watch};
use patchbay_vision::pixels;
use patchbay_vision::regions;

use super::ade20k;
use crate::image::shared::job::Job;
use crate::image::shared::maps;
use crate::image::shared::outlining;
use crate::shared::models::load;
use crate::{Context, Implementation, Inputs, ToolError};

pub(super) struct SegmentAnything;

impl Implementation for SegmentAnything {
    fn tool(&self) -> &'static str {
        "segment_anything"
    }

    fn label(&self) -> &'static str {
        "Segment Anything"
    }

    fn has_model(&self) -> bool {
        true
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let outliner = outlining::outliner(context, self.tool())?;
        let namer = context
            .models
            .installed_part("instance_segmentation", "detr_panoptic");
        maps::draw_each(
            inputs,
            context,
            ("segmentation", "segmentation"),
            |image, job| {
                let shown = pixels::opaque(image.pixels.clone(), [1.0; 3]).into_rgb8();
                let named = namer.map_or_else(
                    || Ok(Vec::new()),
                    |model| named(context, model, &shown, job),
                )?;
                Ok(DynamicImage::ImageRgb8(map(&outliner, &shown, named, job)?))
            },
        )
    }
}

/// A mask of the working size, and the colour of what it shows where that is known.
type Colored = (GrayImage, Option<[u8; 3]>);

/// Masks of what a model knows names of on an image, with the colours that stand for them.
fn named(
    context: &Context,
    model: &Model,
    image: &RgbImage,
    job: &Job,
) -> Result<Vec<Colored>, ToolError> {
    let (width, height) = regions::working_size(image);
    let follow = stopping(job);
    let watch = Watch::new(&follow).part(0.05, 0.25);
    let find = |network: &DetrSegmenter| network.segment(image, watch);
    let segments = context.models.with(
        model,
        |folder, numbers, device| load(model, folder, numbers, device),
        find,
    )?;
    let colored = segments
        .into_iter()
        .filter_map(|segment| Some((ade20k::color(&segment.label)?, segment.mask)));
    let small =
        |mask: &GrayImage| image::imageops::resize(mask, width, height, FilterType::Nearest);
    Ok(colored
        .map(|(color, mask)| (small(&mask), Some(color)))
        .collect())
}

/// Masks are asked for at the size of the working copy, which is no less than what the network sees
/// of an image; the map follows the image's own outlines from there to its full size.
fn map(
    outliner: &Segmenter,
    image: &RgbImage,
    named: Vec<Colored>,
    job: &Job,
) -> Result<RgbImage, ToolError> {
    let follow = stopping(job);
    let watch = Watch::new(&follow);
    let embedding = outliner.embed(image, watch.part(0.25, 0.4))?;
    let placement = Placement {
        image: regions::working_size(image),
        ..embedding.placement
    };
    let small = Embedding {
        features: embedding.features.clone(),
        placement,
    };
    let found = outliner.segment_everything(&small, watch.part(0.4, 0.9))?;
    let found = found.into_iter().map(|found| found.mask.pixels);
    let colored = |mask: GrayImage| {
        let color = ade20k::below(&mask, &named);
        (mask, color)
    };
    let mut masks: Vec<Colored> = found.map(colored).collect();
    masks.extend(named);
    let map = regions::map_of(image, &masks, &|done| job.reach(0.9 + 0.1 * done))?;
    Ok(map)
}

/// Tells a job how far the work is, and stops the work where the job is stopped.
fn stopping(job: &Job) -> impl Fn(f64) -> ControlFlow<()> {
    move |fraction| match job.reach(fraction) {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    }
}
