//! `segment_anything` by Segment Anything's automatic masks: each thing and each part in a colour of its own.

use std::ops::ControlFlow;

use image::{DynamicImage, RgbImage};
use patchbay_domain::Resource;
use patchbay_inference::networks::segment_anything::{Embedding, Placement};
use patchbay_inference::{Outliner, Watch};

use super::outlining;
use crate::image::maps::{self, Job};
use crate::image::{pixels, regions};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct SegmentAnything;
inventory::submit!(Registered(&SegmentAnything));

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
        maps::draw_each(inputs, context, ("segmentation", "segmentation"), |picture, job| {
            let shown = pixels::opaque(picture.pixels.clone(), [1.0; 3]).into_rgb8();
            Ok(DynamicImage::ImageRgb8(map(&outliner, &shown, job)?))
        })
    }
}

/// Masks are asked for at the size of the working copy, which is no less than what the network sees of a picture; the map
/// follows the picture's own outlines from there to its full size.
fn map(outliner: &Outliner, picture: &RgbImage, job: &Job) -> Result<RgbImage, ToolError> {
    let follow = |fraction: f64| match job.reach(fraction) {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    };
    let watch = Watch::new(&follow);
    let embedding = outliner.embed(picture, watch.part(0.1, 0.3))?;
    let placement = Placement { picture: regions::working_size(picture), ..embedding.placement };
    let small = Embedding { features: embedding.features.clone(), placement };
    let found = outliner.segment_everything(&small, watch.part(0.3, 0.9))?;
    let masks: Vec<_> = found.into_iter().map(|found| found.mask.pixels).collect();
    regions::map_of(picture, &masks, &|done| job.reach(0.9 + 0.1 * done))
}
