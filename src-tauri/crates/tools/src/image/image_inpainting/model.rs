//! `image_inpainting` by Stable Diffusion: what a mask covers goes, and what may lie behind it is
//! painted.

use patchbay_domain::{Resource, StepSetting};
use patchbay_inference::Models;
use patchbay_media::image as media_image;

use crate::image::shared::painting;
use crate::image::shared::repainting::repainted;
use crate::image::shared::{changed, masks};
use crate::shared::models::model;
use crate::{Context, Implementation, Inputs, ToolError};

/// Prompt for the network: such models paint what a text names, and a background is what is left
/// when a thing is gone.
const BEHIND: &str = "empty background";

pub(super) struct ImageInpainting;

impl Implementation for ImageInpainting {
    fn tool(&self) -> &'static str {
        "image_inpainting"
    }

    fn label(&self) -> &'static str {
        "Stable Diffusion inpainting"
    }

    fn has_model(&self) -> bool {
        true
    }

    fn settings(&self, models: &Models) -> Vec<StepSetting> {
        painting::settings(self.model(models), &[])
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let file = inputs.image("image")?;
        let model = model(context, self.tool())?;
        context.check()?;
        let image = media_image::read(&file.path, &file.name)?;
        let mask = masks::meant(inputs, &file.name, &image.pixels)?;
        let filled = repainted(context, model, (&image.pixels, &file.name), &mask, BEHIND)?;
        let output = changed::write(context, &image, &file.name, "removed", &filled)?;
        context.progress.set(1.0);
        Ok(Resource::image(output))
    }
}
