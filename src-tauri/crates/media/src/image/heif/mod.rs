//! HEIC and AVIF images: HEVC or AV1 images, one or a grid of them, in a HEIF file. AVIF images are
//! written, too.

mod items;
mod written;

use image::{DynamicImage, GenericImage, imageops};

use self::items::Items;
pub(super) use self::written::avif;
use crate::boxes::{BoxType, FieldReader};
use crate::video::{StillCodec, decode_stills};

/// The type of a box, an item or a reference.
type Kind = BoxType;

/// The most tiles of a grid.
const MOST_TILES: usize = 4096;

/// Whether a file that begins with these bytes is a HEIC or AVIF image.
pub(super) fn is_heif(first_bytes: &[u8]) -> bool {
    const BRANDS: [&[u8]; 7] = [
        b"heic", b"heix", b"heim", b"hevc", b"mif1", b"avif", b"avis",
    ];
    first_bytes.get(4..8) == Some(b"ftyp".as_slice())
        && first_bytes
            .get(8..12)
            .is_some_and(|brand| BRANDS.contains(&brand))
}

/// An image as it was found in a file.
pub(super) struct Found {
    /// Its pixels, upright.
    pub(super) pixels: DynamicImage,
    /// Its colour profile.
    pub(super) icc: Option<Vec<u8>>,
    /// Its EXIF block (a TIFF structure).
    pub(super) exif: Option<Vec<u8>>,
}

/// The size of the image as it is seen, without decoding it; none where the file is broken.
pub(super) fn size(file: &[u8]) -> Option<(u32, u32)> {
    let items = Items::of(file)?;
    let mut size = extent(&items, items.primary)?;
    for property in items.properties(items.primary) {
        match &property.box_type {
            b"clap" => size = aperture(property.payload, size).map(|(_, size)| size)?,
            b"irot" if property.payload.first()? & 1 == 1 => size = (size.1, size.0),
            _ => {}
        }
    }
    Some(size)
}

/// Reads the image. `most`: how many pixels it may have. None where the file is broken or its
/// images cannot be decoded here.
pub(super) fn read(file: &[u8], most: u64) -> Option<Found> {
    let items = Items::of(file)?;
    let primary = items.primary;
    let mut pixels = decoded(&items, primary, most)?;
    let is_alpha = |item: u64| {
        let said = items.property(item, *b"auxC").unwrap_or_default();
        said.windows(5).any(|word| word == b"alpha")
    };
    if let Some(alpha) = items.referring(*b"auxl", primary, is_alpha) {
        pixels = with_alpha(&pixels, &decoded(&items, alpha, most)?);
    }
    for property in items.properties(primary) {
        pixels = match (&property.box_type, property.payload.first().copied()) {
            (b"clap", _) => {
                let own = (pixels.width(), pixels.height());
                let ((left, top), (width, height)) = aperture(property.payload, own)?;
                pixels.crop_imm(left, top, width, height)
            }
            // Anticlockwise.
            (b"irot", Some(turn)) => match turn & 3 {
                1 => pixels.rotate270(),
                2 => pixels.rotate180(),
                3 => pixels.rotate90(),
                _ => pixels,
            },
            (b"imir", Some(axis)) if axis & 1 == 0 => pixels.flipv(),
            (b"imir", Some(_)) => pixels.fliph(),
            _ => pixels,
        };
    }
    let icc = items
        .properties(primary)
        .filter(|property| property.box_type == *b"colr")
        .find_map(|property| {
            let profile = property.payload.strip_prefix(b"prof");
            profile.or_else(|| property.payload.strip_prefix(b"rICC"))
        });
    let is_exif = |item: u64| items.kind(item) == Some(*b"Exif");
    let exif = items
        .referring(*b"cdsc", primary, is_exif)
        .and_then(|item| {
            // Four bytes say how far the TIFF structure is behind them.
            let bytes = items.bytes(item)?;
            let begins = FieldReader(&bytes).number(4)? as usize;
            bytes.get(4 + begins..).map(<[u8]>::to_vec)
        });
    Some(Found {
        pixels,
        icc: icc.map(<[u8]>::to_vec),
        exif,
    })
}

/// An item's width and height.
fn extent(items: &Items, item: u64) -> Option<(u32, u32)> {
    let mut reader = FieldReader(items.property(item, *b"ispe")?);
    reader.version_and_flags()?;
    Some((reader.number(4)? as u32, reader.number(4)? as u32))
}

/// The pixels of an item, an image or a grid of images, as they are stored.
fn decoded(items: &Items, item: u64, most: u64) -> Option<DynamicImage> {
    let (width, height) = extent(items, item)?;
    if u64::from(width) * u64::from(height) > most || width == 0 || height == 0 {
        return None;
    }
    if items.kind(item)? != *b"grid" {
        let mut images = images(items, &[item], most)?;
        return images.pop().map(|one| one.crop_imm(0, 0, width, height));
    }
    let grid = items.bytes(item)?;
    let mut reader = FieldReader(&grid);
    let (_, flags) = (reader.number(1)?, reader.number(1)?);
    let (rows, columns) = (
        reader.number(1)? as usize + 1,
        reader.number(1)? as usize + 1,
    );
    let side = if flags & 1 == 1 { 4 } else { 2 };
    let (wide, high) = (reader.number(side)? as u32, reader.number(side)? as u32);
    let tiles = items.referred(*b"dimg", item);
    if tiles.len() != rows * columns
        || tiles.len() > MOST_TILES
        || u64::from(wide) * u64::from(high) > most
    {
        return None;
    }
    // Tiles reach over the edges of the whole.
    let images = images(items, tiles, most + most / 4)?;
    let first = images.first()?;
    let (across, down) = (first.width(), first.height());
    let mut whole = DynamicImage::new(wide, high, first.color());
    for (number, image) in images.iter().enumerate() {
        let (left, top) = (
            (number % columns) as u32 * across,
            (number / columns) as u32 * down,
        );
        if left >= wide || top >= high || image.color() != whole.color() {
            return None;
        }
        // The last ones reach over the edge.
        let part = image.crop_imm(0, 0, across.min(wide - left), down.min(high - top));
        whole.copy_from(&part, left, top).ok()?;
    }
    Some(whole)
}

/// The decoded images of items of one codec. `most`: how many pixels they may have together; a file
/// may announce fewer than there are, and name one image many times.
fn images(items: &Items, wanted: &[u64], most: u64) -> Option<Vec<DynamicImage>> {
    let codec = match &items.kind(*wanted.first()?)? {
        b"hvc1" => StillCodec::Hevc,
        b"av01" => StillCodec::Av1,
        _ => return None,
    };
    let mut stored = Vec::with_capacity(wanted.len());
    let mut left = items.most_bytes();
    for item in wanted {
        let bytes = items.bytes(*item)?;
        left = left.checked_sub(bytes.len())?;
        stored.push(match codec {
            StillCodec::Hevc => annex_b(items.property(*item, *b"hvcC")?, &bytes)?,
            StillCodec::Av1 => bytes,
        });
    }
    let decoded = decode_stills(codec, &stored, most)?;
    (decoded.len() == wanted.len()).then_some(decoded)
}

/// An HEVC image as a stream (ISO/IEC 14496-15, 8.3): its parameter sets, and units that begin with
/// a start code in place of their length.
fn annex_b(configuration: &[u8], image: &[u8]) -> Option<Vec<u8>> {
    const START: [u8; 4] = [0, 0, 0, 1];
    let mut reader = FieldReader(configuration);
    let length = (*reader.take(22)?.get(21)? & 3) as usize + 1;
    let mut stream = Vec::with_capacity(image.len() + configuration.len());
    for _ in 0..reader.number(1)? {
        reader.number(1)?;
        for _ in 0..reader.number(2)? {
            let size = reader.number(2)? as usize;
            stream.extend_from_slice(&START);
            stream.extend_from_slice(reader.take(size)?);
        }
    }
    let mut reader = FieldReader(image);
    while !reader.0.is_empty() {
        let size = reader.number(length)? as usize;
        stream.extend_from_slice(&START);
        stream.extend_from_slice(reader.take(size)?);
    }
    Some(stream)
}

/// The place and size of what is shown of an image (ISO/IEC 14496-12, 12.1.4).
fn aperture(content: &[u8], (width, height): (u32, u32)) -> Option<((u32, u32), (u32, u32))> {
    let mut reader = FieldReader(content);
    let mut fraction = || {
        let (above, below) = (reader.number(4)? as u32 as i32, reader.number(4)? as u32);
        (below > 0).then(|| f64::from(above) / f64::from(below))
    };
    let (wide, high, across, down) = (fraction()?, fraction()?, fraction()?, fraction()?);
    let begins = |whole: u32, part: f64, off: f64| {
        ((f64::from(whole) - part) / 2.0 + off).round().max(0.0) as u32
    };
    let place = (begins(width, wide, across), begins(height, high, down));
    let size = (
        (wide.round() as u32).min(width.checked_sub(place.0)?),
        (high.round() as u32).min(height.checked_sub(place.1)?),
    );
    (size.0 > 0 && size.1 > 0).then_some((place, size))
}

fn with_alpha(pixels: &DynamicImage, alpha: &DynamicImage) -> DynamicImage {
    let mut clear = pixels.to_rgba8();
    let mask = alpha.to_luma8();
    let mask = if mask.dimensions() == clear.dimensions() {
        mask
    } else {
        let (width, height) = clear.dimensions();
        imageops::resize(&mask, width, height, imageops::FilterType::Triangle)
    };
    for (pixel, level) in clear.pixels_mut().zip(mask.pixels()) {
        pixel.0[3] = level.0[0];
    }
    clear.into()
}
