//! `segment_by_mask`: draws rough masks along the outlines of what they cover, each with its label.

mod model;

use image::DynamicImage;
use patchbay_domain::{LabelledMask, Resource};
use patchbay_media::image as media_image;
use patchbay_vision::pointing::Prepared;

use super::shared::masks;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct SegmentByMask;
inventory::submit!(Registered(&SegmentByMask));
inventory::submit!(Registered(&model::SegmentByMask));

impl Implementation for SegmentByMask {
    fn tool(&self) -> &'static str {
        "segment_by_mask"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let file = inputs.image("image")?;
        let given = inputs.masks("mask")?;
        let image = media_image::read(&file.path, &file.name)?;
        context.check()?;
        let prepared = Prepared::new(&image.pixels, &context.progress);
        let mut refined = Vec::with_capacity(given.len());
        for (index, rough) in given.iter().enumerate() {
            context.step(index + 1, given.len() + 1)?;
            let mask = prepared.refine(
                &masks::read(rough, &file.name, &image.pixels)?,
                &context.progress,
            )?;
            let operation = rough
                .label
                .as_ref()
                .map_or("mask".to_owned(), |label| format!("mask-{}", label.name));
            let output = context.output(&operation, Some(&file.name), "png");
            media_image::write_png(&output.path, &DynamicImage::ImageLuma8(mask), &output.name)?;
            refined.push(LabelledMask {
                file: output,
                label: rough.label.clone(),
            });
        }
        context.progress.set(1.0);
        Ok(Resource::Masks(refined))
    }
}

#[cfg(test)]
mod tests {
    use image::{GrayImage, Luma, Rgb, RgbImage};
    use patchbay_domain::{Label, Resource};
    use patchbay_test_support::noise;

    use crate::ToolError;
    use crate::image::shared::testing::{Bench, open, run_in};

    fn leaf(x: u32, y: u32) -> bool {
        let (u, v) = (x as f32 - 120.0, y as f32 - 90.0);
        let angle = v.atan2(u);
        u.hypot(v) < 55.0 + 12.0 * (5.0 * angle).cos()
    }

    fn scene() -> RgbImage {
        RgbImage::from_fn(240, 180, |x, y| {
            let color = if leaf(x, y) {
                [70, 140, 60]
            } else {
                [190, 180, 160]
            };
            Rgb(color.map(|component| (component + noise(x, y, 14)) as u8))
        })
    }

    #[test]
    fn refine_the_mask_of_photo_jpg() {
        let bench = Bench::new();
        let rough = GrayImage::from_fn(240, 180, |x, y| {
            Luma([if (x as f32 - 126.0).hypot(y as f32 - 87.0) < 58.0 {
                255
            } else {
                0
            }])
        });
        let Resource::Masks(mut masks) = bench.mask("circle.png", rough) else {
            unreachable!()
        };
        masks[0].label = Some(Label {
            name: "leaf".to_owned(),
            score: None,
        });
        let inputs = [
            ("image", bench.jpeg("photo.jpg", &scene())),
            ("mask", Resource::Masks(masks)),
        ];
        let result = bench.run("segment_by_mask", inputs).unwrap();
        let Resource::Masks(masks) = &result else {
            panic!("{result:?}")
        };
        assert_eq!(
            (
                masks[0].file.name.as_str(),
                masks[0].label.as_ref().unwrap().name.as_str()
            ),
            ("photo_mask-leaf.png", "leaf")
        );
        let mask = open(&masks[0].file).into_luma8();
        let wrong = mask
            .enumerate_pixels()
            .filter(|(x, y, p)| (p[0] > 127) != leaf(*x, *y))
            .count();
        assert!(wrong < 230, "{wrong} pixels are wrong");
    }

    #[test]
    fn an_unfit_mask_is_told_and_stopping_leaves_nothing() {
        let bench = Bench::new();
        let photo = bench.png("photo.png", &scene().into());
        let refine = |mask| {
            bench.run(
                "segment_by_mask",
                [
                    ("image", photo.clone()),
                    ("mask", bench.mask("m.png", mask)),
                ],
            )
        };
        assert!(
            refine(GrayImage::new(240, 180))
                .unwrap_err()
                .to_string()
                .contains("covers nothing")
        );
        assert!(
            refine(GrayImage::from_pixel(80, 180, Luma([255])))
                .unwrap_err()
                .to_string()
                .contains("does not fit")
        );
        let context = bench.context();
        context.progress.cancel();
        let half = GrayImage::from_fn(240, 180, |x, _| Luma([if x < 120 { 255 } else { 0 }]));
        let inputs = [
            ("image", photo.clone()),
            ("mask", bench.mask("m.png", half)),
        ];
        assert_eq!(
            run_in(&context, "segment_by_mask", inputs),
            Err(ToolError::Cancelled)
        );
        assert_eq!(std::fs::read_dir(&context.folder).unwrap().count(), 0);
    }
}
