//! `image_to_hed` by HED: where things end, as soft edges, white on black, at the image's size.

use patchbay_domain::Resource;

use crate::image::shared::edges;
use crate::image::shared::maps;
use crate::{Context, Implementation, Inputs, ToolError};

pub(super) struct ImageToHed;

impl Implementation for ImageToHed {
    fn tool(&self) -> &'static str {
        "image_to_hed"
    }

    fn label(&self) -> &'static str {
        "HED"
    }

    fn has_model(&self) -> bool {
        true
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        maps::draw_each(inputs, context, ("hed", "soft-edges"), |image, job| {
            let seen = edges::seen(context, self.tool(), image, job.span((0.1, 0.9)))?;
            Ok(edges::plane(seen)
                .to_grey(image.pixels.width(), image.pixels.height())
                .into())
        })
    }
}
