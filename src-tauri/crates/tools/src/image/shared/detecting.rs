//! Everyday things on an image, by DETR.

use image::RgbImage;
use patchbay_domain::LabelledBox;
use patchbay_inference::networks::detr::DetrDetector;

use super::boxes;
use crate::shared::models::{follow, load, model};
use crate::shared::settings::{Values, least_score};
use crate::{Context, ToolError};

/// The tool, whose model says where people are, too.
pub(crate) const TOOL: &str = "object_detection";
/// Default score up to which what is found is not told: the network's own demonstration takes the
/// same.
pub(crate) const LEAST_SCORE: f64 = 0.7;

/// The things in an image, the surest first, as the part `span` of the step.
pub(crate) fn found(
    context: &Context,
    image: &RgbImage,
    span: (f64, f64),
) -> Result<Vec<LabelledBox>, ToolError> {
    let model = model(context, TOOL)?;
    let least =
        Values::of(vec![least_score(LEAST_SCORE)], model, context)?.number("least_score") as f32;
    let find =
        |network: &DetrDetector| follow(context, span, |watch| network.detect(image, least, watch));
    let found = context.models.with(
        model,
        |folder, numbers, device| load(model, folder, numbers, device),
        find,
    )?;
    Ok(boxes::labelled(found))
}
