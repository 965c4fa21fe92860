//! `optical_character_recognition`: reads the text on images with Tesseract, where that program is
//! installed.

mod answer;
mod builtin;
mod layout;
mod model;
mod tesseract;
mod words;

use patchbay_domain::Resource;
use patchbay_inference::Models;

use crate::{Context, Implementation, Inputs, Registered, ToolError};
use builtin::read_all;
use tesseract::{Tesseract, install_hint};

struct OpticalCharacterRecognition;
inventory::submit!(Registered(&OpticalCharacterRecognition));
inventory::submit!(Registered(&model::OpticalCharacterRecognition));

impl Implementation for OpticalCharacterRecognition {
    fn tool(&self) -> &'static str {
        "optical_character_recognition"
    }

    fn label(&self) -> &'static str {
        "Tesseract"
    }

    fn missing(&self, _: &Models) -> Option<String> {
        let hint = install_hint("tesseract-ocr", "tesseract tesseract-lang");
        let more = "Other languages than English are packages of their own, such as tesseract-ocr-deu for German.";
        Tesseract::installed()
            .is_none()
            .then(|| format!("To read text the program Tesseract is needed, and it is not installed. {hint} {more}"))
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let program = Tesseract::installed()
            .ok_or_else(|| ToolError::Missing(self.missing(&context.models).unwrap_or_default()))?;
        let spoken = ["LC_ALL", "LC_CTYPE", "LANG"]
            .iter()
            .find_map(|name| std::env::var(name).ok());
        let tesseract = Tesseract::new(program, &spoken.unwrap_or_default(), context)?;
        read_all(&tesseract, inputs, context)
    }
}

#[cfg(test)]
mod testing {
    use image::{DynamicImage, RgbImage, Rgba, RgbaImage, imageops};
    use patchbay_vision::labels;

    /// A sign with words, dark on yellow.
    pub(super) fn sign(words: &str, letter_height: f32) -> RgbImage {
        let tag = labels::tag(words, letter_height, [240, 228, 66], 2000);
        let mut image = RgbaImage::from_pixel(
            tag.width() + 80,
            tag.height() + 80,
            Rgba([240, 228, 66, 255]),
        );
        imageops::replace(&mut image, &tag, 40, 40);
        DynamicImage::ImageRgba8(image).into_rgb8()
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::testing::sign;
    use super::*;
    use crate::image::shared::testing::Bench;
    use crate::registry;

    #[test]
    fn read_the_text_in_photo_jpg() {
        let bench = Bench::new();
        let tools = registry::implementations("optical_character_recognition");
        let tool = tools
            .iter()
            .find(|implementation| !implementation.has_model())
            .unwrap();
        if let Some(missing) = tool.missing(&Models::none()) {
            assert!(
                missing.contains("Tesseract") && missing.contains("nstall"),
                "{missing}"
            );
            return;
        }
        let photo = bench.jpeg("photo.jpg", &sign("OPEN DAILY 2026", 36.0));
        let text = bench
            .run("optical_character_recognition", [("image", photo)])
            .unwrap()
            .as_text()
            .unwrap();
        assert_eq!(
            text.split_whitespace().collect::<Vec<_>>(),
            ["OPEN", "DAILY", "2026"]
        );
        let even = bench.png(
            "wall.png",
            &RgbImage::from_pixel(300, 200, Rgb([120, 90, 60])).into(),
        );
        let told = bench
            .run("optical_character_recognition", [("image", even)])
            .unwrap_err()
            .to_string();
        assert!(
            told.contains("No text") && told.contains("wall.png"),
            "{told}"
        );
    }
}
