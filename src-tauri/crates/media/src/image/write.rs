//! Writing images in formats that every other program opens.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use image::codecs::ico::IcoEncoder;
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::codecs::webp::WebPEncoder;
use image::{DynamicImage, ImageEncoder, ImageError};

use super::color::converted;
use super::heif::avif;
use super::lossy_webp::lossy_webp;
use super::tiff_written::write_tiff;
use super::{DecodedImage, Metadata};
use crate::{MediaError, xmp};
use patchbay_scaling::{fit_within, resize};

/// High enough that an image edited a few times shows no trace of it.
const JPEG_QUALITY: u8 = 92;
/// The largest icon in pixels.
const LARGEST_ICON: u32 = 256;

/// How an image is encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// PNG: nothing is lost; transparency and 16 bits are kept.
    Png,
    /// JPEG at quality 92: 8 bits, no transparency.
    Jpeg,
    /// Lossless WebP: 8 bits, transparency is kept.
    WebP,
    /// TIFF: nothing of the pixels and their colour profile is lost; what the image says about itself is.
    Tiff,
    /// AVIF: 8 bits, or 10 of 16; little is lost, and transparency is kept.
    Avif,
    /// An icon of at most 256 pixels, in sRGB; transparency is kept.
    Ico,
}

impl Encoding {
    /// How files with that ending (`jpg`, not `jpeg`) are encoded; none where they are not written
    /// here.
    pub fn of_extension(extension: &str) -> Option<Self> {
        let all = [
            Self::Png,
            Self::Jpeg,
            Self::WebP,
            Self::Tiff,
            Self::Avif,
            Self::Ico,
        ];
        all.into_iter()
            .find(|encoding| encoding.extension() == extension)
    }

    /// The ending of a file of this kind, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpg",
            Self::WebP => "webp",
            Self::Tiff => "tiff",
            Self::Avif => "avif",
            Self::Ico => "ico",
        }
    }
}

/// Writes `pixels` with the metadata of the image that they were made of. `name` is what a person
/// knows the file by.
///
/// # Errors
/// The file cannot be written (the disk is full, the folder is gone).
pub fn write_like(
    original: &DecodedImage,
    path: &Path,
    pixels: &DynamicImage,
    encoding: Encoding,
    name: &str,
) -> Result<(), MediaError> {
    encode(path, pixels, (encoding, None), &original.metadata, name)
}

/// Writes `pixels` as JPEG or WebP with the metadata of the image that they were made of, at a quality from 1 to 100;
/// other encodings have none. `name` is what a person knows the file by.
///
/// # Errors
/// As [`write_like`].
pub fn write_packed(
    original: &DecodedImage,
    path: &Path,
    pixels: &DynamicImage,
    (encoding, quality): (Encoding, u8),
    name: &str,
) -> Result<(), MediaError> {
    let encoding = (encoding, Some(quality));
    encode(path, pixels, encoding, &original.metadata, name)
}

/// Writes a PNG without metadata. `name` is what a person knows the file by.
///
/// # Errors
/// As [`write_like`].
pub fn write_png(path: &Path, pixels: &DynamicImage, name: &str) -> Result<(), MediaError> {
    let encoding = (Encoding::Png, None);
    encode(path, pixels, encoding, &Metadata::default(), name)
}

fn encode(
    path: &Path,
    pixels: &DynamicImage,
    (encoding, quality): (Encoding, Option<u8>),
    metadata: &Metadata,
    name: &str,
) -> Result<(), MediaError> {
    let unwritable = |reason: String| MediaError::Unwritable {
        name: name.to_owned(),
        reason,
    };
    if encoding == Encoding::Tiff {
        let page = (pixels.clone(), metadata.clone());
        write_tiff(
            (path, name),
            None,
            std::iter::once(Ok::<_, MediaError>(page)),
        )?;
        return packet(path, metadata, &unwritable);
    }
    let file = File::create(path).map_err(|error| unwritable(error.to_string()))?;
    let mut out = BufWriter::with_capacity(1 << 16, file);
    match encoding {
        Encoding::Tiff => Ok(()),
        Encoding::Png => {
            let encoder =
                PngEncoder::new_with_quality(&mut out, CompressionType::Fast, FilterType::Adaptive);
            encode_with(encoder, pixels, metadata)
        }
        Encoding::Jpeg => encode_with(
            JpegEncoder::new_with_quality(&mut out, quality.unwrap_or(JPEG_QUALITY)),
            &eight_bit(pixels, false),
            metadata,
        ),
        Encoding::WebP => match quality {
            None => encode_with(
                WebPEncoder::new_lossless(&mut out),
                &eight_bit(pixels, true),
                metadata,
            ),
            Some(quality) => {
                let profile = metadata.icc_for(pixels);
                let packed = lossy_webp(
                    pixels,
                    quality,
                    profile.as_deref(),
                    metadata.exif.as_deref(),
                );
                let packed = packed.ok_or_else(|| MediaError::NoEncoder {
                    what: "WebP picture of that size".to_owned(),
                    install:
                        "ffmpeg's libraries with libwebp (on Debian and Ubuntu: libavcodec-extra)"
                            .to_owned(),
                })?;
                out.write_all(&packed).map_err(ImageError::IoError)
            }
        },
        Encoding::Avif => {
            let profile = metadata.icc_for(pixels);
            let packed = avif(pixels, profile.as_deref(), metadata.exif.as_deref());
            let packed = packed.ok_or_else(|| MediaError::NoEncoder {
                what: "AVIF picture of that size".to_owned(),
                install: "ffmpeg's libraries with libaom (on Debian and Ubuntu: libavcodec-extra)"
                    .to_owned(),
            })?;
            out.write_all(&packed).map_err(ImageError::IoError)
        }
        Encoding::Ico => {
            let plain = in_srgb(pixels, metadata);
            let (width, height) = fit_within(plain.width(), plain.height(), LARGEST_ICON);
            let small = resize(&plain, width, height).to_rgba8().into();
            encode_with(IcoEncoder::new(&mut out), &small, &Metadata::default())
        }
    }
    .map_err(|error| unwritable(error.to_string()))?;
    out.flush().map_err(|error| unwritable(error.to_string()))?;
    drop(out);
    packet(path, metadata, &unwritable)
}

/// Writes the packet that an image brought along into a file.
fn packet(
    path: &Path,
    metadata: &Metadata,
    unwritable: &dyn Fn(String) -> MediaError,
) -> Result<(), MediaError> {
    match &metadata.xmp {
        Some(packet) => {
            xmp::write_packet(path, packet).map_err(|error| unwritable(error.to_string()))
        }
        None => Ok(()),
    }
}

/// The image in the colour space that is meant where a file does not say.
fn in_srgb(pixels: &DynamicImage, metadata: &Metadata) -> DynamicImage {
    converted(pixels.clone(), metadata.icc.as_deref(), None)
}

fn encode_with(
    mut encoder: impl ImageEncoder,
    pixels: &DynamicImage,
    metadata: &Metadata,
) -> Result<(), ImageError> {
    if let Some(exif) = &metadata.exif {
        encoder
            .set_exif_metadata(exif.clone())
            .map_err(ImageError::Unsupported)?;
    }
    if let Some(icc) = metadata.icc_for(pixels) {
        encoder
            .set_icc_profile(icc)
            .map_err(ImageError::Unsupported)?;
    }
    encoder.write_image(
        pixels.as_bytes(),
        pixels.width(),
        pixels.height(),
        pixels.color().into(),
    )
}

/// The same image in one of the 8-bit layouts that JPEG and WebP take.
fn eight_bit(pixels: &DynamicImage, with_alpha: bool) -> DynamicImage {
    let color = pixels.color();
    match (
        color.has_alpha() && with_alpha,
        color.has_color() || with_alpha,
    ) {
        (true, _) => pixels.to_rgba8().into(),
        (false, true) => pixels.to_rgb8().into(),
        (false, false) => pixels.to_luma8().into(),
    }
}
