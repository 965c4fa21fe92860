//! `text_image_editing`: does what a sentence says, as far as it names adjustments that need no model.

use patchbay_domain::{LabelledImage, Resource, ResourceType};
use patchbay_media::image as pictures;

use super::editing::words;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct TextImageEditing;
inventory::submit!(Registered(&TextImageEditing));

/// What to say to someone whose words were not understood.
const KNOWN: &str = "brighter, more contrast, warmer, black and white, sepia, blur, sharpen, vignette, rotate 90 degrees, \
    mirror, resize to 1200 wide, crop to 16:9, add a white border";

impl Implementation for TextImageEditing {
    fn tool(&self) -> &'static str {
        "text_image_editing"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let images = inputs.images("image")?;
        let adjustments = words::adjustments(&inputs.text("text")?).map_err(|part| {
            ToolError::Missing(format!(
                "To do “{part}” a model that edits pictures by words is needed (InstructPix2Pix), and none is installed. \
                 Without one you can ask for: {KNOWN}."
            ))
        })?;
        let steps = images.len() * (adjustments.len() + 2);
        let mut items = Vec::with_capacity(images.len());
        for (index, LabelledImage { file, label }) in images.iter().enumerate() {
            let begun = index * (adjustments.len() + 2);
            context.step(begun, steps)?;
            let picture = pictures::read(&file.path, &file.name)?;
            let mut pixels = picture.pixels.clone();
            for (done, adjustment) in adjustments.iter().enumerate() {
                context.step(begun + 1 + done, steps)?;
                pixels = adjustment.apply(pixels);
            }
            context.step(begun + 1 + adjustments.len(), steps)?;
            let encoding = picture.encoding_for(&pixels);
            let output = context.output("edited", Some(&file.name), encoding.extension());
            pictures::write_like(&picture, &output.path, &pixels, encoding, &output.name)?;
            items.push(LabelledImage { file: output, label: label.clone() });
        }
        context.progress.set(1.0);
        Ok(Resource::Images { kind: ResourceType::IMAGE, items })
    }
}

#[cfg(test)]
mod tests {
    use image::{DynamicImage, GenericImageView, Rgb, RgbImage};
    use patchbay_domain::Resource;

    use crate::ToolError;
    use crate::image::testing::{Bench, open};

    /// Red at the left, blue at the right, lighter towards the bottom.
    fn scene() -> RgbImage {
        RgbImage::from_fn(120, 80, |x, y| {
            let light = (40 + y) as u8;
            if x < 60 { Rgb([light + 80, light, light]) } else { Rgb([light, light, light + 80]) }
        })
    }

    fn edit(bench: &Bench, photo: &Resource, sentence: &str) -> DynamicImage {
        let inputs = [("image", photo.clone()), ("text", Resource::Text(sentence.to_owned()))];
        let result = bench.run("text_image_editing", inputs).unwrap_or_else(|error| panic!("{sentence}: {error}"));
        open(result.files()[0])
    }

    fn mean(pixels: &DynamicImage) -> f64 {
        let grey = pixels.to_luma8();
        grey.pixels().map(|p| f64::from(p[0])).sum::<f64>() / grey.len() as f64
    }

    #[test]
    fn make_photo_jpg_black_and_white_and_rotate_it_90_degrees() {
        let bench = Bench::new();
        let photo = bench.jpeg("photo.jpg", &scene());
        let inputs = [
            ("image", photo),
            ("text", Resource::Text("make photo.jpg black and white and rotate it 90 degrees".to_owned())),
        ];
        let result = bench.run("text_image_editing", inputs).unwrap();
        assert_eq!(result.files()[0].name, "photo_edited.jpg");
        let edited = open(result.files()[0]).into_rgb8();
        assert_eq!(edited.dimensions(), (80, 120));
        assert!(edited.pixels().all(|p| p[0].abs_diff(p[1]) < 4 && p[1].abs_diff(p[2]) < 4));
        // Clockwise: the light bottom is now at the left.
        assert!(edited.get_pixel(4, 20)[0] > edited.get_pixel(75, 20)[0] + 40);
    }

    #[test]
    fn words_do_what_they_say() {
        let bench = Bench::new();
        let photo = bench.png("photo.png", &scene().into());
        let before = mean(&scene().into());
        let share = mean(&edit(&bench, &photo, "brightness +20 %")) / before;
        assert!((1.12..1.22).contains(&share), "{share}");
        let share = mean(&edit(&bench, &photo, "make it 50% darker")) / before;
        assert!((0.48..0.52).contains(&share), "{share}");
        let warm = edit(&bench, &photo, "warmer");
        assert!((mean(&warm) / before - 1.0).abs() < 0.02);
        assert!(warm.get_pixel(90, 40)[2] < scene().get_pixel(90, 40)[2]);
        assert_eq!(edit(&bench, &photo, "mirror it").get_pixel(0, 0), photo_pixel(119, 0));
        assert_eq!(edit(&bench, &photo, "turn it upside down").get_pixel(0, 0), photo_pixel(119, 79));
        assert_eq!(edit(&bench, &photo, "rotate it to the left").get_pixel(0, 0), photo_pixel(119, 0));
        assert_eq!(edit(&bench, &photo, "resize it to 60 wide").dimensions(), (60, 40));
        assert_eq!(edit(&bench, &photo, "crop to a square").dimensions(), (80, 80));
        let framed = edit(&bench, &photo, "add a white border");
        assert_eq!((framed.dimensions(), framed.get_pixel(1, 1).0), ((126, 86), [255; 4]));
        assert_eq!(framed.get_pixel(3, 3), photo_pixel(0, 0));
        assert_eq!(edit(&bench, &photo, "invert it and invert it again").into_rgb8(), scene());
        let blocks = edit(&bench, &photo, "pixelate it").into_rgb8();
        assert_eq!(blocks.get_pixel(0, 0), blocks.get_pixel(1, 1));
        let soft = edit(&bench, &photo, "blur it a lot").into_rgb8();
        assert!(soft.get_pixel(60, 40)[0] > scene().get_pixel(60, 40)[0] + 10, "the sharp edge is soft");
    }

    fn photo_pixel(x: u32, y: u32) -> image::Rgba<u8> {
        DynamicImage::ImageRgb8(scene()).get_pixel(x, y)
    }

    #[test]
    fn a_slight_turn_keeps_corners_clear_and_edges_clean() {
        let bench = Bench::new();
        let photo = bench.jpeg("photo.jpg", &RgbImage::from_pixel(90, 60, Rgb([240, 240, 240])));
        let turned = edit(&bench, &photo, "rotate it 10 degrees").into_rgba8();
        assert!(turned.width() > 90 && turned.get_pixel(0, 0)[3] == 0);
        assert!(turned.pixels().filter(|p| p[3] > 0).all(|p| p[0] > 235), "a dark rim");
    }

    #[test]
    fn sixteen_bits_stay() {
        let bench = Bench::new();
        let photo = bench.png("deep.png", &DynamicImage::ImageRgb16(DynamicImage::ImageRgb8(scene()).into_rgb16()));
        for sentence in ["brighter", "blur it", "sharpen it", "rotate it", "add a black border", "vignette", "half size"] {
            assert!(matches!(edit(&bench, &photo, sentence), DynamicImage::ImageRgb16(_)), "{sentence}");
        }
    }

    #[test]
    fn what_needs_a_model_is_told_with_what_can_be_done() {
        let bench = Bench::new();
        let photo = bench.png("photo.png", &scene().into());
        let inputs = [("image", photo), ("text", Resource::Text("make it sepia and give the dog a hat".to_owned()))];
        let error = bench.run("text_image_editing", inputs).unwrap_err();
        assert!(matches!(error, ToolError::Missing(_)));
        let told = error.to_string();
        assert!(told.contains("give the dog a hat") && told.contains("InstructPix2Pix") && told.contains("black and white"));
    }
}
