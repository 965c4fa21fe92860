//! `image_rounding`: round corners, or an image cut to a circle or an ellipse.

use patchbay_domain::{Resource, ResourceType};
use patchbay_media::image as media_image;
use patchbay_vision::rounding::{Outline, rounded};

use super::shared::changed;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// The radius of corners where none is set, in percent of the shorter side.
const USUAL_RADIUS: f32 = 10.0;

struct ImageRounding;
inventory::submit!(Registered(&ImageRounding));

impl Implementation for ImageRounding {
    fn tool(&self) -> &'static str {
        "image_rounding"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let radius = inputs.number("radius")?.map(|percent| percent as f32);
        let outline = match inputs.value("shape").as_deref() {
            Some("circle") => Outline::Circle,
            Some("ellipse") => Outline::Ellipse,
            _ => Outline::Corners(radius.unwrap_or(USUAL_RADIUS).clamp(0.0, 50.0) / 100.0),
        };
        let ground = inputs.color("outside")?;
        changed::each(inputs, context, ResourceType::IMAGE, |file, job| {
            let image = media_image::read(&file.path, &file.name)?;
            job.reach(0.3)?;
            let made = rounded(&image.pixels, outline, ground);
            job.reach(0.8)?;
            changed::write(context, &image, &file.name, "rounded", &made)
        })
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;
    use crate::image::shared::testing::{Bench, open};

    #[test]
    fn a_jpeg_becomes_clear_in_its_corners_or_takes_a_colour_there() {
        let bench = Bench::new();
        let photo = || bench.jpeg("me.jpg", &RgbImage::from_pixel(120, 80, Rgb([30, 90, 160])));
        let text = |value: &str| Resource::Text(value.to_owned());
        let round = bench
            .run(
                "image_rounding",
                [("image", photo()), ("radius", text("25"))],
            )
            .unwrap();
        assert_eq!(round.files()[0].name, "me_rounded.png");
        let pixels = open(round.files()[0]).into_rgba8();
        assert_eq!(
            (pixels.get_pixel(0, 0)[3], pixels.get_pixel(60, 0)[3]),
            (0, 255)
        );
        let values = [
            ("image", photo()),
            ("shape", text("circle")),
            ("outside", text("#ff0000")),
        ];
        let circle = bench.run("image_rounding", values).unwrap();
        assert_eq!(circle.files()[0].name, "me_rounded.jpg");
        let pixels = open(circle.files()[0]).into_rgb8();
        assert_eq!(pixels.dimensions(), (80, 80));
        assert!(pixels.get_pixel(1, 1)[0] > 230 && pixels.get_pixel(40, 40)[2] > 140);
    }
}
