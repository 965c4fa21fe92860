//! `image_to_scribble`: a sketch of an image in strokes of one pen, white on black, at the image's
//! size.

mod model;

use image::DynamicImage;
use patchbay_domain::Resource;
use patchbay_vision::sketch::strokes;

use super::shared::maps;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct ImageToScribble;
inventory::submit!(Registered(&ImageToScribble));
inventory::submit!(Registered(&model::ImageToScribble));

impl Implementation for ImageToScribble {
    fn tool(&self) -> &'static str {
        "image_to_scribble"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        maps::draw_each(inputs, context, ("scribble", "sketch"), |image, job| {
            Ok(DynamicImage::ImageLuma8(strokes(&image.pixels, &|done| {
                job.reach(0.2 + 0.8 * done)
            })?))
        })
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};
    use patchbay_test_support::noise;

    use crate::image::shared::testing::{Bench, open};

    /// A bright disc in the middle, and specks all over.
    fn scene(scale: f32) -> RgbImage {
        RgbImage::from_fn((400.0 * scale) as u32, (300.0 * scale) as u32, |x, y| {
            let (u, v) = (x as f32 / scale, y as f32 / scale);
            let disc = (u - 200.0).hypot(v - 150.0) < 90.0;
            let speck = (u as u32 % 40 < 3) && (v as u32 % 40 < 3);
            let level = if disc { 200 } else { 90 } - if speck { 50 } else { 0 } + noise(x, y, 6);
            Rgb([level as u8; 3])
        })
    }

    #[test]
    fn make_a_sketch_of_photo_jpg() {
        let bench = Bench::new();
        for scale in [1.0, 4.0] {
            let result = bench
                .run(
                    "image_to_scribble",
                    [("image", bench.jpeg("photo.jpg", &scene(scale)))],
                )
                .unwrap();
            assert_eq!(result.resource_type().as_str(), "scribble");
            assert_eq!(result.files()[0].name, "photo_sketch.png");
            let sketch = open(result.files()[0]).into_luma8();
            assert_eq!(
                sketch.dimensions(),
                ((400.0 * scale) as u32, (300.0 * scale) as u32)
            );
            let distance =
                |x: u32, y: u32| (x as f32 / scale - 200.0).hypot(y as f32 / scale - 150.0) - 90.0;
            let white = sketch.enumerate_pixels().filter(|(_, _, p)| p[0] > 127);
            let (near, far): (Vec<_>, Vec<_>) =
                white.partition(|(x, y, _)| (-2.0..7.0).contains(&distance(*x, *y)));
            assert!(far.is_empty(), "{} pixels away from the rim", far.len());
            // Nearly all of the rim has a stroke.
            let mut drawn = [false; 180];
            for (x, y, _) in near {
                let angle = (y as f32 / scale - 150.0).atan2(x as f32 / scale - 200.0);
                drawn[((angle.to_degrees() + 360.0) as usize / 2) % 180] = true;
            }
            assert!(drawn.iter().filter(|drawn| **drawn).count() > 170);
            let between = sketch
                .pixels()
                .filter(|p| (20..235).contains(&p[0]))
                .count() as f32;
            assert!(
                between / scale < 2_500.0,
                "strokes are clean: {between} grey pixels"
            );
        }
    }

    #[test]
    fn even_and_tiny_images_have_no_strokes() {
        let bench = Bench::new();
        for (width, height) in [(90, 60), (1, 1), (1, 9)] {
            let even = bench.png(
                "even.png",
                &RgbImage::from_pixel(width, height, Rgb([140; 3])).into(),
            );
            let result = bench.run("image_to_scribble", [("image", even)]).unwrap();
            let sketch = open(result.files()[0]).into_luma8();
            assert!(sketch.dimensions() == (width, height) && sketch.pixels().all(|p| p[0] == 0));
        }
    }
}
