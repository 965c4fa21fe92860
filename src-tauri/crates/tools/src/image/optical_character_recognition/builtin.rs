//! Reads images with Tesseract: each as it reads best, in up to three looks.

use std::path::Path;

use image::DynamicImage;
use patchbay_domain::{LabelledImage, Resource};
use patchbay_media::image as media_image;
use patchbay_vision::pixels;

use super::answer;
use super::tesseract::{Layout, Tesseract};
use super::words::Reading;
use crate::image::shared::changed::for_each;
use crate::{Context, Inputs, ToolError};

/// Mean certainty of a look from which on no second one is taken.
const CERTAIN: f32 = 0.75;
/// The longer side, in pixels, that images are enlarged towards and made no larger than: letters
/// should be 20 to 40 pixels high (Tesseract's manual, "Improving the quality of the output").
const COMFORTABLE: u32 = 1800;
const LARGEST: u32 = 5000;
const MOST_ENLARGED: u32 = 3;

/// The text on every image of the input `image`.
pub(super) fn read_all(
    tesseract: &Tesseract,
    inputs: &Inputs,
    context: &Context,
) -> Result<Resource, ToolError> {
    let images = inputs.images("image")?;
    let texts = for_each(&images, context, |index, image| {
        let decoded = media_image::read(&image.file.path, &image.file.name)?;
        let copy = context.output("to-read", None, "png");
        media_image::write_png(&copy.path, &readable(decoded.pixels), &copy.name)?;
        context
            .progress
            .set((index as f64 + 0.2) / images.len() as f64);
        let reading = read(tesseract, &copy.path, context);
        // The copy is in the step's own folder, which goes with the step where this fails.
        let _ = std::fs::remove_file(&copy.path);
        Ok(reading?.text())
    })?;
    answer::answer(images.len(), &texts).ok_or_else(|| nothing_read(tesseract, &images))
}

fn nothing_read(tesseract: &Tesseract, images: &[LabelledImage]) -> ToolError {
    ToolError::Input(format!(
        "No text can be made out on {}. Tesseract looked for {}; if the text is in another language, install that one; \
         if it is small or slanted, crop to it first.",
        answer::names(images),
        tesseract.languages()
    ))
}

/// The best of up to three looks: as a page, as a page that may lie on its side, and for words here
/// and there.
fn read(tesseract: &Tesseract, image: &Path, context: &Context) -> Result<Reading, ToolError> {
    let mut best = tesseract.look(image, Layout::Page, context)?;
    for layout in [Layout::TurnedPage, Layout::Strewn] {
        if best.certainty >= CERTAIN && best.worth >= 1.0 {
            break;
        }
        if layout == Layout::TurnedPage && !tesseract.finds_orientation {
            continue;
        }
        // Too little text to tell its direction by makes the program fail; it is no reason to give
        // up.
        match tesseract.look(image, layout, context) {
            Ok(found) if found.worth > 1.1 * best.worth => best = found,
            Err(ToolError::Cancelled) => return Err(ToolError::Cancelled),
            _ => {}
        }
    }
    Ok(best)
}

/// The image as Tesseract reads best: grey, on white (on black where what can be seen of it is
/// light), large enough.
fn readable(image: DynamicImage) -> DynamicImage {
    let image = if image.color().has_alpha() {
        let visible = image.to_luma_alpha8();
        let (light, total) = visible
            .pixels()
            .fold((0_u64, 1_u64), |(light, total), pixel| {
                (
                    light + u64::from(pixel[0]) * u64::from(pixel[1]),
                    total + u64::from(pixel[1]),
                )
            });
        pixels::opaque(image, [if light > 170 * total { 0.0 } else { 1.0 }; 3])
    } else {
        image
    };
    let grey = DynamicImage::ImageLuma8(image.into_luma8());
    let longer = grey.width().max(grey.height());
    let factor = (COMFORTABLE / longer).clamp(1, MOST_ENLARGED);
    let (width, height) =
        media_image::fit_within(factor * grey.width(), factor * grey.height(), LARGEST);
    media_image::resize(&grey, width, height)
}

#[cfg(test)]
mod tests {
    use image::{Rgba, RgbaImage};

    use super::super::testing::sign;
    use super::*;
    use crate::image::shared::testing::Bench;
    use crate::shared::program;

    /// A stand-in for the program that prints what a script says.
    #[cfg(unix)]
    fn stand_in(bench: &Bench, script: &str) -> Tesseract {
        let context = bench.context();
        let (source, file) = (
            context.folder.join("script"),
            context.folder.join("tesseract"),
        );
        let languages = "if [ \"$1\" = --list-langs ]; then printf 'List of available languages (4):\\ndeu\\neng\\nosd\\nscript/Latin\\n'; exit; fi";
        std::fs::write(&source, format!("#!/bin/sh\n{languages}\n{script}\n")).unwrap();
        // Copied by another process: a file that this one wrote may still be open in a child of a
        // test beside this one.
        let install = program::find("install", &[]).unwrap();
        program::run(
            &install,
            &[
                "-m".as_ref(),
                "755".as_ref(),
                source.as_os_str(),
                file.as_os_str(),
            ],
            &context,
        )
        .unwrap();
        Tesseract::new(file, "de_DE.UTF-8", &context).unwrap()
    }

    #[cfg(unix)]
    #[test]
    fn the_program_gets_its_arguments_and_the_best_look_is_kept() {
        let bench = Bench::new();
        let script = "[ -f \"$1\" ] && [ \"$2 $3 $4 $5 $7\" = 'stdout -l deu+eng --psm tsv' ] || { echo \"$*\" >&2; exit 1; }\n\
            case $6 in 1) exit 1;; 11) printf '5\\t1\\t1\\t1\\t1\\t1\\t9\\t9\\t90\\t20\\t93\\tEXIT\\n';; \
            *) printf '5\\t1\\t1\\t1\\t1\\t1\\t9\\t9\\t90\\t20\\t20\\tx1t\\n';; esac";
        let tesseract = stand_in(&bench, script);
        assert_eq!(tesseract.languages(), "German and English");
        let photo = bench.png("it's; a $(photo).png", &sign("EXIT", 20.0).into());
        let context = bench.context();
        let inputs = crate::testing::inputs([("image", photo)]);
        assert_eq!(
            read_all(&tesseract, &inputs, &context),
            Ok(Resource::Text("EXIT".to_owned()))
        );
        assert_eq!(
            std::fs::read_dir(&context.folder).unwrap().count(),
            0,
            "the copy is left behind"
        );
        let silent = stand_in(&bench, "exit 0");
        let told = read_all(&silent, &inputs, &context)
            .unwrap_err()
            .to_string();
        assert!(
            told.contains("$(photo).png") && told.contains("German and English"),
            "{told}"
        );
    }

    #[test]
    fn light_letters_on_nothing_stay_readable() {
        let sticker = RgbaImage::from_fn(60, 20, |x, _| {
            Rgba([255, 255, 255, if x % 6 < 2 { 255 } else { 0 }])
        });
        let grey = readable(sticker.into()).into_luma8();
        assert_eq!(grey.dimensions(), (180, 60));
        let (least, most) = grey.pixels().fold((255, 0), |(least, most), p| {
            (p[0].min(least), p[0].max(most))
        });
        assert!(least < 30 && most > 220, "{least} to {most}");
        let large = DynamicImage::new_rgb8(6000, 30);
        assert_eq!(readable(large).width(), LARGEST);
    }
}
