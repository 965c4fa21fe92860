//! Writes WebP images with loss, by libav's libwebp (“WebP Container Specification”).

use image::DynamicImage;

use crate::video::encode_webp;

/// What a file says of itself in its first chunk: a colour profile, an EXIF block.
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
        .into_iter()
        .filter(|chunk| &chunk.kind != b"VP8X")
        .collect();
    let has_alpha = images.iter().any(|chunk| &chunk.kind == b"ALPH");
    let flag = |is_set: bool, flag: u8| if is_set { flag } else { 0 };
    let flags = flag(icc.is_some(), HAS_PROFILE)
        | flag(has_alpha, HAS_ALPHA)
        | flag(exif.is_some(), HAS_EXIF);
    let side = |length: u32| (length - 1).to_le_bytes();
    let (across, down) = (side(image.width()), side(image.height()));
    let form = [&[flags, 0, 0, 0], &across[..3], &down[..3]].concat();
    let mut content = b"WEBP".to_vec();
    add(&mut content, *b"VP8X", &form);
    if let Some(icc) = icc {
        add(&mut content, *b"ICCP", icc);
    }
    for chunk in images {
        add(&mut content, chunk.kind, chunk.content);
    }
    if let Some(exif) = exif {
        add(&mut content, *b"EXIF", exif);
    }
    let mut file = Vec::new();
    add(&mut file, *b"RIFF", &content);
    Some(file)
}

/// A chunk of a file.
struct Chunk<'a> {
    kind: [u8; 4],
    content: &'a [u8],
}

/// The chunks that stand behind each other; what is cut off is left out.
fn chunks(mut bytes: &[u8]) -> Vec<Chunk<'_>> {
    let mut found = Vec::new();
    while let Some((&[a, b, c, d, e, f, g, h], rest)) = bytes.split_first_chunk::<8>() {
        let length = u32::from_le_bytes([e, f, g, h]) as usize;
        let Some(content) = rest.get(..length) else {
            break;
        };
        found.push(Chunk {
            kind: [a, b, c, d],
            content,
        });
        // Chunks begin at even bytes.
        bytes = rest.get(length + length % 2..).unwrap_or_default();
    }
    found
}

fn add(bytes: &mut Vec<u8>, kind: [u8; 4], content: &[u8]) {
    bytes.extend(kind);
    bytes.extend((content.len() as u32).to_le_bytes());
    bytes.extend(content);
    if content.len() % 2 == 1 {
        bytes.push(0);
    }
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
