//! `segment_anything`: a map of all regions of an image, each filled with a colour of its own,
//! without labels.

mod ade20k;
mod model;

use image::DynamicImage;
use patchbay_domain::Resource;
use patchbay_vision::{pixels, regions};

use super::shared::maps;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct SegmentAnything;
inventory::submit!(Registered(&SegmentAnything));
inventory::submit!(Registered(&model::SegmentAnything));

impl Implementation for SegmentAnything {
    fn tool(&self) -> &'static str {
        "segment_anything"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        maps::draw_each(
            inputs,
            context,
            ("segmentation", "segmentation"),
            |image, job| {
                let shown = pixels::opaque(image.pixels.clone(), [1.0; 3]).into_rgb8();
                let map = regions::map(&shown, &|done| job.reach(0.1 + 0.85 * done))?;
                Ok(DynamicImage::ImageRgb8(map))
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use image::{Rgb, RgbImage};
    use patchbay_test_support::noise;

    use crate::ToolError;
    use crate::image::shared::testing::{Bench, open, run_in};

    /// Sky that darkens upwards, a meadow, a house with a door, and the sun.
    fn part(x: f32, y: f32) -> (usize, [i32; 3]) {
        if (x - 310.0).hypot(y - 60.0) < 25.0 {
            (0, [250, 220, 90])
        } else if (150.0..190.0).contains(&x) && (180.0..240.0).contains(&y) {
            (1, [90, 50, 30])
        } else if (100.0..240.0).contains(&x) && (120.0..240.0).contains(&y) {
            (2, [200, 190, 180])
        } else if y > 200.0 {
            (3, [80, 140, 60])
        } else {
            (4, [120 + y as i32 / 4, 160 + y as i32 / 4, 220])
        }
    }

    fn scene(scale: u32) -> RgbImage {
        RgbImage::from_fn(400 * scale, 300 * scale, |x, y| {
            let (_, color) = part(x as f32 / scale as f32, y as f32 / scale as f32);
            Rgb(color.map(|component| (component + noise(x, y, 8)).clamp(0, 255) as u8))
        })
    }

    #[test]
    fn segment_everything_in_photo_jpg() {
        let bench = Bench::new();
        for scale in [1, 4] {
            let photo = bench.jpeg("photo.jpg", &scene(scale));
            let result = bench
                .run("segment_anything", [("image", photo.clone())])
                .unwrap();
            assert_eq!(result.resource_type().as_str(), "segmentation");
            assert_eq!(result.files()[0].name, "photo_segmentation.png");
            let map = open(result.files()[0]).into_rgb8();
            assert_eq!(map.dimensions(), (400 * scale, 300 * scale));
            let mut counts: BTreeMap<[u8; 3], [usize; 5]> = BTreeMap::new();
            for (x, y, pixel) in map.enumerate_pixels() {
                let (part, _) = part(x as f32 / scale as f32, y as f32 / scale as f32);
                counts.entry(pixel.0).or_default()[part] += 1;
            }
            // The five things, and no more than a slice of sky and a soft edge besides.
            assert!((5..=7).contains(&counts.len()), "{counts:?}");
            let wrong: usize = counts
                .values()
                .map(|of| of.iter().sum::<usize>() - of.iter().max().unwrap())
                .sum();
            assert!(
                wrong < 1500 * scale as usize,
                "{wrong} pixels lie on the wrong side of an outline"
            );
            let again = bench.run("segment_anything", [("image", photo)]).unwrap();
            assert_eq!(open(again.files()[0]).into_rgb8(), map);
        }
    }

    #[test]
    fn an_even_image_is_one_region_and_stopping_works() {
        let bench = Bench::new();
        for (width, height) in [(64, 48), (1, 1), (3000, 2)] {
            let even = bench.png(
                "even.png",
                &RgbImage::from_pixel(width, height, Rgb([9, 90, 180])).into(),
            );
            let map = open(
                bench
                    .run("segment_anything", [("image", even)])
                    .unwrap()
                    .files()[0],
            )
            .into_rgb8();
            assert!(
                map.dimensions() == (width, height)
                    && map.pixels().all(|pixel| pixel == map.get_pixel(0, 0))
            );
        }
        let context = bench.context();
        context.progress.cancel();
        let photo = bench.png("photo.png", &scene(1).into());
        assert_eq!(
            run_in(&context, "segment_anything", [("image", photo)]),
            Err(ToolError::Cancelled)
        );
        assert_eq!(std::fs::read_dir(&context.folder).unwrap().count(), 0);
    }
}
