//! `image_upscaling` by Real-ESRGAN: an image at four times its size, with the detail that such
//! images have.

use std::path::Path;

use image::{DynamicImage, Rgb32FImage};
use patchbay_domain::{Resource, ResourceType};
use patchbay_inference::networks::real_esrgan::{RealEsrgan, RealEsrganConfig};
use patchbay_inference::registry::Model;
use patchbay_inference::{DType, Device, InferenceError, weights};
use patchbay_media::image as media_image;
use patchbay_vision::pixels;

use crate::image::shared::changed;
use crate::shared::models::{follow, model};
use crate::{Context, Implementation, Inputs, ToolError};

pub(super) struct ImageUpscaling;

/// Factor by which images become wider and higher.
const SCALE: u32 = 4;

impl Implementation for ImageUpscaling {
    fn tool(&self) -> &'static str {
        "image_upscaling"
    }

    fn label(&self) -> &'static str {
        "Real-ESRGAN"
    }

    fn has_model(&self) -> bool {
        true
    }

    /// Not what would be larger than images can be: what is built in only doubles them.
    fn suits(&self, inputs: &Inputs) -> bool {
        let fits = |width: u32, height: u32| {
            u64::from(width) * u64::from(height) * u64::from(SCALE * SCALE)
                <= media_image::MAX_PIXELS
        };
        inputs.images("image").is_ok_and(|images| {
            images.iter().all(|image| {
                media_image::probe(&image.file.path, &image.file.name)
                    .is_ok_and(|(width, height)| fits(width, height))
            })
        })
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let model = model(context, self.tool())?;
        changed::each(inputs, context, ResourceType::IMAGE, |file, job| {
            let image = media_image::read(&file.path, &file.name)?;
            let colors = image.pixels.to_rgb32f();
            let enlarge = |network: &RealEsrgan| {
                follow(context, job.span((0.05, 0.9)), |watch| {
                    network.upscaled(&colors, watch)
                })
            };
            let open = |folder: &Path, numbers: DType, device: &Device| {
                open(model, folder, numbers, device)
            };
            let large = context.models.with(model, open, enlarge)?;
            job.reach(0.9)?;
            changed::write(
                context,
                &image,
                &file.name,
                "enlarged-4x",
                &as_before(&image.pixels, &large),
            )
        })
    }
}

/// Colours in the depth and channels of the image that they are made of, with its transparency at
/// their size.
fn as_before(image: &DynamicImage, large: &Rgb32FImage) -> DynamicImage {
    let sized = media_image::resize(image, large.width(), large.height());
    pixels::map(sized, |x, y, _| large.get_pixel(x, y).0)
}

/// The published weights have no `config.json`: their sizes are known. A person's own may have one.
fn open(
    model: &Model,
    folder: &Path,
    numbers: DType,
    device: &Device,
) -> Result<RealEsrgan, InferenceError> {
    let own = folder.join("config.json");
    let config = if own.exists() {
        weights::config(&own)?
    } else if model.network == "real_esrgan_dense" {
        RealEsrganConfig::dense()
    } else {
        RealEsrganConfig::general()
    };
    weights::load(&config, &model.weights(folder), numbers, device)
}

#[cfg(test)]
mod tests {
    use image::{ImageBuffer, Rgb, Rgb32FImage, Rgba};

    use super::as_before;

    #[test]
    fn depth_and_transparency_stay() {
        let image = ImageBuffer::from_fn(6, 4, |x, _| {
            Rgba([9_u16, 9, 9, if x < 3 { u16::MAX } else { 0 }])
        })
        .into();
        let large = Rgb32FImage::from_pixel(24, 16, Rgb([0.25, 0.5, 1.0]));
        let made = as_before(&image, &large);
        assert_eq!(made.color(), image.color());
        let made = made.into_rgba16();
        assert_eq!(made.dimensions(), (24, 16));
        assert_eq!(made.get_pixel(1, 1).0, [16_384, 32_768, 65_535, 65_535]);
        assert_eq!(made.get_pixel(23, 15)[3], 0);
    }
}
