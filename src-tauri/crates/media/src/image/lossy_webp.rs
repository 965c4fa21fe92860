//! Writes WebP images with loss, by libav's libwebp (“WebP Container Specification”).

use image::DynamicImage;

use crate::riff::{Chunk, chunks, three_bytes, write_chunk};
use crate::video::encode_webp;

/// Bits of a file's first chunk that announce a colour profile, transparency and an EXIF block.
const HAS_PROFILE: u8 = 0b0010_0000;
const HAS_ALPHA: u8 = 0b0001_0000;
const HAS_EXIF: u8 = 0b0000_1000;

/// An image as a WebP file at a quality from 1 to 100; transparency is kept. None where libav cannot.
pub(super) fn lossy_webp(
    image: &DynamicImage,
    quality: u8,
    icc: Option<&[u8]>,
    exif: Option<&[u8]>,
) -> Option<Vec<u8>> {
    let packed = encode_webp(image, quality)?;
    if icc.is_none() && exif.is_none() {
        return Some(packed);
    }
    let images: Vec<Chunk<'_>> = chunks(packed.get(12..)?)
        .filter(|chunk| &chunk.kind != b"VP8X")
        .collect();
    let has_alpha = images.iter().any(|chunk| &chunk.kind == b"ALPH");
    let flag = |is_set: bool, flag: u8| if is_set { flag } else { 0 };
    let flags = flag(icc.is_some(), HAS_PROFILE)
        | flag(has_alpha, HAS_ALPHA)
        | flag(exif.is_some(), HAS_EXIF);
    let mut form = vec![flags, 0, 0, 0];
    form.extend(three_bytes(image.width() - 1));
    form.extend(three_bytes(image.height() - 1));
    let mut content = b"WEBP".to_vec();
    let mut add = |kind, bytes: &[u8]| write_chunk(&mut content, kind, bytes).ok();
    add(*b"VP8X", &form)?;
    if let Some(icc) = icc {
        add(*b"ICCP", icc)?;
    }
    for chunk in images {
        add(chunk.kind, chunk.content)?;
    }
    if let Some(exif) = exif {
        add(*b"EXIF", exif)?;
    }
    let mut file = Vec::new();
    write_chunk(&mut file, *b"RIFF", &content).ok()?;
    Some(file)
}

#[cfg(test)]
mod tests {
    use image::{ImageDecoder, Rgba, RgbaImage};

    use super::*;

    #[test]
    fn a_file_is_read_back_with_its_profile_and_its_clear_pixels() {
        let image = RgbaImage::from_fn(61, 40, |x, y| {
            let alpha = if x < 20 { 0 } else { 255 };
            Rgba([(4 * x) as u8, (6 * y) as u8, 90, alpha])
        });
        let file = lossy_webp(&image.clone().into(), 85, Some(b"profile"), Some(b"exif"));
        let file = file.expect("libav has libwebp");
        let mut decoder =
            image::codecs::webp::WebPDecoder::new(std::io::Cursor::new(&file)).unwrap();
        assert_eq!(decoder.icc_profile().unwrap().unwrap(), b"profile");
        assert_eq!(decoder.exif_metadata().unwrap().unwrap(), b"exif");
        let read = DynamicImage::from_decoder(decoder).unwrap().to_rgba8();
        assert_eq!(read.dimensions(), (61, 40));
        assert!(read.get_pixel(3, 3)[3] < 10 && read.get_pixel(50, 20)[3] > 245);
        let gap = |x: u32, y: u32| {
            let (a, b) = (image.get_pixel(x, y), read.get_pixel(x, y));
            (0..3).map(|at| a[at].abs_diff(b[at])).max()
        };
        assert!(gap(50, 20) < Some(12), "{:?}", gap(50, 20));
        let worse = lossy_webp(&image.into(), 10, None, None).unwrap();
        assert!(worse.len() < file.len());
    }
}
