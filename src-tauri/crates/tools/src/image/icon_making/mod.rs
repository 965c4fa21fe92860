//! `icon_making`: an icon file (ICO) of an image in several sizes.

use std::fs::File;
use std::io::BufWriter;

use image::codecs::ico::{IcoEncoder, IcoFrame};
use image::{DynamicImage, ExtendedColorType, RgbaImage, imageops};
use patchbay_domain::{MediaFile, Resource, ResourceType};
use patchbay_media::MediaError;
use patchbay_media::image::{converted, read_sized, resize};

use super::shared::changed;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// The sizes where none are set: those of a favicon.
const USUAL_SIZES: [u32; 3] = [16, 32, 48];
/// The largest size that such a file holds.
const LARGEST: u32 = 256;

struct IconMaking;
inventory::submit!(Registered(&IconMaking));

impl Implementation for IconMaking {
    fn tool(&self) -> &'static str {
        "icon_making"
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let sizes = match inputs.value("sizes") {
            Some(sizes) => read_sizes(&sizes)?,
            None => USUAL_SIZES.to_vec(),
        };
        changed::each(inputs, context, ResourceType::IMAGE, |file, job| {
            // Drawings are drawn as large as the largest size.
            let largest = sizes.iter().copied().max().unwrap_or(LARGEST);
            let image = read_sized(&file.path, &file.name, |own| within(own, largest), &|_| {
                Ok(())
            })?;
            let pixels = converted(image.pixels, image.metadata.icc.as_deref(), None);
            job.reach(0.4)?;
            let output = context.output("icon", Some(&file.name), "ico");
            write(&pixels, &sizes, &output)?;
            Ok(output)
        })
    }
}

/// The sizes that a value names, from the smallest.
fn read_sizes(value: &str) -> Result<Vec<u32>, ToolError> {
    let words = value.split([',', ' ', ';']).filter(|word| !word.is_empty());
    let mut sizes: Vec<u32> =
        words
            .map(|word| {
                let size = word.split_once('x').map_or(word, |(wide, _)| wide).parse();
                size.ok().filter(|size| (1..=LARGEST).contains(size)).ok_or_else(|| {
                ToolError::Refused(format!(
                    "“{word}” is no size of an icon. Write such as 16, 32, 48; up to {LARGEST}."
                ))
            })
            })
            .collect::<Result<_, _>>()?;
    sizes.sort_unstable();
    sizes.dedup();
    if sizes.is_empty() {
        return Err(ToolError::Refused(
            "No size is named. Write such as 16, 32, 48.".to_owned(),
        ));
    }
    Ok(sizes)
}

/// The size of an image whose longer side has so many pixels.
fn within((width, height): (u32, u32), side: u32) -> (u32, u32) {
    let scale = f64::from(side) / f64::from(width.max(height).max(1));
    let of = |length: u32| ((f64::from(length) * scale).round() as u32).max(1);
    (of(width), of(height))
}

/// Writes an icon: the image whole in each size, clear beside it.
fn write(pixels: &DynamicImage, sizes: &[u32], output: &MediaFile) -> Result<(), ToolError> {
    let unwritable = |reason: String| MediaError::Unwritable {
        name: output.name.clone(),
        reason,
    };
    let mut frames = Vec::with_capacity(sizes.len());
    for side in sizes {
        let (width, height) = within((pixels.width(), pixels.height()), *side);
        let small = resize(pixels, width, height).to_rgba8();
        let mut square = RgbaImage::new(*side, *side);
        let (left, top) = (
            (side - width.min(*side)) / 2,
            (side - height.min(*side)) / 2,
        );
        imageops::replace(&mut square, &small, left.into(), top.into());
        let frame = IcoFrame::as_png(square.as_raw(), *side, *side, ExtendedColorType::Rgba8);
        frames.push(frame.map_err(|error| unwritable(error.to_string()))?);
    }
    let file = File::create(&output.path).map_err(|error| unwritable(error.to_string()))?;
    let written = IcoEncoder::new(BufWriter::new(file)).encode_images(&frames);
    Ok(written.map_err(|error| unwritable(error.to_string()))?)
}

#[cfg(test)]
mod tests {
    use image::{Rgba, RgbaImage};

    use super::*;
    use crate::image::shared::testing::{Bench, open};

    /// The sizes that a file tells in its directory, and where each lies.
    fn directory(bytes: &[u8]) -> Vec<(u32, usize)> {
        let count = usize::from(u16::from_le_bytes([bytes[4], bytes[5]]));
        let entries = bytes[6..].chunks(16).take(count);
        entries
            .map(|entry| {
                let size = if entry[0] == 0 {
                    256
                } else {
                    u32::from(entry[0])
                };
                (
                    size,
                    u32::from_le_bytes(entry[12..16].try_into().unwrap()) as usize,
                )
            })
            .collect()
    }

    #[test]
    fn an_icon_holds_each_size_and_stays_clear() {
        let bench = Bench::new();
        let logo = RgbaImage::from_fn(200, 100, |x, y| {
            let (right, below) = (x as f32 - 100.0, (y as f32 - 50.0) * 2.0);
            if right.hypot(below) < 90.0 {
                Rgba([200, 40, 60, 255])
            } else {
                Rgba([0; 4])
            }
        });
        let logo = || bench.png("logo.png", &logo.clone().into());
        let made = bench.run("icon_making", [("image", logo())]).unwrap();
        assert_eq!(made.files()[0].name, "logo_icon.ico");
        let bytes = std::fs::read(&made.files()[0].path).unwrap();
        let sizes: Vec<_> = directory(&bytes).iter().map(|(size, _)| *size).collect();
        assert_eq!(sizes, [16, 32, 48]);
        for (size, at) in directory(&bytes) {
            let picture = image::load_from_memory(&bytes[at..]).unwrap().into_rgba8();
            assert_eq!(picture.dimensions(), (size, size));
            assert_eq!(picture.get_pixel(0, 0)[3], 0);
            assert_eq!(picture.get_pixel(size / 2, size / 2)[3], 255);
        }
        // The largest is what it looks like.
        assert_eq!(open(made.files()[0]).width(), 48);
        let values = [
            ("image", logo()),
            ("sizes", Resource::Text("256 64".to_owned())),
        ];
        let large = bench.run("icon_making", values).unwrap();
        let bytes = std::fs::read(&large.files()[0].path).unwrap();
        let sizes: Vec<_> = directory(&bytes).iter().map(|(size, _)| *size).collect();
        assert_eq!(sizes, [64, 256]);
        let values = [
            ("image", logo()),
            ("sizes", Resource::Text("512".to_owned())),
        ];
        assert!(
            bench
                .run("icon_making", values)
                .unwrap_err()
                .to_string()
                .contains("512")
        );
    }
}
