//! `image_denoising`: takes the grain out of an image and leaves its edges and texture; how much
//! there is, is measured.

use patchbay_domain::{Resource, ResourceType};
use patchbay_media::image as media_image;
use patchbay_vision::denoising::denoise;

use super::shared::changed;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct ImageDenoising;
inventory::submit!(Registered(&ImageDenoising));

impl Implementation for ImageDenoising {
    fn tool(&self) -> &'static str {
        "image_denoising"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        changed::each(inputs, context, ResourceType::IMAGE, |file, job| {
            let image = media_image::read(&file.path, &file.name)?;
            let clean = denoise(&image.pixels, &|done| job.reach(0.05 + 0.9 * done))?;
            job.reach(0.95)?;
            changed::write(context, &image, &file.name, "denoised", &clean)
        })
    }
}

#[cfg(test)]
mod tests {
    use image::{DynamicImage, GenericImageView, ImageBuffer, Luma, Rgba, RgbaImage};
    use patchbay_test_support::noise;

    use crate::ToolError;
    use crate::image::shared::testing::{Bench, open, run_in};

    #[test]
    fn remove_the_noise_from_photo_png() {
        let bench = Bench::new();
        let level = |x: u32| if x < 60 { 14_000 } else { 42_000 };
        let deep = ImageBuffer::from_fn(120, 90, |x, y| {
            Luma([(level(x) + 9 * noise(x, y, 200)) as u16])
        });
        let photo = bench.png("photo.png", &DynamicImage::ImageLuma16(deep.clone()));
        let result = bench.run("image_denoising", [("image", photo)]).unwrap();
        assert_eq!(result.files()[0].name, "photo_denoised.png");
        let DynamicImage::ImageLuma16(clean) = open(result.files()[0]) else {
            panic!("16 bits have to stay")
        };
        let error = |pixels: &ImageBuffer<Luma<u16>, Vec<u16>>| {
            let squares = pixels
                .enumerate_pixels()
                .map(|(x, _, p)| (f64::from(p[0]) - f64::from(level(x))).powi(2));
            (squares.sum::<f64>() / pixels.len() as f64).sqrt()
        };
        assert!(
            error(&clean) < error(&deep) / 2.5,
            "{} of {}",
            error(&clean),
            error(&deep)
        );
        assert!(clean.rows().all(|row| {
            let row: Vec<u16> = row.map(|p| p[0]).collect();
            row[58] < 19_000 && row[61] > 37_000
        }));
    }

    #[test]
    fn transparency_stays_and_it_can_be_stopped() {
        let bench = Bench::new();
        let sticker = RgbaImage::from_fn(90, 70, |x, y| {
            Rgba([(120 + noise(x, y, 20)) as u8, 80, 60, (2 * x) as u8])
        });
        let photo = bench.png("sticker.png", &sticker.clone().into());
        let clean = open(
            bench
                .run("image_denoising", [("image", photo.clone())])
                .unwrap()
                .files()[0],
        );
        assert!(clean.pixels().all(|(x, _, p)| p[3] == (2 * x) as u8));
        let context = bench.context();
        context.progress.cancel();
        assert_eq!(
            run_in(&context, "image_denoising", [("image", photo)]).unwrap_err(),
            ToolError::Cancelled
        );
        assert_eq!(std::fs::read_dir(&context.folder).unwrap().count(), 0);
    }
}
