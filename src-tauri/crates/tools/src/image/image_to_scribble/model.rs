//! `image_to_scribble` by HED: its edges thinned to strokes of one pen, white on black, at the
//! image's size.

use image::GrayImage;
use patchbay_domain::Resource;
use patchbay_inference::networks::hed::STROKE;

use crate::image::shared::edges;
use crate::image::shared::maps;
use crate::{Context, Implementation, Inputs, ToolError};

pub(super) struct ImageToScribble;

impl Implementation for ImageToScribble {
    fn tool(&self) -> &'static str {
        "image_to_scribble"
    }

    fn label(&self) -> &'static str {
        "HED"
    }

    fn has_model(&self) -> bool {
        true
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        maps::draw_each(inputs, context, ("scribble", "sketch"), |image, job| {
            let seen = edges::seen(context, self.tool(), image, job.span((0.1, 0.8)))?;
            let (width, height) = (image.pixels.width(), image.pixels.height());
            // The strokes' rims are drawn at the image's size, where they stay sharp.
            let strokes = edges::plane(seen.strokes()).enlarged(width as usize, height as usize);
            job.reach(0.9)?;
            let levels = strokes
                .values
                .iter()
                .map(|value| if *value > STROKE { 255 } else { 0 })
                .collect();
            let drawn = GrayImage::from_raw(width, height, levels);
            Ok(drawn
                .expect("the plane has one value for each pixel")
                .into())
        })
    }
}
