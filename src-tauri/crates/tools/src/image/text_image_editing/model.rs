//! `text_image_editing` by `InstructPix2Pix`: an image changed as a sentence says that the planner
//! did not read as adjustments.

use patchbay_domain::{Resource, StepSetting};
use patchbay_inference::Models;
use patchbay_inference::networks::stable_diffusion::Origin;

use crate::image::shared::painting::{self, Painting, sized};
use crate::shared::models::model;
use crate::{Context, Implementation, Inputs, ToolError};

pub(super) struct TextImageEditing;

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
        super::read(inputs).is_ok_and(|read| read.is_none())
    }

    fn changes_sides(&self, _inputs: &Inputs) -> bool {
        // The model takes none of the values.
        true
    }

    fn settings(&self, models: &Models) -> Vec<StepSetting> {
        painting::settings(self.model(models), &["picture_guidance"])
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let text = inputs.text("text")?;
        let model = model(context, self.tool())?;
        let settings = Painting::of(model, context)?;
        painting::each(inputs, context, "edited", |image, job| {
            let small = sized(image, settings.fitted(image.dimensions()));
            let origin = Origin::Editing {
                image: &small,
                guidance: settings.image_guidance,
            };
            // The model does not know the file's name.
            settings.paint(
                context,
                model,
                &text.replace(job.name, "it"),
                origin,
                job.span((0.0, 1.0)),
            )
        })
    }
}
