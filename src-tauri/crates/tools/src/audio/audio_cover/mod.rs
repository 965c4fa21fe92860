//! Puts an image into an audio file as its cover, in place of the one that it has. The samples and
//! the other tags stay as they are.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat};
use patchbay_domain::{MediaFile, Resource};
use patchbay_media::audio::probe;
use patchbay_media::image::read;
use patchbay_media::video::{Change, Cover, Tags};

use crate::shared::rewriting::rewritten;
use crate::{Context, Implementation, Inputs, Registered, ToolError};

/// The longest side that a cover has, in pixels, as shops take it.
const LONGEST_SIDE: u32 = 3000;
/// A cover is at most so long where it is taken over as it is, in bytes.
const LONGEST: u64 = 10 << 20;

struct AudioCover;
inventory::submit!(Registered(&AudioCover));

impl Implementation for AudioCover {
    fn tool(&self) -> &'static str {
        "audio_cover"
    }

    fn keeps_tags(&self) -> bool {
        false
    }

    fn run(&self, inputs: &Inputs, context: &Context) -> Result<Resource, ToolError> {
        let (audio, image) = (inputs.audio("audio")?, inputs.image("image")?);
        // Whether it is an audio clip at all is told before anything is written.
        probe(&audio.path, &audio.name)?;
        let change = Change {
            tags: Tags {
                texts: Vec::new(),
                cover: Some(cover(&image)?),
            },
            chapters: None,
        };
        let made = rewritten(audio, &change, "with-cover", context)?;
        made.map(Resource::Audio).ok_or_else(|| {
            ToolError::Refused(format!(
                "“{}” cannot hold a cover. Convert it to MP3, M4A, FLAC or OGG first.",
                audio.name
            ))
        })
    }
}

/// An image as a cover: a JPEG or PNG as it is, any other as a PNG where it is clear in places, else
/// as a JPEG.
fn cover(file: &MediaFile) -> Result<Cover, ToolError> {
    let unreadable = |error: std::io::Error| {
        ToolError::Input(format!("“{}” cannot be read: {error}.", file.name))
    };
    let image = read(&file.path, &file.name)?.pixels;
    let (width, height) = (image.width(), image.height());
    let length = std::fs::metadata(&file.path).map_err(unreadable)?.len();
    if width.max(height) <= LONGEST_SIDE && length <= LONGEST {
        let bytes = std::fs::read(&file.path).map_err(unreadable)?;
        let is_png = bytes.starts_with(b"\x89PNG");
        if is_png || bytes.starts_with(&[0xFF, 0xD8, 0xFF]) {
            return Ok(Cover {
                bytes,
                is_png,
                size: (width, height),
            });
        }
    }
    let image = if width.max(height) > LONGEST_SIDE {
        image.thumbnail(LONGEST_SIDE, LONGEST_SIDE)
    } else {
        image
    };
    let is_png = image.color().has_alpha();
    let (image, format) = if is_png {
        (DynamicImage::from(image.to_rgba8()), ImageFormat::Png)
    } else {
        (DynamicImage::from(image.to_rgb8()), ImageFormat::Jpeg)
    };
    let size = (image.width(), image.height());
    let mut bytes = Cursor::new(Vec::new());
    image
        .write_to(&mut bytes, format)
        .map_err(|error| ToolError::Failed(format!("The cover could not be written: {error}.")))?;
    Ok(Cover {
        bytes: bytes.into_inner(),
        is_png,
        size,
    })
}

#[cfg(test)]
mod tests {
    use patchbay_domain::{LabelledImage, ResourceType};
    use patchbay_test_support::video::{facts, make, stream};

    use super::*;
    use crate::testing::{context, inputs};

    #[test]
    fn the_cover_is_the_new_one_alone() {
        let (context, folder) = context();
        let image = |name: &str| MediaFile {
            path: make(
                folder.path(),
                name,
                "-f lavfi -i color=red:s=40x30 -frames:v 1",
            ),
            name: name.to_owned(),
        };
        let (first, second) = (image("a.png"), image("b.jpg"));
        for name in ["a.mp3", "a.m4a", "a.flac", "a.ogg", "a.opus"] {
            let codec = if name == "a.ogg" {
                "-c:a libvorbis"
            } else {
                ""
            };
            let arguments =
                format!("-f lavfi -i sine=frequency=440:duration=1 -metadata title=Stays {codec}");
            let mut audio = MediaFile {
                path: make(folder.path(), name, &arguments),
                name: name.to_owned(),
            };
            for (image, codec) in [(&first, "png"), (&second, "mjpeg")] {
                let image = LabelledImage {
                    file: image.clone(),
                    label: None,
                };
                let given = inputs([
                    ("audio", Resource::Audio(audio.clone())),
                    (
                        "image",
                        Resource::Images {
                            kind: ResourceType::IMAGE,
                            items: vec![image],
                        },
                    ),
                ]);
                let made = AudioCover.run(&given, &context).expect("a sound");
                audio = made.files()[0].clone();
                let told = facts(&audio.path);
                let shown = stream(&told, "video").expect("a cover");
                assert_eq!(shown["codec_name"].as_str(), Some(codec), "{name}");
                assert_eq!(shown["width"].as_u64(), Some(40), "{name}");
                let streams = told["streams"].as_array().map_or(0, Vec::len);
                assert_eq!(streams, 2, "{name}");
            }
        }
    }
}
