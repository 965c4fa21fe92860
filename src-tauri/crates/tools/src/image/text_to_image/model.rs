//! `text_to_image` by Stable Diffusion or Z-Image: an image of what a sentence describes.

use image::DynamicImage;
use patchbay_domain::{Resource, StepSetting};
use patchbay_inference::Models;
use patchbay_inference::networks::stable_diffusion::Origin;
use patchbay_inference::registry::Model;
use patchbay_media::image as media_image;
use patchbay_tool_api::missing::{lacks, needs};

use super::z_image;
use crate::image::shared::painting::{self, Painting};
use crate::shared::models::model;
use crate::{Context, Implementation, Inputs, ToolError};

pub(super) struct TextToImage;

impl Implementation for TextToImage {
    fn tool(&self) -> &'static str {
        "text_to_image"
    }

    fn label(&self) -> &'static str {
        "Diffusion model"
    }

    fn has_model(&self) -> bool {
        true
    }

    fn missing(&self, models: &Models) -> Option<String> {
        let offered = self.models_to_get(models);
        offered
            .first()
            .map_or_else(|| lacks(models, self.tool()), |model| Some(needs(model)))
    }

    /// Offers the small model where none is there, though the large one is taken where both are.
    fn models_to_get<'a>(&self, models: &'a Models) -> Vec<&'a Model> {
        if self.model(models).is_some() {
            return Vec::new();
        }
        models
            .offered_part(self.tool(), painting::NETWORK)
            .into_iter()
            .collect()
    }

    fn settings(&self, models: &Models) -> Vec<StepSetting> {
        match self.model(models) {
            Some(model) if model.network == z_image::NETWORK => z_image::settings(model),
            model => painting::settings(model, &[]),
        }
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let text = inputs.text("text")?;
        let model = model(context, self.tool())?;
        let painted = if model.network == z_image::NETWORK {
            z_image::paint(context, model, &text)?
        } else {
            let painting = Painting::of(model, context)?;
            let origin = Origin::Noise {
                width: painting.size,
                height: painting.size,
            };
            painting.paint(context, model, &text, origin, (0.0, 1.0))?
        };
        let output = context.output("picture", None, "png");
        media_image::write_png(
            &output.path,
            &DynamicImage::ImageRgb8(painted),
            &output.name,
        )?;
        context.progress.set(1.0);
        Ok(Resource::image(output))
    }
}
