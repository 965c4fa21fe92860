//! `image_to_normal` by Depth Anything V2: the normals of the surfaces whose depth it sees. An
//! image that is a depth map already needs no network.

use patchbay_domain::Resource;
use patchbay_media::image as media_image;
use patchbay_vision::normals;
use patchbay_vision::on_white::opaque;
use patchbay_vision::pixels::is_deep;

use crate::image::image_to_normal as built_in;
use crate::image::shared::depth::{measured, nearness};
use crate::image::shared::maps;
use crate::{Context, Implementation, Inputs, ToolError};

/// The longest side that normals are worked out for, in pixels: the network sees no more, about 518
/// at the shorter one.
const LONGEST: u32 = 1024;
/// Difference of the depth of an even surface from place to place, as a share of the whole depth:
/// about a level of 8 bits.
const UNEVEN: f32 = 1.0 / 255.0;

pub(super) struct ImageToNormal;

impl Implementation for ImageToNormal {
    fn tool(&self) -> &'static str {
        "image_to_normal"
    }

    fn label(&self) -> &'static str {
        "Depth Anything V2"
    }

    fn has_model(&self) -> bool {
        true
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        maps::draw_each(inputs, context, ("normal", "normals"), |image, job| {
            if built_in::is_depth(&image.pixels, job) {
                return built_in::drawn(image, job);
            }
            let full = (image.pixels.width(), image.pixels.height());
            let (width, height) = media_image::fit_within(full.0, full.1, LONGEST);
            let shown = opaque(&media_image::resize(&image.pixels, width, height));
            let depth = measured(context, self.tool(), &shown, job.span((0.1, 0.7)))?;
            let mut reach = |fraction: f64| job.reach(0.7 + 0.2 * fraction);
            let slopes = normals::depth::slopes(&nearness(depth), UNEVEN, &mut reach)?;
            Ok(built_in::draw(&slopes, is_deep(&image.pixels), full))
        })
    }
}
