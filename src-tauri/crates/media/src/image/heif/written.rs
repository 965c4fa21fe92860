//! Writes AVIF images (AV1 Image File Format 1.1): one item of colours, one of alpha where there is
//! any, and the EXIF block.

use image::{DynamicImage, GrayImage, Luma};

use super::Kind;
use crate::video::encode_still;

/// The number of the item of colours.
const COLORS: u16 = 1;
/// The number of the item of alpha.
const ALPHA: u16 = 2;
/// The number of the EXIF block.
const EXIF: u16 = 3;

/// An image as the bytes of a file; none where libav cannot encode it.
pub(in crate::image) fn avif(
    image: &DynamicImage,
    icc: Option<&[u8]>,
    exif: Option<&[u8]>,
) -> Option<Vec<u8>> {
    let is_deep = image.color().bytes_per_pixel() > image.color().channel_count();
    let opaque = if is_deep {
        DynamicImage::ImageRgb16(image.to_rgb16())
    } else {
        DynamicImage::ImageRgb8(image.to_rgb8())
    };
    let colors = Coded::of(&opaque)?;
    let alpha = if image.color().has_alpha() {
        let clear = image.to_rgba8();
        let alpha = GrayImage::from_fn(clear.width(), clear.height(), |x, y| {
            Luma([clear.get_pixel(x, y)[3]])
        });
        Some(Coded::of(&alpha.into())?)
    } else {
        None
    };
    let mut items = vec![(COLORS, *b"av01", colors.data.clone())];
    if let Some(alpha) = &alpha {
        items.push((ALPHA, *b"av01", alpha.data.clone()));
    }
    if let Some(exif) = exif {
        // Four bytes say how far the TIFF structure is behind them.
        items.push((EXIF, *b"Exif", [&[0; 4], exif].concat()));
    }
    let properties = properties(
        (image.width(), image.height()),
        &colors,
        alpha.as_ref(),
        icc,
    );
    Some(file(&items, &properties))
}

/// An image that was encoded.
struct Coded {
    data: Vec<u8>,
    /// The content of its box `av1C`.
    configuration: Vec<u8>,
    /// The bits of each of its components.
    depths: Vec<u8>,
}

impl Coded {
    fn of(image: &DynamicImage) -> Option<Self> {
        let unit = encode_still(image)?;
        // A file has no delimiter before its image.
        let data = unit.strip_prefix(&[0x12, 0]).unwrap_or(&unit).to_vec();
        // The header of the sequence comes first: its size, then its profile and its level, as
        // headers of still images have them.
        let &[0x0A, size, first, second, ..] = data.as_slice() else {
            return None;
        };
        let header = data.get(..2 + usize::from(size))?;
        let (profile, level) = (first >> 5, (first & 7) << 2 | second >> 6);
        let (form, depths) = match image {
            DynamicImage::ImageLuma8(_) => (0b0001_1100, vec![8]),
            DynamicImage::ImageRgb16(_) => (0b0100_0000, vec![10; 3]),
            _ => (0, vec![8; 3]),
        };
        let configuration = [&[0x81, profile << 5 | level, form, 0], header].concat();
        Some(Self {
            data,
            configuration,
            depths,
        })
    }
}

/// A box: how long it is, its type and what is in it.
fn boxed(kind: Kind, content: &[u8]) -> Vec<u8> {
    let length = (content.len() + 8) as u32;
    [&length.to_be_bytes()[..], &kind, content].concat()
}

/// A box that has a version and flags before what is in it.
fn full(kind: Kind, version: u8, flags: u8, content: &[u8]) -> Vec<u8> {
    boxed(kind, &[&[version, 0, 0, flags], content].concat())
}

/// The box `iprp`: the properties, and which of them each item has.
fn properties(
    (width, height): (u32, u32),
    colors: &Coded,
    alpha: Option<&Coded>,
    icc: Option<&[u8]>,
) -> Vec<u8> {
    /// Whoever does not know the property cannot show the image.
    const ESSENTIAL: u8 = 0x80;
    let depths = |coded: &Coded| {
        let count = coded.depths.len() as u8;
        full(
            *b"pixi",
            0,
            0,
            &[&[count], coded.depths.as_slice()].concat(),
        )
    };
    let mut all = vec![
        full(
            *b"ispe",
            0,
            0,
            &[width.to_be_bytes(), height.to_be_bytes()].concat(),
        ),
        depths(colors),
        boxed(*b"av1C", &colors.configuration),
        // Primaries of BT.709, the tones of sRGB, BT.601's matrix, the full range.
        boxed(*b"colr", b"nclx\0\x01\0\x0D\0\x06\x80"),
    ];
    let mut has = vec![(COLORS, vec![1, 2, 3 | ESSENTIAL, 4])];
    if let Some(icc) = icc {
        all.push(boxed(*b"colr", &[b"prof", icc].concat()));
        has[0].1.push(all.len() as u8);
    }
    if let Some(alpha) = alpha {
        let first = all.len() as u8 + 1;
        all.push(depths(alpha));
        all.push(boxed(*b"av1C", &alpha.configuration));
        all.push(full(
            *b"auxC",
            0,
            0,
            b"urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0",
        ));
        has.push((
            ALPHA,
            vec![1, first, (first + 1) | ESSENTIAL, (first + 2) | ESSENTIAL],
        ));
    }
    let mut association = (has.len() as u32).to_be_bytes().to_vec();
    for (item, properties) in &has {
        association.extend(item.to_be_bytes());
        association.push(properties.len() as u8);
        association.extend(properties);
    }
    let content = [
        boxed(*b"ipco", &all.concat()),
        full(*b"ipma", 0, 0, &association),
    ];
    boxed(*b"iprp", &content.concat())
}

/// The whole file; what items hold stands behind what is said of them.
fn file(items: &[(u16, Kind, Vec<u8>)], properties: &[u8]) -> Vec<u8> {
    let kind = boxed(*b"ftyp", b"avif\0\0\0\0avifmif1miaf");
    let begins = kind.len() + meta(items, properties, 0).len() + 8;
    let meta = meta(items, properties, begins);
    let data: Vec<u8> = items
        .iter()
        .flat_map(|(_, _, data)| data)
        .copied()
        .collect();
    [kind, meta, boxed(*b"mdat", &data)].concat()
}

/// The box `meta`, where the first item's bytes stand at `begins`.
fn meta(items: &[(u16, Kind, Vec<u8>)], properties: &[u8], begins: usize) -> Vec<u8> {
    let count = (items.len() as u16).to_be_bytes();
    // Offsets and lengths of four bytes each.
    let mut places = [&[0x44, 0], &count[..]].concat();
    let mut entries = count.to_vec();
    let mut references = Vec::new();
    let mut at = begins;
    for (item, kind, data) in items {
        places.extend(item.to_be_bytes());
        places.extend([0, 0, 0, 1]);
        places.extend((at as u32).to_be_bytes());
        places.extend((data.len() as u32).to_be_bytes());
        at += data.len();
        let entry = [&item.to_be_bytes()[..], &[0, 0], kind, &[0]].concat();
        entries.extend(full(*b"infe", 2, u8::from(*item == EXIF), &entry));
        let refers = match *item {
            ALPHA => *b"auxl",
            EXIF => *b"cdsc",
            _ => continue,
        };
        let reference = [
            item.to_be_bytes(),
            1_u16.to_be_bytes(),
            COLORS.to_be_bytes(),
        ];
        references.extend(boxed(refers, &reference.concat()));
    }
    let mut content = full(*b"hdlr", 0, 0, b"\0\0\0\0pict\0\0\0\0\0\0\0\0\0\0\0\0\0");
    content.extend(full(*b"pitm", 0, 0, &COLORS.to_be_bytes()));
    content.extend(full(*b"iloc", 0, 0, &places));
    content.extend(full(*b"iinf", 0, 0, &entries));
    if !references.is_empty() {
        content.extend(full(*b"iref", 0, 0, &references));
    }
    content.extend(properties);
    full(*b"meta", 0, 0, &content)
}

#[cfg(test)]
mod tests {
    use image::{ImageBuffer, Rgb, Rgba, RgbaImage};

    use super::super::read;
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let clear = RgbaImage::from_fn(61, 43, |x, y| {
            Rgba([
                (x * 4) as u8,
                (y * 5) as u8,
                90,
                if x < 30 { 255 } else { 0 },
            ])
        });
        let profile = b"....................a profile".to_vec();
        let bytes = avif(&clear.clone().into(), Some(&profile), Some(b"II*\0exif")).unwrap();
        let found = read(&bytes, 1_000_000).unwrap();
        assert_eq!(found.icc, Some(profile));
        assert_eq!(found.exif.as_deref(), Some(&b"II*\0exif"[..]));
        let pixels = found.pixels.into_rgba8();
        assert_eq!(pixels.dimensions(), (61, 43));
        for (before, after) in clear.pixels().zip(pixels.pixels()) {
            let is_near = |i: usize, most: u8| before[i].abs_diff(after[i]) <= most;
            assert!(
                (0..3).all(|i| is_near(i, 14)) && is_near(3, 30),
                "{before:?} {after:?}"
            );
        }
    }

    #[test]
    fn more_than_eight_bits_are_kept_as_ten() {
        let deep = ImageBuffer::from_fn(256, 16, |x, _| Rgb([(20_000 + x * 40) as u16; 3]));
        let bytes = avif(&DynamicImage::ImageRgb16(deep.clone()), None, None).unwrap();
        let DynamicImage::ImageRgb16(found) = read(&bytes, 1_000_000).unwrap().pixels else {
            panic!("16 bits have to stay")
        };
        for (before, after) in deep.pixels().zip(found.pixels()) {
            assert!(before[1].abs_diff(after[1]) < 400, "{before:?} {after:?}");
        }
    }
}
