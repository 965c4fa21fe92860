//! `image_to_edge`: Canny edges, thin and white on black, at the image's size.

use image::DynamicImage;
use patchbay_domain::{Resource, ResourceType};
use patchbay_media::image as media_image;
use patchbay_vision::canny::canny;

use super::shared::changed;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct ImageToEdge;
inventory::submit!(Registered(&ImageToEdge));

impl Implementation for ImageToEdge {
    fn tool(&self) -> &'static str {
        "image_to_edge"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        changed::each(inputs, context, ResourceType::new("edge"), |file, job| {
            let image = media_image::read(&file.path, &file.name)?;
            let edges = canny(image.pixels, &|done| job.reach(done))?;
            let output = context.output("edges", Some(&file.name), "png");
            media_image::write_png(&output.path, &DynamicImage::ImageLuma8(edges), &output.name)?;
            Ok(output)
        })
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};
    use patchbay_test_support::noise;

    use crate::image::shared::testing::{Bench, open};

    #[test]
    fn show_me_the_edges_of_photo_jpg() {
        let bench = Bench::new();
        let disc = |x: u32, y: u32| (x as f32 - 100.0).hypot(y as f32 - 80.0) < 50.0;
        let scene = RgbImage::from_fn(200, 160, |x, y| {
            let level = if disc(x, y) { 190 } else { 70 } + noise(x, y, 12);
            Rgb([level as u8; 3])
        });
        let photo = bench.jpeg("photo.jpg", &scene);
        let result = bench.run("image_to_edge", [("image", photo)]).unwrap();
        assert_eq!(result.resource_type().as_str(), "edge");
        assert_eq!(result.files()[0].name, "photo_edges.png");
        let edges = open(result.files()[0]).into_luma8();
        assert_eq!(edges.dimensions(), (200, 160));
        let white: Vec<f32> = edges
            .enumerate_pixels()
            .filter(|(_, _, p)| p[0] > 0)
            .map(|(x, y, _)| ((x as f32 - 100.0).hypot(y as f32 - 80.0) - 50.0).abs())
            .collect();
        let near = white.iter().filter(|&&distance| distance < 3.0).count();
        assert!(
            near >= 250 && near * 10 >= white.len() * 9,
            "{near} of {} edge pixels lie on the rim",
            white.len()
        );
    }

    #[test]
    fn bands_meet_without_a_trace() {
        // Three bands of rows; slanted lines run through all of them.
        let scene = RgbImage::from_fn(3_000, 2_400, |x, y| {
            Rgb([if (x + y / 3) % 200 < 100 { 60 } else { 190 }; 3])
        });
        let bench = Bench::new();
        let result = bench
            .run(
                "image_to_edge",
                [("image", bench.png("lines.png", &scene.into()))],
            )
            .unwrap();
        let edges = open(result.files()[0]).into_luma8();
        let in_row = |y: u32| {
            (8..2_992)
                .filter(|x| edges.get_pixel(*x, y)[0] == 255)
                .count()
        };
        for y in 8..2_392 {
            assert!(
                (29..=32).contains(&in_row(y)),
                "{} edges in row {y}",
                in_row(y)
            );
        }
    }

    #[test]
    fn an_even_image_and_a_tiny_one_have_no_edges() {
        let bench = Bench::new();
        for (width, height) in [(64, 64), (1, 1), (2, 1)] {
            let even = bench.png(
                "even.png",
                &RgbImage::from_pixel(width, height, Rgb([90; 3])).into(),
            );
            let result = bench.run("image_to_edge", [("image", even)]).unwrap();
            assert!(
                open(result.files()[0])
                    .into_luma8()
                    .pixels()
                    .all(|p| p[0] == 0)
            );
        }
    }
}
