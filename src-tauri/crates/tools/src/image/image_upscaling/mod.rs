//! `image_upscaling`: an image at twice its size, sharp and without rings.

mod model;

use patchbay_domain::{Resource, ResourceType};
use patchbay_media::image as media_image;
use patchbay_vision::upscaling::{SCALE, enlarged};

use super::shared::changed;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct ImageUpscaling;
inventory::submit!(Registered(&ImageUpscaling));
inventory::submit!(Registered(&model::ImageUpscaling));

impl Implementation for ImageUpscaling {
    fn tool(&self) -> &'static str {
        "image_upscaling"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        changed::each(inputs, context, ResourceType::IMAGE, |file, job| {
            let (width, height) = media_image::probe(&file.path, &file.name)?;
            let most = f64::from(SCALE) * f64::from(width) * f64::from(SCALE) * f64::from(height);
            if most > media_image::MAX_PIXELS as f64 {
                return Err(ToolError::Input(format!(
                    "“{}” is {width} x {height} pixels; at twice that size it would have {:.0} million, and pictures of up to \
                     {} million can be made. Crop it to the part that matters first.",
                    file.name,
                    most / 1e6,
                    media_image::MAX_PIXELS / 1_000_000
                )));
            }
            let image = media_image::read(&file.path, &file.name)?;
            let large = enlarged(&image.pixels, &|done| job.reach(0.1 + 0.7 * done))?;
            job.reach(0.8)?;
            changed::write(context, &image, &file.name, "enlarged-2x", &large)
        })
    }
}

#[cfg(test)]
mod tests {
    use image::{
        DynamicImage, GenericImageView, ImageBuffer, Luma, Rgb, RgbImage, Rgba, RgbaImage,
    };
    use patchbay_media::image as media_image;
    use patchbay_test_support::{decibels, noise};

    use crate::image::shared::testing::{Bench, open};

    /// Slanted edges, a disc, fine lines and a soft slope.
    fn scene(width: u32, height: u32) -> RgbImage {
        RgbImage::from_fn(width, height, |x, y| {
            let (u, v) = (x as f32, y as f32);
            let edge = (u - 0.4 * v - 30.0).clamp(-0.5, 0.5) + 0.5;
            let disc = (32.5 - (u - 150.0).hypot(v - 70.0)).clamp(0.0, 1.0);
            let lines = if v > 120.0 {
                0.5 + 0.5 * (u * 0.55 + v * 0.2).sin()
            } else {
                0.0
            };
            let level = |ground: f32| ground + 130.0 * edge - 90.0 * disc + 40.0 * lines;
            Rgb([
                level(40.0 + u * 0.2) as u8,
                level(60.0) as u8,
                level(90.0 - v * 0.2) as u8,
            ])
        })
    }

    fn halved(pixels: &RgbImage) -> RgbImage {
        RgbImage::from_fn(pixels.width() / 2, pixels.height() / 2, |x, y| {
            let at = |dx: u32, dy: u32| pixels.get_pixel(2 * x + dx, 2 * y + dy);
            Rgb([0, 1, 2].map(|c| {
                let sum: u16 = [at(0, 0), at(1, 0), at(0, 1), at(1, 1)]
                    .iter()
                    .map(|p| u16::from(p[c]))
                    .sum();
                ((sum + 2) / 4) as u8
            }))
        })
    }

    #[test]
    fn enlarge_photo_png() {
        let bench = Bench::new();
        let full = scene(240, 160);
        let small = halved(&full);
        let result = bench
            .run(
                "image_upscaling",
                [("image", bench.png("photo.png", &small.clone().into()))],
            )
            .unwrap();
        assert_eq!(result.files()[0].name, "photo_enlarged-2x.png");
        let large = open(result.files()[0]).into_rgb8();
        assert_eq!(large.dimensions(), (240, 160));
        let plain = media_image::resize(&small.into(), 240, 160).into_rgb8();
        let (ours, lanczos) = (decibels(&large, &full), decibels(&plain, &full));
        assert!(
            ours > lanczos + 0.5,
            "{ours:.2} dB, and Lanczos alone has {lanczos:.2}"
        );
    }

    #[test]
    fn edges_get_no_halo_and_grain_does_not_grow() {
        let bench = Bench::new();
        let step = RgbImage::from_fn(
            40,
            300,
            |x, _| if x < 20 { Rgb([60; 3]) } else { Rgb([190; 3]) },
        );
        let run = |name, pixels: DynamicImage| {
            open(
                bench
                    .run("image_upscaling", [("image", bench.png(name, &pixels))])
                    .unwrap()
                    .files()[0],
            )
        };
        let large = run("step.png", step.into()).into_rgb8();
        assert!(large.iter().all(|level| (60..=190).contains(level)));
        assert!(
            large
                .rows()
                .all(|row| row.filter(|p| (70..180).contains(&p[0])).count() <= 2),
            "the edge is soft"
        );
        let grain = RgbImage::from_fn(80, 80, |x, y| Rgb([(128 + noise(x, y, 3)) as u8; 3]));
        let deviation = |pixels: &RgbImage| {
            let squares: f32 = pixels
                .iter()
                .map(|level| (f32::from(*level) - 128.0).powi(2))
                .sum();
            (squares / pixels.len() as f32).sqrt()
        };
        let large = run("grain.png", grain.clone().into()).into_rgb8();
        assert!(deviation(&large) <= deviation(&grain));
    }

    #[test]
    fn depth_and_transparency_stay_and_too_large_is_said() {
        let bench = Bench::new();
        let run = |name, pixels: &DynamicImage| {
            bench.run("image_upscaling", [("image", bench.png(name, pixels))])
        };
        let deep = DynamicImage::ImageLuma16(ImageBuffer::from_fn(30, 20, |x, _| {
            Luma([20_000 + 37 * x as u16])
        }));
        let large = open(run("deep.png", &deep).unwrap().files()[0]).into_luma16();
        assert!(
            large.get_pixel(31, 20)[0].abs_diff(20_000 + 37 * 15) < 20,
            "{:?}",
            large.get_pixel(31, 20)
        );
        let sticker = RgbaImage::from_fn(30, 30, |x, _| {
            if x < 15 {
                Rgba([250, 210, 20, 255])
            } else {
                Rgba([0; 4])
            }
        });
        let large = open(run("sticker.png", &sticker.into()).unwrap().files()[0]);
        assert!(
            large
                .pixels()
                .filter(|(.., p)| p[3] > 20)
                .all(|(.., p)| p[0] > 235 && p[2] < 40),
            "a dark rim"
        );
        assert_eq!(
            (large.get_pixel(10, 10)[3], large.get_pixel(50, 10)[3]),
            (255, 0)
        );
        let error = run("wide.png", &DynamicImage::new_luma8(12_000, 3_000))
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("wide.png") && error.contains("120 million"),
            "{error}"
        );
        assert_eq!(
            open(run("dot.png", &deep.crop_imm(0, 0, 1, 1)).unwrap().files()[0]).dimensions(),
            (2, 2)
        );
    }
}
