//! Takes what image files say about themselves out of them, all of it or the place alone: camera,
//! date, place, author. The packed pixels of JPEG, PNG, WebP and GIF stay as they are, and so does
//! the way up.

use patchbay_domain::{MediaFile, Resource};
use patchbay_media::clean::Removal;
use patchbay_media::image::{self as media_image, Encoding, Metadata};

use crate::image::shared::changed::each;
use crate::shared::cleaning::{cleaned, failed, removal};
use crate::{Context, Implementation, Inputs, PartsRead, Registered, ToolError};

struct ImageMetadataRemoval;
inventory::submit!(Registered(&ImageMetadataRemoval));

impl Implementation for ImageMetadataRemoval {
    fn tool(&self) -> &'static str {
        "image_metadata_removal"
    }

    fn reads(&self, _inputs: &Inputs) -> PartsRead {
        PartsRead {
            frames: true,
            ..PartsRead::default()
        }
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let removal = removal(inputs);
        let kind = inputs.get("image")?.resource_type();
        each(inputs, context, kind, |file, job| {
            // Whether it is an image at all is told before anything is written.
            let image = media_image::read(&file.path, &file.name)?;
            job.reach(0.5)?;
            let made = match cleaned(file, removal, (0.0, 0.0), context)? {
                Some(made) => made,
                None => anew(file, &image, removal, context)?,
            };
            checked(&made, removal)?;
            Ok(made)
        })
    }
}

/// An image of a format that nothing is taken out of in its place, as PNG.
fn anew(
    file: &MediaFile,
    image: &media_image::DecodedImage,
    removal: Removal,
    context: &Context,
) -> Result<MediaFile, ToolError> {
    if removal == Removal::Place && image.metadata.shot().place.is_some() {
        return Err(ToolError::Refused(format!(
            "The place alone cannot be taken out of “{}”. Take out everything, or convert it to JPEG first.",
            file.name
        )));
    }
    let metadata = match removal {
        Removal::Place => image.metadata.clone(),
        Removal::Everything => Metadata {
            icc: image.metadata.icc.clone(),
            ..Metadata::default()
        },
    };
    let output = context.output("clean", Some(&file.name), "png");
    let plain = media_image::DecodedImage {
        pixels: image.pixels.clone(),
        metadata,
    };
    media_image::write_like(
        &plain,
        &output.path,
        &plain.pixels,
        Encoding::Png,
        &output.name,
    )?;
    Ok(output)
}

/// Holds a result against what was to be taken out.
fn checked(made: &MediaFile, removal: Removal) -> Result<(), ToolError> {
    let metadata = media_image::read(&made.path, &made.name)?.metadata;
    let shot = metadata.shot();
    if shot.place.is_some() {
        return Err(failed(made, "where it was taken"));
    }
    let says = shot.taken.is_some() || shot.camera.is_some() || metadata.xmp.is_some();
    if removal == Removal::Everything && says {
        return Err(failed(made, "how it was taken"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use ::image::{DynamicImage, Rgb, RgbImage};

    use super::*;
    use crate::testing::{context, inputs};

    const PACKET: &str = "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF><rdf:Description rdf:about=\"\" \
        exif:GPSLatitude=\"48,51N\"><dc:rights>Jo Doe</dc:rights></rdf:Description></rdf:RDF></x:xmpmeta>";

    /// An EXIF block: a model, a turn by a quarter, a date, and a place.
    fn exif() -> Vec<u8> {
        let entry = |tag: u16, kind: u16, count: u32, value: u32| {
            let head = [tag.to_le_bytes(), kind.to_le_bytes()].concat();
            [
                head,
                count.to_le_bytes().to_vec(),
                value.to_le_bytes().to_vec(),
            ]
            .concat()
        };
        let directory = |entries: &[Vec<u8>]| {
            let count = (entries.len() as u16).to_le_bytes().to_vec();
            [count, entries.concat(), vec![0; 4]].concat()
        };
        let degrees =
            |of: [u32; 3]| of.map(|value| [value.to_le_bytes(), 1_u32.to_le_bytes()].concat());
        let (north, east) = (u32::from(b'N'), u32::from(b'E'));
        [
            b"II*\0\x08\0\0\0".to_vec(),
            directory(&[
                entry(0x0110, 2, 12, 62),
                entry(0x0112, 3, 1, 6),
                entry(0x0132, 2, 20, 74),
                entry(0x8825, 4, 1, 94),
            ]),
            b"Box Brownie\0".to_vec(),
            b"2024:03:14 15:09:26\0".to_vec(),
            directory(&[
                entry(1, 2, 2, north),
                entry(2, 5, 3, 148),
                entry(3, 2, 2, east),
                entry(4, 5, 3, 172),
            ]),
            degrees([48, 51, 30]).concat(),
            degrees([2, 17, 40]).concat(),
        ]
        .concat()
    }

    /// An image that says where and when it was taken, and lies on its side.
    fn photo(context: &Context, name: &str) -> MediaFile {
        let path = context.folder.join(name);
        let pixels = RgbImage::from_fn(64, 32, |x, y| Rgb([(x * 4) as u8, (y * 8) as u8, 90]));
        let image = media_image::DecodedImage {
            pixels: DynamicImage::ImageRgb8(pixels),
            metadata: Metadata {
                exif: Some(exif()),
                xmp: Some(PACKET.as_bytes().to_vec()),
                ..Metadata::default()
            },
        };
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        let encoding = Encoding::of_extension(ending).expect("an encoding");
        media_image::write_like(&image, &path, &image.pixels, encoding, name).expect("a file");
        MediaFile {
            path,
            name: name.to_owned(),
        }
    }

    fn removed(file: &MediaFile, what: &str, context: &Context) -> MediaFile {
        let inputs = inputs([
            ("image", Resource::image(file.clone())),
            ("what", Resource::Text(what.to_owned())),
        ]);
        let made = ImageMetadataRemoval.run(&inputs, context).expect("a file");
        made.files()[0].clone()
    }

    #[test]
    fn the_place_goes_and_the_rest_stays() {
        let (context, _folder) = context();
        for name in ["photo.jpg", "photo.png", "photo.webp"] {
            let file = photo(&context, name);
            let before = media_image::read(&file.path, name).expect("a picture");
            assert!(before.metadata.shot().place.is_some(), "{name}");
            let made = removed(&file, "place", &context);
            let after = media_image::read(&made.path, name).expect("a picture");
            let shot = after.metadata.shot();
            assert_eq!(shot.place, None, "{name}");
            assert_eq!(shot.taken, before.metadata.shot().taken, "{name}");
            assert_eq!(shot.camera.as_deref(), Some("Box Brownie"), "{name}");
            assert_eq!(before.pixels, after.pixels, "{name}");
            let bytes = std::fs::read(&made.path).expect("a file");
            assert!(
                !bytes.windows(11).any(|part| part == b"GPSLatitude"),
                "{name}"
            );
            assert!(bytes.windows(6).any(|part| part == b"Jo Doe"), "{name}");
        }
    }

    #[test]
    fn everything_goes_but_the_way_up() {
        let (context, _folder) = context();
        for name in ["photo.jpg", "photo.png", "photo.webp"] {
            let file = photo(&context, name);
            let made = removed(&file, "", &context);
            let (before, after) = (
                media_image::read(&file.path, name).expect("a picture"),
                media_image::read(&made.path, name).expect("a picture"),
            );
            assert_eq!((after.pixels.width(), after.pixels.height()), (32, 64));
            assert_eq!(before.pixels, after.pixels, "{name}");
            assert_eq!(
                after.metadata.shot(),
                media_image::Shot::default(),
                "{name}"
            );
            let bytes = std::fs::read(&made.path).expect("a file");
            for said in ["Brownie", "2024", "xmpmeta", "GPS"] {
                let is_there = bytes
                    .windows(said.len())
                    .any(|part| part == said.as_bytes());
                assert!(!is_there, "{said} in {name}");
            }
        }
    }
}
