//! `object_detection` by DETR: everyday things (COCO's 80 classes) with their boxes.

use image::RgbImage;
use patchbay_domain::{LabelledBox, Resource, StepSetting};
use patchbay_inference::Models;
use patchbay_inference::networks::detr::DetrDetector;

use crate::shared::settings::{Values, least_score, usual};
use super::boxes;
use crate::shared::models::{follow, load, model, seen};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// The tool, whose model says where people are, too.
pub(super) const TOOL: &str = "object_detection";
/// What is found with at most this score is not told, unless it is set: the network's own demonstration takes
/// the same.
const LEAST_SCORE: f64 = 0.7;

struct ObjectDetection;
inventory::submit!(Registered(&ObjectDetection));

impl Implementation for ObjectDetection {
    fn tool(&self) -> &'static str {
        TOOL
    }

    fn label(&self) -> &'static str {
        "DETR"
    }

    fn has_model(&self) -> bool {
        true
    }

    fn settings(&self, models: &Models) -> Vec<StepSetting> {
        usual(vec![least_score(LEAST_SCORE)], self.model(models))
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let file = inputs.image("image")?;
        let picture = seen(&file)?;
        context.check()?;
        let found = found(context, &picture, (0.2, 1.0))?;
        if found.is_empty() {
            return Err(ToolError::Input(format!(
                "Nothing that {} knows was found on “{}”: it knows people, animals, vehicles and about 70 other everyday \
                 things. Point at what you mean instead.",
                model(context, TOOL)?.name,
                file.name
            )));
        }
        Ok(Resource::BoundingBoxes(found))
    }
}

/// The things in a picture, the surest first, as the part `span` of the step.
pub(super) fn found(context: &Context, picture: &RgbImage, span: (f64, f64)) -> Result<Vec<LabelledBox>, ToolError> {
    let model = model(context, TOOL)?;
    let least = Values::of(vec![least_score(LEAST_SCORE)], model, context)?.number("least_score") as f32;
    let find = |network: &DetrDetector| follow(context, span, |watch| network.detect(picture, least, watch));
    let found = context.models.with(model, |folder, numbers, device| load(model, folder, numbers, device), find)?;
    Ok(boxes::labelled(found))
}
