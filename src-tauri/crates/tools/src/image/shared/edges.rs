//! HED for the tools that draw where things end.

use std::path::Path;

use patchbay_inference::networks::hed::{EdgeMap, Hed, HedConfig};
use patchbay_inference::registry::Model;
use patchbay_inference::{DType, Device, InferenceError, weights};
use patchbay_media::image::DecodedImage;
use patchbay_vision::on_white::opaque;
use patchbay_vision::planes::Plane;

use crate::shared::models::{follow, model};
use crate::{Context, ToolError};

/// The edges of an image, for `tool`, as the part `span` of the step.
pub(crate) fn seen(
    context: &Context,
    tool: &str,
    image: &DecodedImage,
    span: (f64, f64),
) -> Result<EdgeMap, ToolError> {
    let model = model(context, tool)?;
    let image = opaque(&image.pixels);
    let look = |network: &Hed| follow(context, span, |watch| network.edges(&image, watch));
    Ok(context.models.with(
        model,
        |folder, numbers, device| open(model, folder, numbers, device),
        look,
    )?)
}

/// An edge map for measuring and drawing.
pub(crate) fn plane(map: EdgeMap) -> Plane {
    Plane {
        width: map.width,
        height: map.height,
        values: map.values,
    }
}

/// The published weights have no `config.json`: their sizes are known. A person's own may have one.
fn open(
    model: &Model,
    folder: &Path,
    numbers: DType,
    device: &Device,
) -> Result<Hed, InferenceError> {
    let own = folder.join("config.json");
    let config = if own.exists() {
        weights::config(&own)?
    } else {
        HedConfig::default()
    };
    weights::load(&config, &model.weights(folder), numbers, device)
}
