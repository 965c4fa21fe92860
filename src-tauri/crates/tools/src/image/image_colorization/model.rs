//! `image_colorization` by `DDColor`: an image with the colours that it may have had, exactly as
//! light as it was at each pixel.

use patchbay_domain::{Resource, ResourceType};
use patchbay_inference::networks::ddcolor::{DdColor, lab};
use patchbay_media::image as media_image;
use patchbay_vision::pixels;

use crate::image::shared::changed;
use crate::shared::models::{follow, load, model};
use crate::{Context, Implementation, Inputs, ToolError};

pub(super) struct ImageColorization;

impl Implementation for ImageColorization {
    fn tool(&self) -> &'static str {
        "image_colorization"
    }

    fn label(&self) -> &'static str {
        "DDColor"
    }

    fn has_model(&self) -> bool {
        true
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        changed::each(inputs, context, ResourceType::IMAGE, |file, job| {
            let image = media_image::read(&file.path, &file.name)?;
            job.reach(0.05)?;
            let model = model(context, self.tool())?;
            let seen = pixels::opaque(image.pixels.clone(), [1.0; 3]).into_rgb8();
            let look = |network: &DdColor| {
                follow(context, job.span((0.05, 0.8)), |watch| {
                    network.chroma(&seen, watch)
                })
            };
            let chroma = context.models.with(
                model,
                |folder, numbers, device| load(model, folder, numbers, device),
                look,
            )?;
            job.reach(0.8)?;
            let size = seen.dimensions();
            let colored = pixels::map(pixels::with_color(image.pixels.clone()), |x, y, color| {
                lab::recolored(color, chroma.at((x, y), size))
            });
            job.reach(0.9)?;
            changed::write(context, &image, &file.name, "colourised", &colored)
        })
    }
}
