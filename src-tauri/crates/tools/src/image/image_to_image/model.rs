//! `image_to_image` by Stable Diffusion: a variation that resembles an image. Where a model that
//! describes images is on this computer too, what it says of the image guides the variation;
//! otherwise nothing does.

use patchbay_domain::{Resource, StepSetting};
use patchbay_inference::Models;
use patchbay_inference::networks::stable_diffusion::Origin;

use crate::image::shared::looking;
use crate::image::shared::painting::{self, Painting, sized};
use crate::shared::models::model;
use crate::{Context, Implementation, Inputs, ToolError};

pub(super) struct ImageToImage;

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

    fn settings(&self, models: &Models) -> Vec<StepSetting> {
        painting::settings(self.model(models), &["strength"])
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let model = model(context, self.tool())?;
        let usual = Painting::of(model, context)?;
        painting::each(inputs, context, "variation", |image, job| {
            let said = context
                .models
                .installed("image_captioning")
                .map(|captioner| {
                    looking::caption(context, captioner, (image, job.name), job.span((0.0, 0.1)))
                });
            let (text, painting) = match said {
                Some(Err(ToolError::Cancelled)) => return Err(ToolError::Cancelled),
                Some(Ok(text)) => (text, usual.clone()),
                // Nothing to say is no reason to stop.
                Some(Err(_)) | None => (
                    String::new(),
                    Painting {
                        guidance: 1.0,
                        ..usual.clone()
                    },
                ),
            };
            let small = sized(image, painting.fitted(image.dimensions()));
            let origin = Origin::Image {
                image: &small,
                strength: painting.strength,
            };
            painting.paint(context, model, &text, origin, job.span((0.1, 1.0)))
        })
    }
}
