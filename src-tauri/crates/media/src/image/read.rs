//! Reading images from files of any kind and honesty: what a file is, is told by its content, and
//! its size is looked at before a pixel is decoded.

use std::io::{Cursor, Read};
use std::path::Path;

use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits};
use tiff::decoder::Decoder;
use tiff::tags::Tag;

use super::bounds::{self, MAX_PIXELS, too_many};
use super::reduced::{Large, Report};
use super::svg::{Drawing, is_svg};
use super::{DecodedImage, Metadata, SourceFormat, complete, heif};
use crate::document::Document;
use crate::{MediaError, regular, xmp};

const MAX_FILE_BYTES: u64 = 1 << 30;
/// Memory that a decoder may take beside a few copies of the picture, in bytes.
const SPARE: u64 = 64 << 20;
/// At how many dots per inch the pages of documents are drawn where nothing else is said.
pub(super) const PAGE_DOTS: f64 = 150.0;

/// Whether a file that begins with these bytes is an image of a format that is read here: 16 are
/// enough, but of drawings and documents up to 4096 are looked at.
pub fn is_image(first_bytes: &[u8]) -> bool {
    image::guess_format(first_bytes).is_ok_and(|format| format.reading_enabled())
        || heif::is_heif(first_bytes)
        || Document::is_document(first_bytes)
        || is_svg(first_bytes)
}

/// Content that has no pixels of its own: it is drawn when it is read.
pub(super) enum Drawn {
    Page(Document),
    Shapes(Box<Drawing>),
}

impl Drawn {
    /// The drawing or document in a file; none where it is neither.
    pub(super) fn of(bytes: &[u8], name: &str) -> Result<Option<Self>, MediaError> {
        Ok(if Document::is_document(bytes) {
            Some(Self::Page(Document::of(bytes.to_vec(), name)?))
        } else if is_svg(bytes) {
            Some(Self::Shapes(Box::new(Drawing::open(bytes, name)?)))
        } else {
            None
        })
    }

    pub(super) fn size(&self) -> (u32, u32) {
        match self {
            Self::Page(document) => document.pixels(0, PAGE_DOTS),
            Self::Shapes(drawing) => drawing.size(),
        }
    }

    pub(super) fn read(&self, size: (u32, u32), name: &str) -> Result<DecodedImage, MediaError> {
        let pixels = match self {
            Self::Page(document) => document.drawn(0, size)?.into(),
            Self::Shapes(drawing) => drawing.drawn(size, name)?,
        };
        Ok(DecodedImage {
            pixels,
            metadata: Metadata::default(),
        })
    }
}

/// Reads an image as [`read`] does; a drawing or the first page of a document is drawn in as many pixels as `wanted`
/// makes of its own size, and a TIFF file of more than [`MAX_PIXELS`] pixels is read as large as that.
///
/// # Errors
/// As [`read`], and what `report` says.
pub fn read_sized(
    path: &Path,
    name: &str,
    wanted: impl Fn((u32, u32)) -> (u32, u32),
    report: Report,
) -> Result<DecodedImage, MediaError> {
    if let Some(large) = Large::open(path, name) {
        let wanted = wanted(large.size());
        return large.read(wanted, name, report);
    }
    let bytes = load(path, name)?;
    match Drawn::of(&bytes, name)? {
        Some(drawn) => drawn.read(wanted(drawn.size()), name),
        None => decoded(&bytes, path, name),
    }
}

/// The size of an image as it is seen, `(width, height)` in pixels with EXIF orientation applied,
/// without decoding it.
///
/// # Errors
/// As [`read`], but damage inside the pixel data goes unseen.
pub fn probe(path: &Path, name: &str) -> Result<(u32, u32), MediaError> {
    if let Some(large) = Large::open(path, name) {
        return Ok(large.size());
    }
    let bytes = load(path, name)?;
    if heif::is_heif(&bytes) {
        return heif::size(&bytes).ok_or_else(|| undecodable(name));
    }
    if let Some(drawn) = Drawn::of(&bytes, name)? {
        return Ok(drawn.size());
    }
    let (mut decoder, format) = open(&bytes, name)?;
    let (width, height) = decoder.dimensions();
    let turned = Metadata::of(&mut decoder, format).1.to_exif() >= 5;
    Ok(if turned {
        (height, width)
    } else {
        (width, height)
    })
}

/// How an image is stored (EXIF's tag 0x0112): 1 upright, 2 to 8 turned or mirrored; [`read`] puts
/// it upright.
///
/// # Errors
/// As [`probe`].
pub fn orientation(path: &Path, name: &str) -> Result<u8, MediaError> {
    let bytes = load(path, name)?;
    if heif::is_heif(&bytes) {
        // Its turn is a property of the image.
        return Ok(1);
    }
    if Drawn::of(&bytes, name)?.is_some() {
        return Ok(1);
    }
    let (mut decoder, format) = open(&bytes, name)?;
    Ok(Metadata::of(&mut decoder, format).1.to_exif())
}

/// Reads an image: upright, with its metadata. Of an animation the first frame, of a document the first page at 150
/// dots per inch; [`super::Pages`] reads the others.
///
/// # Errors
/// The file is gone, empty, no image (its first bytes count, not its ending), cut off, broken, or
/// has more than [`MAX_PIXELS`] pixels.
pub fn read(path: &Path, name: &str) -> Result<DecodedImage, MediaError> {
    read_sized(path, name, |size| size, &|_| Ok(()))
}

/// The image of pixels in a file.
pub(super) fn decoded(bytes: &[u8], path: &Path, name: &str) -> Result<DecodedImage, MediaError> {
    if heif::is_heif(bytes) {
        return read_heif(bytes, name);
    }
    let (mut decoder, format) = open(bytes, name)?;
    let (mut metadata, orientation) = Metadata::of(&mut decoder, format);
    if metadata.xmp.is_none() {
        // Decoders of PNG do not look behind the pixels.
        metadata.xmp = xmp::read_packet(path)
            .ok()
            .flatten()
            .and_then(|packet| xmp::carried(&packet));
    }
    if metadata.icc.is_none() && is_tiff(bytes) {
        metadata.icc = tiff_profile(bytes);
    }
    let mut pixels = DynamicImage::from_decoder(decoder).map_err(|error| explain(error, name))?;
    if let DynamicImage::ImageRgb32F(_) = pixels {
        pixels = DynamicImage::ImageRgb16(pixels.into_rgb16());
    } else if let DynamicImage::ImageRgba32F(_) = pixels {
        pixels = DynamicImage::ImageRgba16(pixels.into_rgba16());
    }
    pixels.apply_orientation(orientation);
    Ok(DecodedImage { pixels, metadata })
}

fn is_tiff(bytes: &[u8]) -> bool {
    image::guess_format(bytes).is_ok_and(|format| format == ImageFormat::Tiff)
}

/// The profile of a TIFF file: `image` reads none that is larger than the pixels.
fn tiff_profile(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut decoder = Decoder::new(Cursor::new(bytes)).ok()?;
    let profile = decoder.get_tag_u8_vec(Tag::IccProfile).ok()?;
    Metadata::carried(None, Some(profile), SourceFormat::Other).icc
}

/// Reads a HEIC or AVIF image.
fn read_heif(bytes: &[u8], name: &str) -> Result<DecodedImage, MediaError> {
    let (width, height) = heif::size(bytes).ok_or_else(|| undecodable(name))?;
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(too_many(width, height, name));
    }
    let found = heif::read(bytes, MAX_PIXELS).ok_or_else(|| undecodable(name))?;
    Ok(DecodedImage {
        pixels: found.pixels,
        metadata: Metadata::carried(found.exif, found.icc, SourceFormat::Other),
    })
}

fn undecodable(name: &str) -> MediaError {
    MediaError::Malformed {
        name: name.to_owned(),
        wanted: "picture",
        reason:
            "it is a HEIC or AVIF picture that is cut off, or packed in a way that is not read \
                 here; save it as JPEG or PNG"
                .to_owned(),
    }
}

pub(super) fn load(path: &Path, name: &str) -> Result<Vec<u8>, MediaError> {
    let unreadable = |reason: String| MediaError::Unreadable {
        name: name.to_owned(),
        reason,
    };
    let (mut file, facts) = regular::open(path, name)?;
    if facts.len() == 0 {
        return Err(MediaError::Empty {
            name: name.to_owned(),
        });
    }
    if facts.len() > MAX_FILE_BYTES {
        let reason = format!(
            "{} MB, and pictures of up to {} MB are read",
            facts.len() >> 20,
            MAX_FILE_BYTES >> 20
        );
        return Err(MediaError::TooLarge {
            name: name.to_owned(),
            reason,
        });
    }
    let mut bytes = Vec::with_capacity(facts.len() as usize);
    file.read_to_end(&mut bytes)
        .map_err(|error| unreadable(error.to_string()))?;
    Ok(bytes)
}

/// Returns the limits on a decoder's memory.
pub(super) fn limits() -> Limits {
    let mut limits = Limits::default();
    // Sixteen bits and four channels; the decoder's own buffers may take as much again.
    limits.max_alloc = Some(MAX_PIXELS * 8 * 2);
    limits
}

/// A decoder for an image whose size is within bounds and whose file is whole.
pub(super) fn open<'a>(
    bytes: &'a [u8],
    name: &str,
) -> Result<(impl ImageDecoder + use<'a>, SourceFormat), MediaError> {
    let malformed = |reason: &str| MediaError::Malformed {
        name: name.to_owned(),
        wanted: "picture",
        reason: reason.to_owned(),
    };
    let format = image::guess_format(bytes).map_err(|_| malformed(UNKNOWN))?;
    bounds::check(bytes, format, name)?;
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits());
    let whole = match format {
        ImageFormat::Jpeg => complete::jpeg(bytes),
        ImageFormat::Png => complete::png(bytes),
        ImageFormat::WebP => complete::webp(bytes),
        _ => true,
    };
    let mut decoder = reader.into_decoder().map_err(|error| {
        if whole {
            explain(error, name)
        } else {
            malformed(CUT_OFF)
        }
    })?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(too_many(width, height, name));
    }
    if width == 0 || height == 0 {
        return Err(malformed("it has no pixels"));
    }
    if !whole {
        return Err(malformed(CUT_OFF));
    }
    // Frames and tiles may announce far more than the picture has.
    let mut tight = limits();
    tight.max_alloc = Some(
        decoder
            .total_bytes()
            .saturating_mul(4)
            .saturating_add(SPARE),
    );
    decoder
        .set_limits(tight)
        .map_err(|error| explain(error, name))?;
    let source = match format {
        ImageFormat::Jpeg => SourceFormat::Jpeg,
        ImageFormat::WebP => SourceFormat::WebP,
        _ => SourceFormat::Other,
    };
    Ok((decoder, source))
}

const CUT_OFF: &str = "it ends in the middle, as after a download that broke off";

const UNKNOWN: &str = "its content is not of a picture format known here (JPEG, PNG, WebP, GIF, TIFF, BMP, ICO, HEIC, AVIF, SVG, PDF)";

pub(super) fn explain(error: ImageError, name: &str) -> MediaError {
    let reason = match error {
        ImageError::Limits(_) => {
            let reason = "decoding it would take more memory than a picture may".to_owned();
            return MediaError::TooLarge {
                name: name.to_owned(),
                reason,
            };
        }
        ImageError::IoError(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
            CUT_OFF.to_owned()
        }
        other => other.to_string().trim_end_matches('.').to_owned(),
    };
    MediaError::Malformed {
        name: name.to_owned(),
        wanted: "picture",
        reason,
    }
}
