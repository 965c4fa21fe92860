//! `image_inpainting`: takes away what a mask covers and fills the hole from the rest of the image.

mod model;

use patchbay_domain::Resource;
use patchbay_media::image as media_image;
use patchbay_vision::inpainting;

use super::shared::{changed, masks};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct ImageInpainting;
inventory::submit!(Registered(&ImageInpainting));
inventory::submit!(Registered(&model::ImageInpainting));

impl Implementation for ImageInpainting {
    fn tool(&self) -> &'static str {
        "image_inpainting"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let file = inputs.image("image")?;
        let image = media_image::read(&file.path, &file.name)?;
        let mask = masks::meant(inputs, &file.name, &image.pixels)?;
        context.check()?;
        let filled = inpainting::fill(&image.pixels, &mask, context.seed, &context.progress)?;
        let output = changed::write(context, &image, &file.name, "removed", &filled)?;
        Ok(Resource::image(output))
    }
}

#[cfg(test)]
mod tests {
    use image::{DynamicImage, GenericImageView, GrayImage, Luma, Rgb, RgbImage, Rgba, RgbaImage};
    use patchbay_test_support::noise;

    use crate::ToolError;
    use crate::image::shared::testing::{Bench, open, run_in};

    fn disc(width: u32, height: u32, center: (f32, f32), radius: f32) -> GrayImage {
        GrayImage::from_fn(width, height, |x, y| {
            Luma([
                if (x as f32 - center.0).hypot(y as f32 - center.1) < radius {
                    255
                } else {
                    0
                },
            ])
        })
    }

    /// Grained bricks of 24 x 12 pixels under a light gradient.
    fn wall(x: u32, y: u32) -> [f32; 3] {
        let row = y / 12;
        let mortar = y % 12 < 2 || (x + 12 * (row % 2)) % 24 < 2;
        let light = 1.0 - 0.25 * x as f32 / 400.0;
        let base = if mortar {
            [190.0, 185.0, 175.0]
        } else {
            [150.0, 80.0, 60.0]
        };
        base.map(|c| c * light + noise(x, y, 6) as f32)
    }

    #[test]
    fn remove_the_ball_from_photo_png() {
        let bench = Bench::new();
        let truth = RgbImage::from_fn(400, 300, |x, y| Rgb(wall(x, y).map(|c| c as u8)));
        let mask = disc(400, 300, (200.0, 150.0), 40.0);
        let mut given = truth.clone();
        for (x, y, _) in mask.enumerate_pixels().filter(|(_, _, p)| p[0] > 0) {
            given.put_pixel(x, y, Rgb([20, 200, 40]));
        }
        let photo = bench.png("photo.png", &given.clone().into());
        let inputs = [
            ("image", photo),
            ("mask", bench.mask("ball.png", mask.clone())),
        ];
        let result = bench.run("image_inpainting", inputs).unwrap();
        assert_eq!(result.files()[0].name, "photo_removed.png");
        let filled = open(result.files()[0]).into_rgb8();
        // The bricks go on: closer to the wall that was there than an even filling could be.
        let mean = [135.0, 85.0, 70.0];
        let (mut error, mut even) = (0.0_f32, 0.0_f32);
        for (x, y, _) in mask.enumerate_pixels().filter(|(_, _, p)| p[0] > 0) {
            let levels = truth
                .get_pixel(x, y)
                .0
                .into_iter()
                .zip(filled.get_pixel(x, y).0);
            for ((wanted, found), mean) in levels.zip(mean) {
                error += (f32::from(found) - f32::from(wanted)).powi(2);
                even += (mean - f32::from(wanted)).powi(2);
            }
        }
        assert!(
            error < 0.35 * even,
            "error {error}, of an even filling {even}"
        );
        assert!(
            filled.pixels().all(|p| p[1] < 196 || p[0] > 60),
            "some of the ball is left"
        );
        assert_eq!(filled.get_pixel(5, 5), given.get_pixel(5, 5));
        assert_eq!(
            filled.view(0, 0, 100, 300).to_image(),
            given.view(0, 0, 100, 300).to_image()
        );
    }

    #[test]
    fn depth_and_transparency_stay() {
        let bench = Bench::new();
        let clear = RgbaImage::from_fn(120, 90, |x, _| {
            if x < 60 {
                Rgba([0; 4])
            } else {
                Rgba([200, 30, 30, 255])
            }
        });
        let deep = DynamicImage::ImageRgba8(clear).into_rgba16();
        let image = bench.png("sticker.png", &deep.clone().into());
        let mask = bench.mask("m.png", disc(120, 90, (25.0, 45.0), 10.0));
        let result = bench
            .run("image_inpainting", [("image", image), ("mask", mask)])
            .unwrap();
        let DynamicImage::ImageRgba16(filled) = open(result.files()[0]) else {
            panic!("the depth changed")
        };
        assert!(
            filled.get_pixel(25, 45)[3] < 300,
            "the hole of a clear place is clear"
        );
    }

    #[test]
    fn masks_that_leave_nothing_are_told_and_stopping_works() {
        let bench = Bench::new();
        let photo = bench.png(
            "photo.png",
            &RgbImage::from_pixel(90, 60, Rgb([9, 99, 200])).into(),
        );
        let fill = |mask| {
            bench.run(
                "image_inpainting",
                [
                    ("image", photo.clone()),
                    ("mask", bench.mask("m.png", mask)),
                ],
            )
        };
        let told = |mask| fill(mask).unwrap_err().to_string();
        assert!(told(GrayImage::new(90, 60)).contains("covers nothing"));
        assert!(told(GrayImage::from_pixel(90, 60, Luma([255]))).contains("too little"));
        assert!(told(GrayImage::new(60, 90)).contains("does not fit"));
        let context = bench.context();
        context.progress.cancel();
        let inputs = [
            ("image", photo.clone()),
            ("mask", bench.mask("m.png", disc(90, 60, (40.0, 30.0), 9.0))),
        ];
        assert_eq!(
            run_in(&context, "image_inpainting", inputs),
            Err(ToolError::Cancelled)
        );
        assert_eq!(std::fs::read_dir(&context.folder).unwrap().count(), 0);
    }
}
