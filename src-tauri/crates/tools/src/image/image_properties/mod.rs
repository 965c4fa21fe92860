//! Tells what an image file is: size, format, colours, file size, and with which camera, when and
//! where it was taken, as far as the file says.

use image::{DynamicImage, ImageReader};
use patchbay_domain::{MediaFile, Resource};
use patchbay_media::image::{self as media_image, Animation};
use patchbay_values::times::clock;

use crate::image::shared::changed::for_each;
use crate::shared::properties::{Lines, degrees, size};
use crate::{Context, Implementation, Inputs, Registered, ToolError};

struct ImageProperties;
inventory::submit!(Registered(&ImageProperties));

impl Implementation for ImageProperties {
    fn tool(&self) -> &'static str {
        "image_properties"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let images = inputs.images("image")?;
        let told = for_each(&images, context, |_, image| tell(&image.file))?;
        let told: Vec<String> = told.into_iter().map(|(_, told)| told).collect();
        Ok(Resource::Text(told.join("\n\n")))
    }
}

fn tell(file: &MediaFile) -> Result<String, ToolError> {
    let image = media_image::read(&file.path, &file.name)?;
    let mut lines = Lines::of(file);
    lines.add("Kind", format!("{} picture", format_of(file)));
    let (width, height) = (image.pixels.width(), image.pixels.height());
    lines.add("Size", size(width, height));
    lines.add("Megapixels", megapixels(width, height));
    lines.add("Colours", colors(&image.pixels));
    if media_image::orientation(&file.path, &file.name)? > 1 {
        lines.add("Stored", "turned; it is shown upright");
    }
    if let Ok(Some(animation)) = Animation::open(&file.path, &file.name) {
        let length = clock(animation.seconds);
        lines.add("Frames", format!("{}, {length}", animation.frame_count));
    }
    lines.add_file_size(file)?;
    let shot = image.metadata.shot();
    lines.add_known("Taken", shot.taken);
    lines.add_known("Camera", shot.camera);
    let settings = [
        shot.lens,
        shot.focal_length,
        shot.aperture,
        shot.exposure,
        shot.sensitivity.map(|iso| format!("ISO {iso}")),
        shot.flash
            .and_then(|fired| fired.then(|| "with flash".to_owned())),
    ];
    let settings: Vec<String> = settings.into_iter().flatten().collect();
    lines.add_known(
        "Settings",
        (!settings.is_empty()).then(|| settings.join(", ")),
    );
    lines.add_known("Place", shot.place.map(degrees));
    lines.add_known("By", shot.author);
    lines.add_known("Rights", shot.copyright);
    lines.add_known("Written by", shot.software);
    Ok(lines.text())
}

/// `JPEG`.
fn format_of(file: &MediaFile) -> String {
    let format = ImageReader::open(&file.path)
        .and_then(ImageReader::with_guessed_format)
        .ok()
        .and_then(|reader| reader.format());
    format.map_or_else(
        || "unknown".to_owned(),
        |format| format!("{format:?}").to_uppercase(),
    )
}

fn megapixels(width: u32, height: u32) -> String {
    let millions = f64::from(width) * f64::from(height) / 1e6;
    if millions < 10.0 {
        format!("{millions:.2}")
    } else {
        format!("{millions:.0}")
    }
}

/// `colour, 8 bits, with transparency`.
fn colors(pixels: &DynamicImage) -> String {
    let color = pixels.color();
    let kind = if color.has_color() { "colour" } else { "grey" };
    let bits = u16::from(color.bytes_per_pixel()) * 8 / u16::from(color.channel_count());
    let alpha = if color.has_alpha() {
        ", with transparency"
    } else {
        ""
    };
    format!("{kind}, {bits} bits{alpha}")
}

#[cfg(test)]
mod tests {
    use ::image::{Rgb, RgbImage};

    use super::*;
    use crate::testing::{context, inputs};

    #[test]
    fn an_image_is_told_about_and_several_after_each_other() {
        let (context, folder) = context();
        let file = |name: &str, width: u32| {
            let path = folder.path().join(name);
            let pixels = RgbImage::from_pixel(width, 90, Rgb([200, 30, 30]));
            pixels.save(&path).expect("a file");
            MediaFile {
                path,
                name: name.to_owned(),
            }
        };
        let Resource::Images { kind, mut items } = Resource::image(file("couch.jpg", 160)) else {
            panic!("no images");
        };
        let Resource::Images { items: more, .. } = Resource::image(file("tall.png", 60)) else {
            panic!("no images");
        };
        items.extend(more);
        let inputs = inputs([("image", Resource::Images { kind, items })]);
        let told = ImageProperties.run(&inputs, &context).expect("a text");
        let told = told.as_text().expect("a text");
        for line in [
            "“couch.jpg”\nKind: JPEG picture\nSize: 160 × 90 pixels (16:9)",
            "Colours: colour, 8 bits",
            "\n\n“tall.png”\nKind: PNG picture\nSize: 60 × 90 pixels (2:3)",
            "File size: ",
        ] {
            assert!(told.contains(line), "{line} is not in\n{told}");
        }
        assert!(!told.contains("Camera"), "{told}");
    }
}
