//! `image_to_image` by Stable Diffusion: a variation that resembles a picture. Where a model that describes pictures is on this
//! computer too, what it says of the picture guides the variation; otherwise nothing does.

use image::DynamicImage;
use patchbay_domain::{Resource, ResourceType};
use patchbay_inference::networks::stable_diffusion::Origin;
use patchbay_media::image as pictures;

use super::painting::{Painting, sized};
use super::{looking, model};
use crate::image::{changed, pixels};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct ImageToImage;
inventory::submit!(Registered(&ImageToImage));

impl Implementation for ImageToImage {
    fn tool(&self) -> &'static str {
        "image_to_image"
    }

    fn label(&self) -> &'static str {
        "Stable Diffusion"
    }

    fn has_model(&self) -> bool {
        true
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let model = model(context, self.tool())?;
        let usual = Painting::of(model)?;
        let images = inputs.images("image")?;
        changed::each(inputs, context, ResourceType::IMAGE, |file, _| {
            let index = images.iter().position(|image| image.file.path == file.path).unwrap_or_default();
            let part = looking::piece(index, images.len(), (0.0, 1.0));
            let read = pictures::read(&file.path, &file.name)?;
            let size = (read.pixels.width(), read.pixels.height());
            let picture = pixels::opaque(read.pixels.clone(), [1.0; 3]).into_rgb8();
            let said = context.models.installed("image_captioning").map(|captioner| {
                looking::caption(context, captioner, (&picture, &file.name), looking::piece(0, 10, part))
            });
            let (text, painting) = match said {
                Some(Err(ToolError::Cancelled)) => return Err(ToolError::Cancelled),
                Some(Ok(text)) => (text, usual.clone()),
                // Nothing to say is no reason to stop.
                Some(Err(_)) | None => (String::new(), Painting { guidance: 1.0, ..usual.clone() }),
            };
            let small = sized(&picture, painting.fitted(size));
            let origin = Origin::Picture { picture: &small, strength: painting.strength };
            let span = (looking::piece(1, 10, part).0, part.1);
            let painted = sized(&painting.paint(context, model, &text, origin, span)?, size);
            changed::write(context, &read, &file.name, "variation", &DynamicImage::ImageRgb8(painted))
        })
    }
}
