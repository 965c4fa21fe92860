//! `image_classification` by CLIP: which of the names of `ImageNet` and COCO fit an image best.

use patchbay_domain::Resource;

use crate::shared::classifier::Classifier;
use crate::shared::models::{follow, model, seen};
use crate::{Context, Implementation, Inputs, ToolError};

pub(super) struct ImageClassification;

impl Implementation for ImageClassification {
    fn tool(&self) -> &'static str {
        "image_classification"
    }

    fn label(&self) -> &'static str {
        "CLIP"
    }

    fn has_model(&self) -> bool {
        true
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let image = seen(&inputs.image("image")?)?;
        context.check()?;
        let model = model(context, self.tool())?;
        let classify = |classifier: &Classifier| {
            follow(context, (0.1, 1.0), |watch| {
                classifier.things(&image, watch)
            })
        };
        Ok(Resource::Category(context.models.with(
            model,
            Classifier::open,
            classify,
        )?))
    }
}
