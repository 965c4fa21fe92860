//! Nearness of things on an image, by Depth Anything V2.

use image::RgbImage;
use patchbay_inference::networks::depth_anything::{DepthAnything, DepthMap};
use patchbay_vision::planes::Plane;

use crate::shared::models::{follow, load, model};
use crate::{Context, ToolError};

/// The depth of an image by the model that does the tool's work; that takes `span` of the step.
pub(crate) fn measured(
    context: &Context,
    tool: &str,
    image: &RgbImage,
    span: (f64, f64),
) -> Result<DepthMap, ToolError> {
    let model = model(context, tool)?;
    let measure =
        |network: &DepthAnything| follow(context, span, |watch| network.depth(image, watch));
    Ok(context.models.with(
        model,
        |folder, numbers, device| load(model, folder, numbers, device),
        measure,
    )?)
}

/// The depth as 0 (far) to 1 (near).
pub(crate) fn nearness(depth: DepthMap) -> Plane {
    let least = depth.values.iter().copied().fold(f32::INFINITY, f32::min);
    let most = depth
        .values
        .iter()
        .copied()
        .fold(f32::NEG_INFINITY, f32::max);
    let scale = 1.0 / (most - least).max(f32::MIN_POSITIVE);
    let values = depth
        .values
        .into_iter()
        .map(|value| (value - least) * scale)
        .collect();
    Plane {
        width: depth.width as usize,
        height: depth.height as usize,
        values,
    }
}
