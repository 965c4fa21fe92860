//! `image_leveling`: an image turned by a small angle and cut so that no corner is empty.

use patchbay_domain::{Resource, ResourceType};
use patchbay_media::image as media_image;
use patchbay_vision::turned::leveled;

use super::shared::changed;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// By so many degrees an image is turned at most.
const MOST: f32 = 45.0;

struct ImageLeveling;
inventory::submit!(Registered(&ImageLeveling));

impl Implementation for ImageLeveling {
    fn tool(&self) -> &'static str {
        "image_leveling"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let degrees = inputs.number("angle")?.map(|degrees| degrees as f32);
        let degrees = degrees.filter(|degrees| degrees.abs() < MOST).ok_or_else(|| {
            ToolError::Refused(
                "Say by how many degrees the picture is to be turned clockwise, such as 2 or -1.5; up to 45.".to_owned(),
            )
        })?;
        changed::each(inputs, context, ResourceType::IMAGE, |file, job| {
            let image = media_image::read(&file.path, &file.name)?;
            let level = leveled(&image.pixels, degrees, &|done| job.reach(0.1 + 0.8 * done))?;
            job.reach(0.9)?;
            changed::write(context, &image, &file.name, "leveled", &level)
        })
    }
}

#[cfg(test)]
mod tests {
    use image::{DynamicImage, GenericImageView, ImageBuffer, Rgb};

    use super::*;
    use crate::image::shared::testing::{Bench, open};

    #[test]
    fn a_picture_is_leveled_in_its_depth_without_empty_corners() {
        let bench = Bench::new();
        let deep = ImageBuffer::from_pixel(300, 200, Rgb([40_001_u16, 20_003, 9_001]));
        let photo = || bench.png("deep.png", &DynamicImage::ImageRgb16(deep.clone()));
        let values = [
            ("image", photo()),
            ("angle", Resource::Text("-3".to_owned())),
        ];
        let made = bench.run("image_leveling", values).unwrap();
        let DynamicImage::ImageRgb16(level) = open(made.files()[0]) else {
            panic!("16 bits and no transparency")
        };
        assert!(
            level.width() < 300 && level.width() > 270,
            "{}",
            level.width()
        );
        assert!(level.pixels().all(|pixel| pixel.0[0].abs_diff(40_001) < 3));
        assert!(DynamicImage::ImageRgb16(level).dimensions().1 < 200);
        assert!(bench.run("image_leveling", [("image", photo())]).is_err());
    }
}
