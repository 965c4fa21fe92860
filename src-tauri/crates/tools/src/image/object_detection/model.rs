//! `object_detection` by DETR: everyday things (COCO's 80 classes) with their boxes.

use std::collections::BTreeMap;

use patchbay_domain::{Resource, StepSetting};
use patchbay_inference::Models;

use crate::image::shared::detecting::{LEAST_SCORE, TOOL, found};
use crate::shared::models::{model, seen};
use crate::shared::settings::{least_score, less_sure, usual};
use crate::{Context, Implementation, Inputs, ToolError};

pub(super) struct ObjectDetection;

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

    fn relaxed(
        &self,
        set: &BTreeMap<String, String>,
        models: &Models,
    ) -> Option<BTreeMap<String, String>> {
        less_sure(set, &self.settings(models))
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let file = inputs.image("image")?;
        let image = seen(&file)?;
        context.check()?;
        let found = found(context, &image, (0.2, 1.0))?;
        if found.is_empty() {
            return Err(ToolError::Nothing(format!(
                "Nothing that {} knows was found on “{}”: it knows people, animals, vehicles and about 70 other everyday \
                 things. Point at what you mean instead.",
                model(context, TOOL)?.name,
                file.name
            )));
        }
        Ok(Resource::BoundingBoxes(found))
    }
}
