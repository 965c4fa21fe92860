//! `mask_image`: keeps what a mask covers and makes the rest transparent, with soft edges and
//! without a halo of the old background.

use patchbay_domain::Resource;
use patchbay_media::image as media_image;

use super::shared::cutting_out::cut_out;
use super::shared::{changed, masks};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct MaskImage;
inventory::submit!(Registered(&MaskImage));

impl Implementation for MaskImage {
    fn tool(&self) -> &'static str {
        "mask_image"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let file = inputs.image("image")?;
        let image = media_image::read(&file.path, &file.name)?;
        let mask = masks::meant(inputs, &file.name, &image.pixels)?;
        context.progress.set(0.2);
        context.check()?;
        let cut = cut_out(&image.pixels, mask, context)?;
        let output = changed::write(context, &image, &file.name, "cut-out", &cut)?;
        context.progress.set(1.0);
        Ok(Resource::image(output))
    }
}

#[cfg(test)]
mod tests {
    use image::{GenericImageView, GrayImage, Luma, Rgb, RgbImage};
    use patchbay_domain::Resource;

    use crate::image::shared::testing::{Bench, open};

    /// Share of a pixel that a disc of radius 40 covers, from 0 to 1, with a soft edge of six
    /// pixels.
    fn cover(x: u32, y: u32) -> f32 {
        ((43.0 - (x as f32 - 80.0).hypot(y as f32 - 60.0)) / 6.0).clamp(0.0, 1.0)
    }

    fn scene() -> RgbImage {
        RgbImage::from_fn(160, 120, |x, y| {
            let mix = |object: f32, ground: f32| {
                (cover(x, y) * object + (1.0 - cover(x, y)) * ground) as u8
            };
            Rgb([mix(220.0, 20.0), mix(60.0, 230.0), mix(30.0, 40.0)])
        })
    }

    #[test]
    fn cut_the_ball_out_of_photo_jpg() {
        let bench = Bench::new();
        let mask = GrayImage::from_fn(160, 120, |x, y| Luma([(255.0 * cover(x, y)) as u8]));
        let inputs = [
            ("image", bench.jpeg("photo.jpg", &scene())),
            ("mask", bench.mask("ball.png", mask)),
        ];
        let result = bench.run("mask_image", inputs).unwrap();
        assert_eq!(result.files()[0].name, "photo_cut-out.png");
        let cut = open(result.files()[0]).into_rgba8();
        assert_eq!(cut.dimensions(), (160, 120));
        assert_eq!(cut.get_pixel(2, 2).0, [0; 4]);
        assert_eq!(cut.get_pixel(80, 60)[3], 255);
        // No green of the ground shines along the edge.
        let greenest = cut
            .pixels()
            .filter(|p| p[3] > 30)
            .map(|p| i32::from(p[1]) - i32::from(p[0]))
            .max()
            .unwrap();
        assert!(greenest < 0, "{greenest}");
    }

    #[test]
    fn all_but_the_mask_is_kept_where_that_is_set() {
        let bench = Bench::new();
        let mask = GrayImage::from_fn(160, 120, |x, y| Luma([(255.0 * cover(x, y)) as u8]));
        let inputs = [
            ("image", bench.png("photo.png", &scene().into())),
            ("mask", bench.mask("ball.png", mask)),
            ("where", Resource::Text("everything else".to_owned())),
        ];
        let result = bench.run("mask_image", inputs).unwrap();
        let cut = open(result.files()[0]).into_rgba8();
        let alpha = [(2, 2), (80, 60)].map(|(x, y)| cut.get_pixel(x, y)[3]);
        assert_eq!(alpha, [255, 0]);
    }

    #[test]
    fn a_mask_with_steps_gets_a_soft_edge_and_an_empty_one_is_told() {
        let bench = Bench::new();
        let hard = GrayImage::from_fn(160, 120, |x, y| {
            Luma([if cover(x, y) > 0.5 { 255 } else { 0 }])
        });
        let photo = bench.png("photo.png", &scene().into());
        let cut = |mask| {
            bench.run(
                "mask_image",
                [
                    ("image", photo.clone()),
                    ("mask", bench.mask("m.png", mask)),
                ],
            )
        };
        let result = cut(hard).unwrap();
        let pixels = open(result.files()[0]);
        assert!(
            pixels
                .pixels()
                .filter(|(_, _, p)| (20..235).contains(&p[3]))
                .count()
                > 200
        );
        assert!(
            cut(GrayImage::new(160, 120))
                .unwrap_err()
                .to_string()
                .contains("covers nothing")
        );
    }
}
