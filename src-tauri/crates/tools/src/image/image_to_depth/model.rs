//! `image_to_depth` by Depth Anything V2: how near each pixel is, as grey of 16 bits, the nearest
//! white.

use image::DynamicImage;
use patchbay_domain::{LabelledImage, Resource, ResourceType};
use patchbay_media::image as media_image;

use crate::image::shared::changed::for_each;
use crate::image::shared::depth::measured;
use crate::shared::models::seen;
use crate::{Context, Implementation, Inputs, ToolError};

pub(super) struct ImageToDepth;

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
        let made = for_each(&images, context, |index, image| {
            let rgb = seen(&image.file)?;
            let span = (
                (index as f64 + 0.1) / images.len() as f64,
                (index + 1) as f64 / images.len() as f64,
            );
            let map = measured(context, self.tool(), &rgb, span)?;
            let output = context.output("depth", Some(&image.file.name), "png");
            media_image::write_png(
                &output.path,
                &DynamicImage::ImageLuma16(map.grey()),
                &output.name,
            )?;
            Ok(LabelledImage {
                file: output,
                label: image.label.clone(),
            })
        })?;
        Ok(Resource::Images {
            kind: ResourceType::new("depth"),
            items: made.into_iter().map(|(_, image)| image).collect(),
        })
    }
}
