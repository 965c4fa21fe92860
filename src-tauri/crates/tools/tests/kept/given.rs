//! Images that bring along all that an image can.

use std::fs;
use std::path::Path;

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::codecs::webp::WebPEncoder;
use image::{DynamicImage, ImageEncoder};
use moxcms::ColorProfile;
use patchbay_domain::MediaFile;

const PACKET: &str = "<?xpacket begin=\"\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?><x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF \
    xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:Description rdf:about=\"\" \
    xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:rights>Jo Doe, 2024</dc:rights></rdf:Description></rdf:RDF>\
    </x:xmpmeta><?xpacket end=\"w\"?>";

/// An image as a camera stores it that was held upright: 48 by 36 pixels to be shown at 36 by 48,
/// its light end on top.
pub(crate) struct Given {
    pub(crate) name: &'static str,
    pub(crate) pixels: DynamicImage,
    pub(crate) icc: Vec<u8>,
}

/// One of every kind that tools treat differently.
pub(crate) fn given() -> Vec<Given> {
    // Orientation 6: the stored left side is the top.
    let deep = image::ImageBuffer::from_fn(48, 36, |x, y| {
        let level = 60_000 - (x * 1_100 + y * 7) as u16;
        let clear = if y > 30 { 30_000 } else { 65_535 };
        image::Rgba([level, level / 2 + 301, level / 3 + 77, clear])
    });
    let deep = DynamicImage::ImageRgba16(deep);
    let grey = DynamicImage::ImageLuma16(deep.to_luma16());
    let wide = ColorProfile::new_display_p3().encode().unwrap();
    let tones = ColorProfile::new_gray_with_gamma(1.8).encode().unwrap();
    let of = |name, pixels, icc: &Vec<u8>| Given {
        name,
        pixels,
        icc: icc.clone(),
    };
    vec![
        of("deep.png", DynamicImage::ImageRgb16(deep.to_rgb16()), &wide),
        of("deep-clear.png", deep.clone(), &wide),
        of("deep-grey.png", grey.clone(), &tones),
        of("photo.jpg", deep.to_rgb8().into(), &wide),
        of("grey.jpg", grey.to_luma8().into(), &tones),
        of("clear.webp", deep.to_rgba8().into(), &wide),
    ]
}

/// A little-endian EXIF block: camera (Model), orientation 6, copyright.
fn exif() -> Vec<u8> {
    let texts: [(u16, &[u8]); 2] = [(0x0110, b"Camera One\0"), (0x8298, b"Jo Doe, 2024\0")];
    let mut block = vec![0x49, 0x49, 42, 0, 8, 0, 0, 0, 3, 0];
    let mut behind = Vec::new();
    let mut entries: Vec<(u16, Vec<u8>)> = vec![(0x0112, vec![3, 0, 1, 0, 0, 0, 6, 0, 0, 0])];
    for (tag, text) in texts {
        let at = 8 + 2 + 3 * 12 + 4 + behind.len() as u32;
        let mut entry = vec![2, 0];
        entry.extend((text.len() as u32).to_le_bytes());
        entry.extend(at.to_le_bytes());
        behind.extend_from_slice(text);
        entries.push((tag, entry));
    }
    entries.sort_by_key(|(tag, _)| *tag);
    for (tag, entry) in &entries {
        block.extend(tag.to_le_bytes().iter().chain(entry));
    }
    block.extend([0; 4]);
    block.extend(behind);
    block
}

fn encode(mut encoder: impl ImageEncoder, given: &Given) {
    encoder.set_icc_profile(given.icc.clone()).unwrap();
    encoder.set_exif_metadata(exif()).unwrap();
    let (pixels, kind) = (&given.pixels, given.pixels.color().into());
    encoder
        .write_image(pixels.as_bytes(), pixels.width(), pixels.height(), kind)
        .unwrap();
}

/// Writes an image with all that it brings along; the packet goes where the formats' specifications
/// say.
pub(crate) fn write(folder: &Path, given: &Given) -> MediaFile {
    let file = MediaFile {
        path: folder.join(given.name),
        name: given.name.to_owned(),
    };
    let mut out = Vec::new();
    let kind = given.name.rsplit('.').next().unwrap();
    match kind {
        "png" => encode(PngEncoder::new(&mut out), given),
        "jpg" => encode(JpegEncoder::new_with_quality(&mut out, 95), given),
        _ => encode(WebPEncoder::new_lossless(&mut out), given),
    }
    match kind {
        "png" => {
            let chunk = [b"iTXtXML:com.adobe.xmp\0\0\0\0\0", PACKET.as_bytes()].concat();
            let length = chunk.len() as u32 - 4;
            let check = crc32fast::hash(&chunk);
            out.splice(
                33..33,
                [
                    &length.to_be_bytes(),
                    chunk.as_slice(),
                    &check.to_be_bytes(),
                ]
                .concat(),
            );
        }
        "jpg" => {
            let content = [b"http://ns.adobe.com/xap/1.0/\0", PACKET.as_bytes()].concat();
            let length = (content.len() as u16 + 2).to_be_bytes();
            out.splice(2..2, [&[0xFF, 0xE1], length.as_slice(), &content].concat());
        }
        _ => {
            let packet = format!("{PACKET}{}", if PACKET.len() % 2 == 1 { " " } else { "" });
            out.extend(
                [
                    b"XMP ",
                    (packet.len() as u32).to_le_bytes().as_slice(),
                    packet.as_bytes(),
                ]
                .concat(),
            );
            out[20] |= 4;
            let whole = out.len() as u32 - 8;
            out[4..8].copy_from_slice(&whole.to_le_bytes());
        }
    }
    fs::write(&file.path, out).unwrap();
    file
}
