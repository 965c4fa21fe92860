//! `image_to_video` with the depth that Depth Anything V2 sees: near things move further than what
//! lies behind them. What the camera does, and the video, are what is built in.

use patchbay_domain::Resource;
use patchbay_media::image as media_image;
use patchbay_vision::on_white::opaque;

use crate::image::shared::depth::{measured, nearness};
use crate::video::shared::ken_burns;
use crate::{Context, Implementation, Inputs, ToolError};

/// The longest side that depth is looked at, in pixels: the network sees about 518 at the shorter
/// one, and outlines are soft.
const LONGEST: u32 = 720;
/// Share of a step that is done when the depths are known.
const DEPTHS: f64 = 0.4;

pub(super) struct ImageToVideo;

impl Implementation for ImageToVideo {
    fn tool(&self) -> &'static str {
        "image_to_video"
    }

    fn label(&self) -> &'static str {
        "Depth Anything V2 and a moving camera"
    }

    fn has_model(&self) -> bool {
        true
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let images = inputs.images("image")?;
        let wanted = context.target_seconds.or(inputs.seconds("length")?);
        let each = DEPTHS / images.len() as f64;
        let mut depths = Vec::with_capacity(images.len());
        for (index, image) in images.iter().enumerate() {
            context.check()?;
            let decoded = media_image::read(&image.file.path, &image.file.name)?;
            let (width, height) =
                media_image::fit_within(decoded.pixels.width(), decoded.pixels.height(), LONGEST);
            let shown = opaque(&media_image::resize(&decoded.pixels, width, height));
            let begun = each * index as f64;
            depths.push(nearness(measured(
                context,
                self.tool(),
                &shown,
                (begun, begun + each),
            )?));
        }
        ken_burns::video(&images, &depths, wanted, context, DEPTHS)
    }
}
