//! `image_captioning`: describes an image by what can be measured (size, light, colours, sharpness,
//! transparency, faces), and says that it does: what else the image shows is for a model to say.

mod model;

use image::DynamicImage;
use patchbay_domain::Resource;
use patchbay_media::image as media_image;
use patchbay_vision::faces;
use patchbay_vision::measured::Measured;

use crate::image::shared::changed::for_each;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct ImageCaptioning;
inventory::submit!(Registered(&ImageCaptioning));
inventory::submit!(Registered(&model::ImageCaptioning));

impl Implementation for ImageCaptioning {
    fn tool(&self) -> &'static str {
        "image_captioning"
    }

    fn label(&self) -> &'static str {
        "measured"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let images = inputs.images("image")?;
        let captions = for_each(&images, context, |_, image| {
            let decoded = media_image::read(&image.file.path, &image.file.name)?;
            let faces = faces::find(&decoded.pixels, &|_| context.check())?.len();
            Ok(describe(&decoded.pixels, faces))
        })?;
        if let ([(_, caption)], 1) = (captions.as_slice(), images.len()) {
            return Ok(Resource::Text(format!(
                "{caption} (Measured; no model has looked at what else it shows.)"
            )));
        }
        let lines: Vec<String> = captions
            .iter()
            .map(|(image, caption)| format!("{}: {caption}", image.file.name))
            .collect();
        Ok(Resource::Text(format!(
            "{}\n(Measured; no model has looked at what else they show.)",
            lines.join("\n")
        )))
    }
}

/// One sentence about an image with so many faces.
fn describe(pixels: &DynamicImage, faces: usize) -> String {
    let measured = Measured::of(pixels);
    let mut parts = vec![measured.light_in_words().to_owned()];
    parts.extend(measured.contrast_in_words().map(str::to_owned));
    parts.push(format!("mostly {}", measured.colors_in_words()));
    parts.push(measured.sharpness_in_words().to_owned());
    if measured.clear > 0.005 {
        parts.push(format!(
            "{:.0} % transparent",
            (measured.clear * 100.0).max(1.0)
        ));
    }
    let (shape, width, height) = (measured.shape(), measured.width, measured.height);
    let of_faces = match faces {
        0 => String::new(),
        1 => " with one face".to_owned(),
        faces => format!(" with {faces} faces"),
    };
    format!(
        "A {shape} picture of {width} x {height} pixels{of_faces}: {}.",
        parts.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use image::{DynamicImage, Rgb, RgbImage, Rgba, RgbaImage};
    use patchbay_domain::Resource;

    use crate::image::shared::testing::Bench;

    fn caption(pixels: DynamicImage) -> String {
        let bench = Bench::new();
        let photo = bench.png("photo.png", &pixels);
        let Ok(Resource::Text(text)) = bench.run("image_captioning", [("image", photo)]) else {
            panic!("no text")
        };
        text
    }

    #[test]
    fn describe_photo_png() {
        let night = RgbImage::from_fn(320, 180, |x, y| {
            if x / 40 % 4 == 0 && y > 90 {
                Rgb([90, 10, 10])
            } else {
                Rgb([8, 10, 40])
            }
        });
        let text = caption(night.into());
        for part in [
            "landscape",
            "320 x 180",
            "very dark",
            "blue",
            "sharp",
            "Measured",
        ] {
            assert!(text.contains(part), "{part} is missing in: {text}");
        }
        assert!(
            !text.contains("transparent") && !text.contains("face"),
            "{text}"
        );
        let text = caption(patchbay_test_support::portrait().into());
        assert!(
            text.contains("square picture of 256 x 256 pixels with one face: "),
            "{text}"
        );
    }

    #[test]
    fn it_sees_softness_transparency_and_shape() {
        let ramp = RgbImage::from_fn(200, 300, |x, _| {
            Rgb([(x + 40) as u8, (x + 40) as u8, (x + 40) as u8])
        });
        let text = caption(ramp.into());
        assert!(
            text.contains("portrait") && text.contains("grey") && text.contains("soft"),
            "{text}"
        );
        let sticker = RgbaImage::from_fn(100, 100, |x, _| {
            if x < 50 {
                Rgba([250, 210, 20, 255])
            } else {
                Rgba([0; 4])
            }
        });
        let text = caption(sticker.into());
        assert!(
            text.contains("square") && text.contains("yellow") && text.contains("50 % transparent"),
            "{text}"
        );
        assert!(caption(RgbImage::from_pixel(1, 1, Rgb([255; 3])).into()).contains("very bright"));
    }
}
