//! `object_detection`, as far as it needs no downloaded model: faces, QR codes and bar codes.

mod model;

use patchbay_domain::{BoundingBox, Label, LabelledBox, Resource};
use patchbay_inference::Models;
use patchbay_media::image as media_image;
use patchbay_vision::codes::{self, Code, Kind};
use patchbay_vision::faces;
use patchbay_vision::pixels;

use crate::selection::shared::wish::is_about;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

const QR_CODE: &str = "QR code";
const BAR_CODE: &str = "bar code";

struct ObjectDetection;
inventory::submit!(Registered(&ObjectDetection));
inventory::submit!(Registered(&model::ObjectDetection));

impl Implementation for ObjectDetection {
    fn tool(&self) -> &'static str {
        "object_detection"
    }

    fn label(&self) -> &'static str {
        "faces, QR codes and bar codes only"
    }

    fn lacks_for(&self, _inputs: &Inputs, wanted: &[&str], _models: &Models) -> Option<String> {
        let other = wanted
            .iter()
            .find(|words| !is_about(words, &["face", QR_CODE, BAR_CODE]))?;
        Some(format!(
            "To find “{other}” a detection model is needed (DETR), and none is installed. Without one only faces, QR codes and \
             bar codes are found."
        ))
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let file = inputs.image("image")?;
        let image = media_image::read(&file.path, &file.name)?;
        context.check()?;
        let size = (image.pixels.width(), image.pixels.height());
        let shown = pixels::opaque(image.pixels, [1.0; 3]);
        let found = codes::find(&shown, &|done| {
            context.progress.set(0.7 * done);
            context.check()
        })?;
        let mut boxes: Vec<LabelledBox> = found
            .iter()
            .filter_map(|code| of_code(code, size))
            .collect();
        let faces = faces::find(&shown, &|_| context.check())?;
        boxes.extend(
            faces
                .into_iter()
                .filter_map(|bounds| boxed(bounds, "face", size)),
        );
        if boxes.is_empty() {
            return Err(ToolError::Missing(format!(
                "There is no face, QR code or bar code on “{}” that could be made out, and those are all that can be found \
                 without a model. To find people, animals and other things a detection model is needed (DETR), and none is \
                 installed.",
                file.name
            )));
        }
        context.progress.set(1.0);
        Ok(Resource::BoundingBoxes(boxes))
    }
}

fn of_code(code: &Code, size: (u32, u32)) -> Option<LabelledBox> {
    let (left, top, right, bottom) = code.bounds();
    let name = match code.kind {
        Kind::Square => QR_CODE,
        Kind::Bars => BAR_CODE,
    };
    boxed(
        BoundingBox::from_corners((left, top), (right, bottom)),
        name,
        size,
    )
}

/// A box with a name, cut to the image.
fn boxed(bounds: BoundingBox, name: &str, (width, height): (u32, u32)) -> Option<LabelledBox> {
    let (x, y, width, height) = bounds.clamp_to(width, height)?;
    Some(LabelledBox {
        bounding_box: BoundingBox {
            x: x as f32,
            y: y as f32,
            width: width as f32,
            height: height as f32,
        },
        label: Some(Label {
            name: name.to_owned(),
            score: None,
        }),
    })
}

#[cfg(test)]
mod tests {
    use image::{DynamicImage, GrayImage, Luma, imageops};
    use imageproc::filter::gaussian_blur_f32;
    use patchbay_test_support::noise;
    use patchbay_vision::editing::geometry;
    use patchbay_vision::masks::extent;
    use rxing::oned::{Code128Writer, EAN13Writer};
    use rxing::qrcode::QRCodeWriter;
    use rxing::{BarcodeFormat, Writer};

    use super::*;
    use crate::image::shared::testing::Bench;

    /// A code that fills so many pixels, with the white around it that it needs.
    fn code(
        writer: &dyn Writer,
        format: BarcodeFormat,
        content: &str,
        (width, height): (u32, u32),
    ) -> GrayImage {
        let bits = writer
            .encode(content, &format, width as i32, height as i32)
            .unwrap();
        GrayImage::from_fn(bits.width(), bits.height(), |x, y| {
            Luma([if bits.get(x, y) { 15 } else { 245 }])
        })
    }

    /// The dark places of a code as 255.
    fn dark(code: &GrayImage) -> GrayImage {
        GrayImage::from_fn(code.width(), code.height(), |x, y| {
            Luma([if code.get_pixel(x, y)[0] < 100 {
                255
            } else {
                0
            }])
        })
    }

    /// A grained grey wall with codes on it.
    fn wall(width: u32, height: u32, codes: &[(&GrayImage, i64, i64)]) -> DynamicImage {
        let mut wall =
            GrayImage::from_fn(width, height, |x, y| Luma([(150 + noise(x, y, 6)) as u8]));
        for &(code, x, y) in codes {
            imageops::replace(&mut wall, code, x, y);
        }
        for (x, y, pixel) in wall.enumerate_pixels_mut() {
            pixel[0] = (i32::from(pixel[0]) + noise(x + 7, y, 6)).clamp(0, 255) as u8;
        }
        // Not fast_blur, whose boxes are three pixels wide for a deviation this small.
        DynamicImage::ImageLuma8(gaussian_blur_f32(&wall, 0.6))
    }

    fn found(bench: &Bench, image: &DynamicImage) -> Vec<(String, BoundingBox)> {
        let photo = bench.png("photo.png", image);
        let Resource::BoundingBoxes(boxes) =
            bench.run("object_detection", [("image", photo)]).unwrap()
        else {
            panic!()
        };
        boxes
            .into_iter()
            .map(|found| (found.label.unwrap().name, found.bounding_box))
            .collect()
    }

    fn near(found: BoundingBox, (x, y, width, height): (f32, f32, f32, f32), most: f32) -> bool {
        let pairs = [
            (found.x, x),
            (found.y, y),
            (found.width, width),
            (found.height, height),
        ];
        pairs
            .iter()
            .all(|(found, wanted)| (found - wanted).abs() <= most)
    }

    #[test]
    fn find_the_codes_on_photo_png() {
        let bench = Bench::new();
        let qr = code(
            &QRCodeWriter,
            BarcodeFormat::QR_CODE,
            "https://example.org/a-page",
            (132, 132),
        );
        let ean = code(
            &EAN13Writer,
            BarcodeFormat::EAN_13,
            "4006381333931",
            (220, 60),
        );
        let image = wall(640, 420, &[(&qr, 30, 40), (&qr, 460, 200), (&ean, 60, 300)]);
        let found = found(&bench, &image);
        let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["QR code", "QR code", "bar code"]);
        for ((_, bounds), (code, x, y)) in
            found
                .iter()
                .zip([(&qr, 30.0, 40.0), (&qr, 460.0, 200.0), (&ean, 60.0, 300.0)])
        {
            let (left, top, width, height) = extent(&dark(code), 0).unwrap();
            let expected = (x + left as f32, y + top as f32, width as f32, height as f32);
            assert!(
                near(*bounds, expected, 6.0),
                "{bounds:?} is not {expected:?}"
            );
        }
    }

    #[test]
    fn faces_are_found_beside_codes() {
        let bench = Bench::new();
        let qr = code(
            &QRCodeWriter,
            BarcodeFormat::QR_CODE,
            "https://example.org",
            (120, 120),
        );
        let mut image = wall(500, 300, &[(&qr, 340, 60)]).into_rgb8();
        imageops::replace(&mut image, &patchbay_test_support::portrait(), 20, 20);
        let found = found(&bench, &image.into());
        let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["QR code", "face"]);
        assert!(
            near(found[1].1, (97.0, 88.0, 99.0, 99.0), 16.0),
            "{:?}",
            found[1]
        );
    }

    #[test]
    fn slanted_upside_down_and_inverted_codes_are_found() {
        let bench = Bench::new();
        let bars = code(
            &Code128Writer,
            BarcodeFormat::CODE_128,
            "PATCH-42",
            (280, 90),
        );
        let flat = wall(480, 360, &[(&bars, 100, 130)]);
        for degrees in [90.0, 180.0, 40.0, -55.0] {
            let turned = geometry::rotate(flat.clone(), degrees, &|_| Ok(())).unwrap();
            let found = found(&bench, &pixels::opaque(turned, [0.6; 3]));
            assert_eq!(
                found
                    .iter()
                    .map(|(name, _)| name.as_str())
                    .collect::<Vec<_>>(),
                ["bar code"],
                "{degrees} degrees"
            );
        }
        let mut qr = code(
            &QRCodeWriter,
            BarcodeFormat::QR_CODE,
            "dark side",
            (120, 120),
        );
        imageops::invert(&mut qr);
        assert_eq!(
            found(&bench, &wall(300, 300, &[(&qr, 90, 80)]))[0].0,
            "QR code"
        );
    }

    #[test]
    fn an_image_without_codes_says_what_is_looked_for() {
        let bench = Bench::new();
        for (width, height) in [(300, 200), (1, 1), (2, 90)] {
            let photo = bench.png("street.png", &wall(width, height, &[]));
            let error = bench
                .run("object_detection", [("image", photo)])
                .unwrap_err();
            assert!(matches!(error, ToolError::Missing(_)));
            let told = error.to_string();
            assert!(
                told.contains("street.png") && told.contains("QR code") && told.contains("DETR"),
                "{told}"
            );
        }
    }
}
