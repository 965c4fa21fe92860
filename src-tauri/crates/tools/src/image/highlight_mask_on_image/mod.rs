//! `highlight_mask_on_image`: tints what masks cover and draws their outlines, with their labels.

use image::{GrayImage, Luma};
use imageproc::distance_transform::Norm;
use imageproc::morphology;
use patchbay_domain::Resource;
use patchbay_media::image as media_image;
use patchbay_vision::masks::extent;
use patchbay_vision::{labels, pixels};

use super::shared::{changed, masks};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct HighlightMaskOnImage;
inventory::submit!(Registered(&HighlightMaskOnImage));

/// Opacity of the colour over what a mask covers.
const TINT: f32 = 0.42;

impl Implementation for HighlightMaskOnImage {
    fn tool(&self) -> &'static str {
        "highlight_mask_on_image"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let file = inputs.image("image")?;
        let given = inputs.masks("mask")?;
        let image = media_image::read(&file.path, &file.name)?;
        let mut drawn = pixels::with_color(image.pixels.clone());
        let (width, height) = (drawn.width(), drawn.height());
        let stroke = (width.max(height) as f32 / 400.0).round().clamp(2.0, 60.0) as u8;
        for (index, wanted) in given.iter().enumerate() {
            context.step(index, given.len())?;
            let mask = masks::read(wanted, &file.name, &image.pixels)?;
            let color = labels::COLORS[index % labels::COLORS.len()];
            let [r, g, b] = pixels::unit(color);
            let tint = GrayImage::from_fn(width, height, |x, y| {
                Luma([(TINT * f32::from(mask.get_pixel(x, y)[0])) as u8])
            });
            drawn = pixels::blend(&drawn, (0, 0), &tint, |_, _| [r, g, b, 1.0]);
            context.check()?;
            drawn = pixels::blend(&drawn, (0, 0), &outline(&mask, stroke), |_, _| {
                [r, g, b, 1.0]
            });
            if let (Some(label), Some((left, top, ..))) = (&wanted.label, extent(&mask, 0)) {
                let tag = labels::tag(
                    &label.name,
                    labels::letter_height(width, height),
                    color,
                    width,
                );
                let corner = (
                    left.min(width - tag.width()),
                    top.min(height.saturating_sub(tag.height())),
                );
                let cover =
                    GrayImage::from_pixel(tag.width(), tag.height().min(height), Luma([255]));
                drawn = pixels::blend(&drawn, corner, &cover, |x, y| {
                    tag.get_pixel(x, y)
                        .0
                        .map(|component| f32::from(component) / 255.0)
                });
            }
        }
        let output = changed::write(context, &image, &file.name, "highlighted", &drawn)?;
        context.progress.set(1.0);
        Ok(Resource::image(output))
    }
}

/// The pixels within `stroke` of the mask's edge, inside it.
fn outline(mask: &GrayImage, stroke: u8) -> GrayImage {
    let inside = GrayImage::from_fn(mask.width(), mask.height(), |x, y| {
        Luma([if mask.get_pixel(x, y)[0] > 127 {
            255
        } else {
            0
        }])
    });
    let core = morphology::erode(&inside, Norm::L2, stroke);
    GrayImage::from_fn(mask.width(), mask.height(), |x, y| {
        Luma([inside.get_pixel(x, y)[0].saturating_sub(core.get_pixel(x, y)[0])])
    })
}

#[cfg(test)]
mod tests {
    use image::{GenericImageView, GrayImage, Luma, Rgb, RgbImage};
    use patchbay_vision::labels;

    use crate::image::shared::testing::{Bench, open};

    #[test]
    fn show_the_mask_on_photo_jpg() {
        let bench = Bench::new();
        let photo = bench.jpeg("photo.jpg", &RgbImage::from_pixel(200, 150, Rgb([100; 3])));
        let mask = GrayImage::from_fn(200, 150, |x, y| {
            Luma([if (50..150).contains(&x) && (40..110).contains(&y) {
                255
            } else {
                0
            }])
        });
        let result = bench
            .run(
                "highlight_mask_on_image",
                [("image", photo), ("mask", bench.mask("m.png", mask))],
            )
            .unwrap();
        let drawn = open(result.files()[0]);
        let [r, ..] = labels::COLORS[0];
        assert!(
            drawn.get_pixel(20, 20)[0].abs_diff(100) < 6,
            "outside nothing changes"
        );
        let inside = drawn.get_pixel(100, 75)[0];
        assert!(
            inside > 140 && inside < r - 40,
            "tinted, and the picture shines through: {inside}"
        );
        assert!(drawn.get_pixel(50, 75)[0] > r - 30, "outlined");
    }
}
