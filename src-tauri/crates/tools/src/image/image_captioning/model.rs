//! `image_captioning` by BLIP: a sentence about what an image shows.

use patchbay_domain::Resource;

use crate::image::shared::changed::for_each;
use crate::image::shared::looking::{caption, piece};
use crate::shared::models::{model, seen};
use crate::{Context, Implementation, Inputs, ToolError};

pub(super) struct ImageCaptioning;

impl Implementation for ImageCaptioning {
    fn tool(&self) -> &'static str {
        "image_captioning"
    }

    fn label(&self) -> &'static str {
        "BLIP"
    }

    fn has_model(&self) -> bool {
        true
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let images = inputs.images("image")?;
        let model = model(context, self.tool())?;
        let lines = for_each(&images, context, |index, image| {
            let rgb = seen(&image.file)?;
            let part = piece(index, images.len(), (0.0, 1.0));
            let caption = caption(context, model, (&rgb, &image.file.name), part)?;
            let name = if images.len() > 1 {
                format!("{}: ", image.file.name)
            } else {
                String::new()
            };
            Ok(format!("{name}{caption}."))
        })?;
        let lines: Vec<String> = lines.into_iter().map(|(_, line)| line).collect();
        Ok(Resource::Text(lines.join("\n")))
    }
}
