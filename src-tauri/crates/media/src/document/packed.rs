//! Pictures in a document made smaller: fewer pixels where a page shows more than are wanted, packed as JPEG.

use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, GrayImage, ImageEncoder, RgbImage};
use lopdf::{Document as Stored, Object, ObjectId, Stream};

use super::INCH;
use crate::MediaError;
use patchbay_scaling::{fit_within, resize};

/// How pictures are packed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Packing {
    /// The most dots per inch that a picture has where it fills its page.
    pub dots: f64,
    /// The quality of JPEG, from 1 to 100.
    pub quality: u8,
}

/// Pictures of fewer pixels are left as they are: lines, logos, letters.
const SMALLEST: u32 = 64;
/// The most bytes that a picture unfolds to.
const MOST_BYTES: usize = 400 << 20;

/// Packs the pictures of a document; those that would not become smaller, or are packed in ways that are not read here,
/// stay as they are.
pub(super) fn pack<E: From<MediaError>>(
    document: &mut Stored,
    packing: Packing,
    report: &mut dyn FnMut(f64) -> Result<(), E>,
) -> Result<(), E> {
    let longest = longest_page(document);
    let most = (longest / INCH * packing.dots).ceil().max(1.0) as u32;
    let pictures: Vec<ObjectId> = document
        .objects
        .iter()
        .filter(|(_, object)| object.as_stream().is_ok_and(is_picture))
        .map(|(id, _)| *id)
        .collect();
    for (number, id) in pictures.iter().enumerate() {
        report(number as f64 / pictures.len() as f64)?;
        let Some(small) = smaller(document, *id, most, packing.quality) else {
            continue;
        };
        document.objects.insert(*id, Object::Stream(small));
    }
    Ok(())
}

/// The longest side of all pages, in points.
fn longest_page(document: &Stored) -> f64 {
    let side = |page: ObjectId| {
        let sides = document
            .get_dictionary(page)
            .ok()?
            .get_deref(b"MediaBox", document)
            .ok()?;
        let [left, lower, right, upper] = sides.as_array().ok()?.as_slice() else {
            return None;
        };
        let length = |from: &Object, to: &Object| {
            let ends = [from, to].map(|end| document.dereference(end).ok()?.1.as_float().ok());
            Some(f64::from(ends[1]? - ends[0]?).abs())
        };
        Some(length(left, right)?.max(length(lower, upper)?))
    };
    let longest = document.page_iter().filter_map(side).fold(0.0, f64::max);
    if longest > 0.0 { longest } else { 842.0 }
}

fn is_picture(stream: &Stream) -> bool {
    stream
        .dict
        .get(b"Subtype")
        .and_then(Object::as_name)
        .is_ok_and(|name| name == b"Image")
}

/// A picture with its longer side of at most so many pixels; none where it stays as it is.
fn smaller(document: &Stored, id: ObjectId, most: u32, quality: u8) -> Option<Stream> {
    let stream = document.objects.get(&id)?.as_stream().ok()?;
    let value = |key: &[u8]| stream.dict.get_deref(key, document).ok();
    let number = |key: &[u8]| value(key)?.as_i64().ok();
    let (width, height) = (number(b"Width")?, number(b"Height")?);
    let (width, height) = (u32::try_from(width).ok()?, u32::try_from(height).ok()?);
    // What says which pixels are seen, or how they are coloured, has to fit to the pixel.
    let is_plain = ["ImageMask", "Mask", "Decode"]
        .iter()
        .all(|key| value(key.as_bytes()).is_none());
    if !is_plain || width.max(height) < SMALLEST || number(b"BitsPerComponent") != Some(8) {
        return None;
    }
    let components = components(value(b"ColorSpace")?, document)?;
    let filters = stream.filters().unwrap_or_default();
    let pixels: DynamicImage = match filters.as_slice() {
        [b"DCTDecode"] => {
            let format = image::ImageFormat::Jpeg;
            let pixels = image::load_from_memory_with_format(&stream.content, format).ok()?;
            let is_so = usize::from(pixels.color().channel_count()) == components;
            is_so.then_some(pixels)?
        }
        [] | [b"FlateDecode"] => {
            let bytes = stream.get_plain_content_with_limit(MOST_BYTES).ok()?;
            match components {
                1 => GrayImage::from_raw(width, height, bytes)?.into(),
                _ => RgbImage::from_raw(width, height, bytes)?.into(),
            }
        }
        _ => return None,
    };
    let (wide, high) = fit_within(pixels.width(), pixels.height(), most);
    let pixels = resize(&pixels, wide, high);
    let mut packed = Vec::new();
    JpegEncoder::new_with_quality(&mut packed, quality)
        .write_image(pixels.as_bytes(), wide, high, pixels.color().into())
        .ok()?;
    if packed.len() >= stream.content.len() {
        return None;
    }
    let mut dictionary = stream.dict.clone();
    dictionary.remove(b"DecodeParms");
    dictionary.set("Filter", Object::Name(b"DCTDecode".to_vec()));
    dictionary.set("Width", i64::from(wide));
    dictionary.set("Height", i64::from(high));
    Some(Stream::new(dictionary, packed).with_compression(false))
}

/// Returns the number of components of a space of grey or of red, green and blue; none for others.
fn components(space: &Object, document: &Stored) -> Option<usize> {
    if let Ok(name) = space.as_name() {
        return match name {
            b"DeviceGray" | b"CalGray" => Some(1),
            b"DeviceRGB" | b"CalRGB" => Some(3),
            _ => None,
        };
    }
    let [kind, profile, ..] = space.as_array().ok()?.as_slice() else {
        return None;
    };
    let profile = document.dereference(profile).ok()?.1;
    match kind.as_name().ok()? {
        b"ICCBased" => {
            let count = profile
                .as_stream()
                .ok()?
                .dict
                .get(b"N")
                .ok()?
                .as_i64()
                .ok()?;
            [1, 3].contains(&count).then_some(count as usize)
        }
        b"CalRGB" => Some(3),
        b"CalGray" => Some(1),
        _ => None,
    }
}
