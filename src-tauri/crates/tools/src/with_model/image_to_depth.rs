//! `image_to_depth` by Depth Anything V2: how near each pixel is, as grey of 16 bits, the nearest white.

use image::{DynamicImage, RgbImage};
use patchbay_domain::{LabelledImage, Resource, ResourceType};
use patchbay_inference::networks::depth_anything::{DepthAnything, DepthMap};
use patchbay_media::image as pictures;

use crate::shared::models::{follow, load, model, seen};
use crate::image::planes::Plane;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct ImageToDepth;
inventory::submit!(Registered(&ImageToDepth));

impl Implementation for ImageToDepth {
    fn tool(&self) -> &'static str {
        "image_to_depth"
    }

    fn label(&self) -> &'static str {
        "Depth Anything V2"
    }

    fn has_model(&self) -> bool {
        true
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let images = inputs.images("image")?;
        let mut items = Vec::with_capacity(images.len());
        for (index, image) in images.iter().enumerate() {
            context.step(index, images.len())?;
            let picture = seen(&image.file)?;
            let span = ((index as f64 + 0.1) / images.len() as f64, (index + 1) as f64 / images.len() as f64);
            let map = measured(context, self.tool(), &picture, span)?;
            let output = context.output("depth", Some(&image.file.name), "png");
            pictures::write_png(&output.path, &DynamicImage::ImageLuma16(map.grey()), &output.name)?;
            items.push(LabelledImage { file: output, label: image.label.clone() });
        }
        context.progress.set(1.0);
        Ok(Resource::Images { kind: ResourceType::new("depth"), items })
    }
}

/// The depth of a picture by the model that does the tool's work; that takes `span` of the step.
pub(super) fn measured(
    context: &Context,
    tool: &str,
    picture: &RgbImage,
    span: (f64, f64),
) -> Result<DepthMap, ToolError> {
    let model = model(context, tool)?;
    let measure = |network: &DepthAnything| follow(context, span, |watch| network.depth(picture, watch));
    Ok(context.models.with(model, |folder, numbers, device| load(model, folder, numbers, device), measure)?)
}

/// The depth as 0 (far) to 1 (near).
pub(super) fn nearness(depth: DepthMap) -> Plane {
    let least = depth.values.iter().copied().fold(f32::INFINITY, f32::min);
    let most = depth.values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let scale = 1.0 / (most - least).max(f32::MIN_POSITIVE);
    let values = depth.values.into_iter().map(|value| (value - least) * scale).collect();
    Plane { width: depth.width as usize, height: depth.height as usize, values }
}
