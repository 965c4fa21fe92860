//! `image_to_hed`: soft edges, thick and white on black, at the image's size. They look like what
//! the network HED makes (Xie and Tu, "Holistically-Nested Edge Detection", 2015) but are measured,
//! not learned.

mod model;

use patchbay_domain::{Cancelled, Resource};
use patchbay_media::image::{self as media_image, DecodedImage};
use patchbay_vision::on_white::opaque;
use patchbay_vision::planes::Plane;
use patchbay_vision::soft_edges::soft_edges;

use super::shared::job::Job;
use super::shared::maps;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// The longer side that edges are looked for at, in pixels: what is smaller than a few pixels of it
/// is detail.
const SIDE: u32 = 768;

struct ImageToHed;
inventory::submit!(Registered(&ImageToHed));
inventory::submit!(Registered(&model::ImageToHed));

impl Implementation for ImageToHed {
    fn tool(&self) -> &'static str {
        "image_to_hed"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        maps::draw_each(inputs, context, ("hed", "soft-edges"), |image, job| {
            let edges = edges(image, job)?;
            Ok(edges
                .to_grey(image.pixels.width(), image.pixels.height())
                .into())
        })
    }
}

fn edges(image: &DecodedImage, job: &Job) -> Result<Plane, Cancelled> {
    let (width, height) =
        media_image::fit_within(image.pixels.width(), image.pixels.height(), SIDE);
    let copy = opaque(&media_image::resize(&image.pixels, width, height));
    soft_edges(&copy, &mut |fraction| job.reach(0.2 + 0.6 * fraction))
}

#[cfg(test)]
mod tests {
    use image::{DynamicImage, Rgb, RgbImage};
    use patchbay_test_support::noise;

    use crate::image::shared::testing::{Bench, open};

    fn scene(scale: f32) -> RgbImage {
        let side = |length: f32| (length * scale) as u32;
        RgbImage::from_fn(side(300.0), side(200.0), |x, y| {
            let (u, v) = (x as f32 / scale, y as f32 / scale);
            let inside = (u - 150.0).hypot(v - 100.0) < 60.0;
            let color = if inside {
                [190, 120, 60]
            } else {
                [70, 90, 110]
            };
            Rgb(color.map(|level| (level + noise(x, y, 8)) as u8))
        })
    }

    #[test]
    fn soft_edges_of_photo_jpg() {
        let bench = Bench::new();
        for scale in [1.0, 4.0] {
            let image = scene(scale);
            let size = image.dimensions();
            let result = bench
                .run("image_to_hed", [("image", bench.jpeg("photo.jpg", &image))])
                .unwrap();
            assert_eq!(result.resource_type().as_str(), "hed");
            assert_eq!(result.files()[0].name, "photo_soft-edges.png");
            let edges = open(result.files()[0]).into_luma8();
            assert_eq!(edges.dimensions(), size);
            let level = |angle: f32, radius: f32| {
                let (x, y) = (150.0 + radius * angle.cos(), 100.0 + radius * angle.sin());
                edges.get_pixel((x * scale) as u32, (y * scale) as u32)[0]
            };
            for angle in [0.3, 1.4, 2.5, 3.6, 4.7, 5.8] {
                // White on the rim, grey beside it, black away from it.
                let rim = level(angle, 60.0);
                assert!(rim > 170, "{rim} on the rim at {angle}");
                assert!(level(angle, 45.0) < 40 && level(angle, 75.0) < 40);
            }
            let soft = edges.pixels().filter(|p| (30..200).contains(&p[0])).count();
            assert!(
                soft > 500,
                "its edges are soft: {soft} pixels between black and white"
            );
        }
    }

    #[test]
    fn tiny_grey_and_deep_images() {
        let bench = Bench::new();
        let deep = image::ImageBuffer::from_fn(40, 30, |x, _| {
            image::Luma([if x < 20 { 9_000_u16 } else { 50_000 }])
        });
        let images: [DynamicImage; 3] = [
            RgbImage::new(1, 1).into(),
            image::GrayImage::new(2, 7).into(),
            deep.into(),
        ];
        for image in images {
            let result = bench
                .run("image_to_hed", [("image", bench.png("small.png", &image))])
                .unwrap();
            let edges = open(result.files()[0]).into_luma8();
            assert_eq!(edges.dimensions(), (image.width(), image.height()));
            let brightest = edges.pixels().map(|p| p[0]).max().unwrap();
            assert_eq!(brightest > 128, image.width() == 40, "{brightest}");
        }
    }
}
