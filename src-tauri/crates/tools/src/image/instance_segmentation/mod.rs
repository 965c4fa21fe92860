//! `instance_segmentation`: a mask for each thing that stands out of the background. What they are
//! is for a model to say; here they are called `object 1`, `object 2` and so on, the largest and
//! most prominent first.

mod model;

use image::DynamicImage;
use patchbay_domain::{Label, LabelledMask, Resource};
use patchbay_media::image as media_image;
use patchbay_vision::pointing::Prepared;

use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct InstanceSegmentation;
inventory::submit!(Registered(&InstanceSegmentation));
inventory::submit!(Registered(&model::InstanceSegmentation));

impl Implementation for InstanceSegmentation {
    fn tool(&self) -> &'static str {
        "instance_segmentation"
    }

    fn label(&self) -> &'static str {
        "what stands out, unnamed"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let file = inputs.image("image")?;
        let image = media_image::read(&file.path, &file.name)?;
        context.check()?;
        let prepared = Prepared::new(&image.pixels, &context.progress);
        let objects = prepared.objects(&context.progress)?;
        if objects.is_empty() {
            return Err(ToolError::Input(format!(
                "Nothing stands out of the background of “{}”. Click on what you mean, or draw a box around it; a model \
                 that knows things by their looks is not installed.",
                file.name
            )));
        }
        let mut masks = Vec::with_capacity(objects.len());
        for (index, object) in objects.iter().enumerate() {
            context.step(index, objects.len())?;
            let number = index + 1;
            let output = context.output(&format!("mask-object-{number}"), Some(&file.name), "png");
            let mask = prepared.mask_of(object);
            media_image::write_png(&output.path, &DynamicImage::ImageLuma8(mask), &output.name)?;
            let label = Label {
                name: format!("object {number}"),
                score: Some(object.prominence),
            };
            masks.push(LabelledMask {
                file: output,
                label: Some(label),
            });
        }
        context.progress.set(1.0);
        Ok(Resource::Masks(masks))
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};
    use patchbay_domain::Resource;
    use patchbay_test_support::noise;

    use crate::ToolError;
    use crate::image::shared::testing::{Bench, open, run_in};

    /// Three things on a table whose light falls off: a large ball, a box and a small ball.
    fn thing(x: u32, y: u32) -> Option<(usize, [i32; 3])> {
        let (u, v) = (x as f32, y as f32);
        if (u - 130.0).hypot(v - 150.0) < 70.0 {
            Some((0, [200, 60, 40]))
        } else if (250..350).contains(&x) && (60..130).contains(&y) {
            Some((1, [40, 70, 160]))
        } else if (u - 310.0).hypot(v - 220.0) < 30.0 {
            Some((2, [230, 200, 60]))
        } else {
            None
        }
    }

    fn scene() -> RgbImage {
        RgbImage::from_fn(400, 300, |x, y| {
            let light = (y / 8) as i32 - (x / 20) as i32;
            let color =
                thing(x, y).map_or([120 + light, 125 + light, 115 + light], |(_, color)| color);
            Rgb(color.map(|component| (component + noise(x, y, 10)).clamp(0, 255) as u8))
        })
    }

    #[test]
    fn give_me_a_mask_for_every_object_in_photo_jpg() {
        let bench = Bench::new();
        let result = bench
            .run(
                "instance_segmentation",
                [("image", bench.jpeg("photo.jpg", &scene()))],
            )
            .unwrap();
        let Resource::Masks(masks) = &result else {
            panic!("{result:?}")
        };
        assert_eq!(masks.len(), 3);
        assert_eq!(masks[0].file.name, "photo_mask-object-1.png");
        let mut seen = [false; 3];
        for (index, mask) in masks.iter().enumerate() {
            let label = mask.label.as_ref().unwrap();
            assert_eq!(label.name, format!("object {}", index + 1));
            assert!(
                label
                    .score
                    .is_some_and(|score| (0.2..=1.0).contains(&score))
            );
            let pixels = open(&mask.file).into_luma8();
            let (mut common, mut either) = ([0_usize; 3], [0_usize; 3]);
            for (x, y, pixel) in pixels.enumerate_pixels() {
                for which in 0..3 {
                    let truth = thing(x, y).is_some_and(|(thing, _)| thing == which);
                    common[which] += usize::from(truth && pixel[0] > 127);
                    either[which] += usize::from(truth || pixel[0] > 127);
                }
            }
            let best = (0..3).find(|&which| common[which] as f32 > 0.94 * either[which] as f32);
            seen[best.unwrap_or_else(|| {
                panic!("{label:?} is none of the things: {common:?} of {either:?}")
            })] = true;
        }
        assert_eq!(seen, [true; 3]);
    }

    #[test]
    fn an_image_without_a_thing_is_told_and_stopping_works() {
        let bench = Bench::new();
        let wall = RgbImage::from_fn(200, 150, |x, y| Rgb([(120 + noise(x, y, 12)) as u8; 3]));
        let error = bench
            .run(
                "instance_segmentation",
                [("image", bench.png("wall.png", &wall.into()))],
            )
            .unwrap_err();
        assert!(error.to_string().contains("wall.png"), "{error}");
        let context = bench.context();
        context.progress.cancel();
        let photo = bench.png("photo.png", &scene().into());
        assert_eq!(
            run_in(&context, "instance_segmentation", [("image", photo)]),
            Err(ToolError::Cancelled)
        );
        assert_eq!(std::fs::read_dir(&context.folder).unwrap().count(), 0);
    }
}
