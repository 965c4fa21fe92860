//! `text_to_image` by Stable Diffusion: a picture of what a sentence describes.

use image::DynamicImage;
use patchbay_domain::{Resource, StepSetting};
use patchbay_inference::Models;
use patchbay_inference::networks::stable_diffusion::Origin;
use patchbay_media::image as pictures;

use super::model;
use super::painting::{self, Painting};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct TextToImage;
inventory::submit!(Registered(&TextToImage));

impl Implementation for TextToImage {
    fn tool(&self) -> &'static str {
        "text_to_image"
    }

    fn label(&self) -> &'static str {
        "Stable Diffusion"
    }

    fn has_model(&self) -> bool {
        true
    }

    fn settings(&self, models: &Models) -> Vec<StepSetting> {
        painting::settings(self.model(models), &[])
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let text = inputs.text("text")?;
        let model = model(context, self.tool())?;
        let painting = Painting::of(model, context)?;
        let origin = Origin::Noise { width: painting.size, height: painting.size };
        let painted = painting.paint(context, model, &text, origin, (0.0, 1.0))?;
        let output = context.output("picture", None, "png");
        pictures::write_png(&output.path, &DynamicImage::ImageRgb8(painted), &output.name)?;
        context.progress.set(1.0);
        Ok(Resource::image(output))
    }
}
