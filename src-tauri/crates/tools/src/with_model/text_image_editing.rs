//! `text_image_editing` by `InstructPix2Pix`: a picture changed as a sentence says. What names adjustments that need no model
//! (brighter, rotate it) is not for it.

use image::DynamicImage;
use patchbay_domain::{Resource, ResourceType};
use patchbay_inference::networks::stable_diffusion::Origin;
use patchbay_media::image as pictures;

use super::painting::{Painting, sized};
use super::{looking, model};
use crate::image::editing::words::{self, Misread};
use crate::image::{changed, pixels};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct TextImageEditing;
inventory::submit!(Registered(&TextImageEditing));

impl Implementation for TextImageEditing {
    fn tool(&self) -> &'static str {
        "text_image_editing"
    }

    fn label(&self) -> &'static str {
        "InstructPix2Pix"
    }

    fn has_model(&self) -> bool {
        true
    }

    fn suits(&self, inputs: &Inputs) -> bool {
        inputs.text("text").is_ok_and(|text| matches!(words::wishes(&text), Err(Misread::Unknown(_))))
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let text = inputs.text("text")?;
        let model = model(context, self.tool())?;
        let painting = Painting::of(model)?;
        let images = inputs.images("image")?;
        changed::each(inputs, context, ResourceType::IMAGE, |file, _| {
            let index = images.iter().position(|image| image.file.path == file.path).unwrap_or_default();
            let part = looking::piece(index, images.len(), (0.0, 1.0));
            let read = pictures::read(&file.path, &file.name)?;
            let size = (read.pixels.width(), read.pixels.height());
            let picture = pixels::opaque(read.pixels.clone(), [1.0; 3]).into_rgb8();
            let small = sized(&picture, painting.fitted(size));
            let origin = Origin::Editing { picture: &small, guidance: painting.picture_guidance };
            // The model does not know the file's name.
            let instruction = text.replace(file.name.as_str(), "it");
            let painted = sized(&painting.paint(context, model, &instruction, origin, part)?, size);
            changed::write(context, &read, &file.name, "edited", &DynamicImage::ImageRgb8(painted))
        })
    }
}
