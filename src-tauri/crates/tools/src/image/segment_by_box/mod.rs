//! `segment_by_box`: the mask of the object inside each box, with the box's label.

mod model;

use image::DynamicImage;
use patchbay_domain::{LabelledMask, PointPrompt, Resource};
use patchbay_media::image as media_image;
use patchbay_vision::pointing::{CandidateKind, Prepared};

use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct SegmentByBox;
inventory::submit!(Registered(&SegmentByBox));
inventory::submit!(Registered(&model::SegmentByBox));

impl Implementation for SegmentByBox {
    fn tool(&self) -> &'static str {
        "segment_by_box"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let file = inputs.image("image")?;
        let boxes = inputs.boxes("bbox")?;
        let image = media_image::read(&file.path, &file.name)?;
        context.check()?;
        let prepared = Prepared::new(&image.pixels, &context.progress);
        let mut masks = Vec::with_capacity(boxes.len());
        for (index, wanted) in boxes.iter().enumerate() {
            context.step(index, boxes.len())?;
            if wanted
                .bounding_box
                .clamp_to(image.pixels.width(), image.pixels.height())
                .is_none()
            {
                continue;
            }
            let prompt = PointPrompt {
                points: Vec::new(),
                bounding_box: Some(wanted.bounding_box),
            };
            let candidates = prepared.segment(&prompt, &context.progress)?;
            for object in candidates
                .into_iter()
                .filter(|candidate| candidate.kind == CandidateKind::Object)
            {
                let operation = wanted
                    .label
                    .as_ref()
                    .map_or("mask".to_owned(), |label| format!("mask-{}", label.name));
                let output = context.output(&operation, Some(&file.name), "png");
                media_image::write_png(
                    &output.path,
                    &DynamicImage::ImageLuma8(object.mask),
                    &output.name,
                )?;
                masks.push(LabelledMask {
                    file: output,
                    label: wanted.label.clone(),
                });
            }
        }
        if masks.is_empty() {
            return Err(ToolError::Input(format!(
                "There is no box inside “{}” to look for an object in.",
                file.name
            )));
        }
        context.progress.set(1.0);
        Ok(Resource::Masks(masks))
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};
    use patchbay_domain::{BoundingBox, Label, LabelledBox, Resource};
    use patchbay_test_support::noise;

    use crate::image::shared::testing::{Bench, open};

    #[test]
    fn mask_the_two_balls_in_their_boxes() {
        let bench = Bench::new();
        let balls = [(70.0_f32, 80.0_f32, 35.0_f32), (190.0, 110.0, 40.0)];
        let scene = RgbImage::from_fn(260, 180, |x, y| {
            let within = |&(u, v, r): &(f32, f32, f32)| (x as f32 - u).hypot(y as f32 - v) < r;
            let color = if balls.iter().any(within) {
                [210, 160, 40]
            } else {
                [60, 80, 90]
            };
            Rgb(color.map(|component| (component + noise(x, y, 10)) as u8))
        });
        let boxes = balls.map(|(x, y, r)| LabelledBox {
            bounding_box: BoundingBox {
                x: x - r - 6.0,
                y: y - r - 6.0,
                width: 2.0 * r + 12.0,
                height: 2.0 * r + 12.0,
            },
            label: Some(Label {
                name: "ball".to_owned(),
                score: None,
            }),
        });
        let photo = bench.png("photo.png", &scene.into());
        let run = |boxes| {
            bench.run(
                "segment_by_box",
                [
                    ("image", photo.clone()),
                    ("bbox", Resource::BoundingBoxes(boxes)),
                ],
            )
        };
        let result = run(boxes.to_vec()).unwrap();
        let Resource::Masks(masks) = &result else {
            panic!("{result:?}")
        };
        assert_eq!(masks.len(), 2);
        for (mask, (u, v, r)) in masks.iter().zip(balls) {
            assert_eq!(mask.label.as_ref().unwrap().name, "ball");
            let pixels = open(&mask.file).into_luma8();
            let wrong = pixels
                .enumerate_pixels()
                .filter(|(x, y, p)| (p[0] > 127) != ((*x as f32 - u).hypot(*y as f32 - v) < r))
                .count();
            assert!(wrong < 250, "{wrong} pixels are wrong");
        }
        assert!(run(Vec::new()).unwrap_err().to_string().contains("no box"));
    }
}
