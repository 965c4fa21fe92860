//! `object_detection` by DETR: everyday things (COCO's 80 classes) with their boxes.

use patchbay_domain::Resource;
use patchbay_inference::Models;
use patchbay_inference::networks::detr::DetrDetector;

use super::{boxes, follow, lacks, load, model, seen, setting};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// What is found with at most this score is not told, unless the model's entry sets `least_score`: the network's own
/// demonstration takes the same.
const LEAST_SCORE: f32 = 0.7;

struct ObjectDetection;
inventory::submit!(Registered(&ObjectDetection));

impl Implementation for ObjectDetection {
    fn tool(&self) -> &'static str {
        "object_detection"
    }

    fn label(&self) -> &'static str {
        "DETR"
    }

    fn has_model(&self) -> bool {
        true
    }

    fn missing(&self, models: &Models) -> Option<String> {
        lacks(models, self.tool())
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let file = inputs.image("image")?;
        let picture = seen(&file)?;
        context.check()?;
        let model = model(context, self.tool())?;
        let least_score = setting(model, "least_score", LEAST_SCORE);
        let find = |network: &DetrDetector| {
            follow(context, (0.2, 1.0), |watch| network.detect(&picture, least_score, watch))
        };
        let found = context.models.with(model, |folder, numbers, device| load(model, folder, numbers, device), find)?;
        if found.is_empty() {
            return Err(ToolError::Input(format!(
                "Nothing that {} knows was found on “{}”: it knows people, animals, vehicles and about 70 other everyday \
                 things. Point at what you mean instead.",
                model.name, file.name
            )));
        }
        Ok(Resource::BoundingBoxes(boxes::labelled(found)))
    }
}
