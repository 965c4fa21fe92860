//! `segment_by_points`: the mask of what was clicked on, with include and exclude points, a box, or
//! both.

mod model;

use image::DynamicImage;
use patchbay_domain::{LabelledMask, Resource};
use patchbay_media::image as media_image;
use patchbay_vision::pointing::{CandidateKind, Prepared};

use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct SegmentByPoints;
inventory::submit!(Registered(&SegmentByPoints));
inventory::submit!(Registered(&model::SegmentByPoints));

impl Implementation for SegmentByPoints {
    fn tool(&self) -> &'static str {
        "segment_by_points"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let file = inputs.image("image")?;
        let prompt = inputs.points("point")?;
        let image = media_image::read(&file.path, &file.name)?;
        context.check()?;
        let prepared = Prepared::new(&image.pixels, &context.progress);
        let candidates = prepared.segment(prompt, &context.progress)?;
        let object = candidates
            .into_iter()
            .find(|candidate| candidate.kind == CandidateKind::Object);
        let object = object
            .ok_or_else(|| ToolError::Nothing("Nothing was found at the points.".to_owned()))?;
        let output = context.output("mask", Some(&file.name), "png");
        media_image::write_png(
            &output.path,
            &DynamicImage::ImageLuma8(object.mask),
            &output.name,
        )?;
        Ok(Resource::Masks(vec![LabelledMask {
            file: output,
            label: None,
        }]))
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};
    use patchbay_domain::{Point, PointPrompt, Resource};
    use patchbay_test_support::noise;

    use crate::image::shared::testing::{Bench, open};

    #[test]
    fn mask_the_ball_that_i_clicked_on() {
        let bench = Bench::new();
        let scene = RgbImage::from_fn(240, 180, |x, y| {
            let ball = (x as f32 - 150.0).hypot(y as f32 - 90.0) < 45.0;
            let grain = noise(x, y, 10);
            let color = if ball { [200, 70, 50] } else { [70, 120, 150] };
            Rgb(color.map(|component| (component + grain) as u8))
        });
        let photo = bench.jpeg("photo.jpg", &scene);
        let point = |x, y| {
            let points = vec![Point {
                x,
                y,
                include: true,
            }];
            [
                ("image", photo.clone()),
                (
                    "point",
                    Resource::Points(PointPrompt {
                        points,
                        bounding_box: None,
                    }),
                ),
            ]
        };
        let result = bench.run("segment_by_points", point(140.0, 85.0)).unwrap();
        assert_eq!(
            (
                result.resource_type().as_str(),
                result.files()[0].name.as_str()
            ),
            ("mask", "photo_mask.png")
        );
        let mask = open(result.files()[0]).into_luma8();
        let wrong = mask
            .enumerate_pixels()
            .filter(|(x, y, p)| {
                (p[0] > 127) != ((*x as f32 - 150.0).hypot(*y as f32 - 90.0) < 45.0)
            })
            .count();
        assert!(wrong < 200, "{wrong} pixels are wrong");
        let error = bench
            .run("segment_by_points", point(240.0, 10.0))
            .unwrap_err()
            .to_string();
        assert!(error.contains("240 x 180"), "{error}");
    }
}
