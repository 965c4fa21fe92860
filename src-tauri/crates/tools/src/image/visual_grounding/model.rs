//! `visual_grounding` by OWL-ViT: where the thing is that words name, whatever it is.

use std::collections::BTreeMap;

use patchbay_domain::{Resource, StepSetting};
use patchbay_inference::Models;
use patchbay_inference::networks::owl_vit::OwlVit;

use crate::image::shared::boxes;
use crate::shared::models::{follow, model, seen};
use crate::shared::settings::{Values, least_score, less_sure, usual};
use crate::{Context, Implementation, Inputs, ToolError};

/// Default score up to which what fits the words is not told.
const LEAST_SCORE: f64 = 0.1;
/// Share of the best score below which something else was found.
const BESIDE_THE_BEST: f32 = 0.5;

pub(super) struct VisualGrounding;

impl Implementation for VisualGrounding {
    fn tool(&self) -> &'static str {
        "visual_grounding"
    }

    fn label(&self) -> &'static str {
        "OWL-ViT"
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
        let words = inputs.text("text")?;
        let image = seen(&file)?;
        context.check()?;
        let model = model(context, self.tool())?;
        let queries = [words.trim().to_lowercase()];
        let least = Values::of(vec![least_score(LEAST_SCORE)], model, context)?
            .number("least_score") as f32;
        let find = |network: &OwlVit| {
            follow(context, (0.2, 1.0), |watch| {
                network.find(&image, &queries, least, watch)
            })
        };
        let mut found = context.models.with(model, OwlVit::open, find)?;
        let best = found.first().map_or(0.0, |found| found.score);
        found.retain(|found| found.score >= best * BESIDE_THE_BEST);
        if found.is_empty() {
            return Err(ToolError::Nothing(format!(
                "No “{words}” was found on “{}”. Say it in other words, or point at it.",
                file.name
            )));
        }
        Ok(Resource::BoundingBoxes(boxes::labelled(found)))
    }
}
