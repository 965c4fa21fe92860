//! Writes TIFF files of one or several pages, packed without loss (LZW), with their colour profiles and dots per inch.

use std::fs::File;
use std::io::{BufWriter, Seek, Write};
use std::path::Path;

use image::DynamicImage;
use tiff::TiffError;
use tiff::encoder::colortype::{ColorType, Gray8, Gray16, RGB8, RGB16, RGBA8, RGBA16};
use tiff::encoder::{Compression, Predictor, Rational, TiffEncoder, TiffValue};
use tiff::tags::{ResolutionUnit, Tag};

use super::Metadata;
use crate::MediaError;

const PROFILE: Tag = Tag::Unknown(34_675);

/// Writes pages one by one, so that none but one is in memory; `dots`: per inch, where that is
/// known. `name` is what a person knows the file by.
///
/// # Errors
/// An error of `pages`, or the file cannot be written; then there is none.
pub fn write_tiff<E: From<MediaError>>(
    (path, name): (&Path, &str),
    dots: Option<f64>,
    pages: impl Iterator<Item = Result<(DynamicImage, Metadata), E>>,
) -> Result<(), E> {
    let unwritable = |reason: String| MediaError::Unwritable {
        name: name.to_owned(),
        reason,
    };
    let written = || -> Result<(), E> {
        let file = File::create(path).map_err(|error| unwritable(error.to_string()))?;
        let mut out = BufWriter::with_capacity(1 << 16, file);
        let encoder = TiffEncoder::new(&mut out).map_err(|error| unwritable(error.to_string()))?;
        let mut encoder = encoder
            .with_compression(Compression::Lzw)
            .with_predictor(Predictor::Horizontal);
        for page in pages {
            let (pixels, metadata) = page?;
            write(&mut encoder, (&pixels, &metadata), dots)
                .map_err(|error| unwritable(error.to_string()))?;
        }
        out.flush().map_err(|error| unwritable(error.to_string()))?;
        Ok(())
    };
    let written = written();
    if written.is_err() {
        // What was asked for failed already.
        let _ = std::fs::remove_file(path);
    }
    written
}

/// A page: what it shows, and whose colour profile it has.
type Page<'a> = (&'a DynamicImage, &'a Metadata);

fn write(
    encoder: &mut TiffEncoder<impl Write + Seek>,
    page: Page,
    dots: Option<f64>,
) -> Result<(), TiffError> {
    match page.0 {
        DynamicImage::ImageLuma8(pixels) => packed::<Gray8, _>(encoder, page, dots, pixels),
        DynamicImage::ImageLuma16(pixels) => packed::<Gray16, _>(encoder, page, dots, pixels),
        DynamicImage::ImageRgb8(pixels) => packed::<RGB8, _>(encoder, page, dots, pixels),
        DynamicImage::ImageRgb16(pixels) => packed::<RGB16, _>(encoder, page, dots, pixels),
        DynamicImage::ImageRgba16(pixels) => packed::<RGBA16, _>(encoder, page, dots, pixels),
        // Grey with transparency has no form of its own.
        DynamicImage::ImageLumaA16(_) => {
            packed::<RGBA16, _>(encoder, page, dots, &page.0.to_rgba16())
        }
        other => packed::<RGBA8, _>(encoder, page, dots, &other.to_rgba8()),
    }
}

fn packed<C: ColorType, W: Write + Seek>(
    encoder: &mut TiffEncoder<W>,
    (pixels, metadata): Page,
    dots: Option<f64>,
    samples: &[C::Inner],
) -> Result<(), TiffError>
where
    [C::Inner]: TiffValue,
{
    let mut image = encoder.new_image::<C>(pixels.width(), pixels.height())?;
    if let Some(dots) = dots {
        let dots = Rational {
            n: (dots * 100.0).round() as u32,
            d: 100,
        };
        image.resolution(ResolutionUnit::Inch, dots);
    }
    let color = pixels.color();
    if color.has_alpha() {
        // Colours are not multiplied by it.
        image.encoder().write_tag(Tag::ExtraSamples, 2_u16)?;
    }
    if let Some(profile) = metadata
        .icc_for(pixels)
        .filter(|_| color.has_color() || !color.has_alpha())
    {
        image.encoder().write_tag(PROFILE, profile.as_slice())?;
    }
    image.write_data(samples)
}
