//! `photo_extraction`: the photos on a scan as images of their own, upright.

use patchbay_domain::{LabelledImage, Resource, ResourceType};
use patchbay_media::image as media_image;
use patchbay_vision::scans::photos;
use patchbay_vision::turned::upright;

use super::shared::changed;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct PhotoExtraction;
inventory::submit!(Registered(&PhotoExtraction));

impl Implementation for PhotoExtraction {
    fn tool(&self) -> &'static str {
        "photo_extraction"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let images = inputs.images("image")?;
        let made = changed::for_each(&images, context, |_, LabelledImage { file, .. }| {
            let scan = media_image::read(&file.path, &file.name)?;
            context.check()?;
            let found = photos(&scan.pixels);
            if found.is_empty() {
                return Err(ToolError::Nothing(format!(
                    "No photos were found on “{}”: they have to lie apart from each other on a plain ground.",
                    file.name
                )));
            }
            let digits = found.len().to_string().len();
            let mut parts = Vec::with_capacity(found.len());
            for (number, part) in found.iter().enumerate() {
                let photo = upright(&scan.pixels, *part, &|_| context.check())?;
                let operation = format!("photo-{:0digits$}", number + 1);
                let file = changed::write(context, &scan, &file.name, &operation, &photo)?;
                parts.push(LabelledImage { file, label: None });
            }
            Ok(parts)
        })?;
        Ok(Resource::Images {
            kind: ResourceType::IMAGE,
            items: made.into_iter().flat_map(|(_, parts)| parts).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use image::{GenericImage, GenericImageView, Rgb, RgbImage};

    use crate::image::shared::testing::{Bench, open};

    #[test]
    fn each_photo_on_a_scan_becomes_a_file_and_a_scan_without_any_is_told() {
        let bench = Bench::new();
        let mut scan = RgbImage::from_pixel(800, 1000, Rgb([249, 248, 246]));
        for (left, top, width, height, color) in [
            (60, 70, 300, 200, [190, 110, 40]),
            (430, 90, 280, 370, [40, 100, 170]),
            (90, 560, 420, 300, [60, 140, 60]),
        ] {
            scan.copy_from(&RgbImage::from_pixel(width, height, Rgb(color)), left, top)
                .unwrap();
        }
        let made = bench
            .run(
                "photo_extraction",
                [("image", bench.png("page.png", &scan.into()))],
            )
            .unwrap();
        let names: Vec<_> = made.files().iter().map(|file| file.name.clone()).collect();
        assert_eq!(
            names,
            ["page_photo-1.png", "page_photo-2.png", "page_photo-3.png"]
        );
        for (file, (size, color)) in made.files().iter().zip([
            ((300, 200), [190, 110, 40]),
            ((280, 370), [40, 100, 170]),
            ((420, 300), [60, 140, 60]),
        ]) {
            let photo = open(file);
            let (width, height) = photo.dimensions();
            assert!(
                width.abs_diff(size.0) < 5 && height.abs_diff(size.1) < 5,
                "{width} x {height}"
            );
            assert_eq!(photo.to_rgb8().get_pixel(width / 2, height / 2).0, color);
        }
        let empty = RgbImage::from_pixel(400, 300, Rgb([250; 3]));
        let error = bench.run(
            "photo_extraction",
            [("image", bench.png("empty.png", &empty.into()))],
        );
        assert!(error.unwrap_err().to_string().contains("empty.png"));
    }
}
