//! Files that are too large, cut off or no images.

use std::fs;

use patchbay_media::MediaError;
use patchbay_media::image::{Encoding, is_image, probe, read, write_like};

use crate::{jpeg, refused};

#[test]
fn a_giant_is_refused_by_its_header() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("giant.png");
    let mut header = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    header.extend(30_000_u32.to_be_bytes());
    header.extend(30_000_u32.to_be_bytes());
    header.extend([8, 2, 0, 0, 0]);
    header.extend(crc(&header[12..]).to_be_bytes());
    header.extend(b"\0\0\0\x0cIDAT");
    fs::write(&path, &header).unwrap();
    let error = refused(&path);
    assert!(matches!(&error, MediaError::TooLarge { .. }), "{error}");
    assert!(error.to_string().contains("30000 x 30000"), "{error}");
    assert!(matches!(
        probe(&path, "giant.png"),
        Err(MediaError::TooLarge { .. })
    ));
}

fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| {
            if crc & 1 == 1 {
                (crc >> 1) ^ 0xEDB8_8320
            } else {
                crc >> 1
            }
        })
    })
}

#[test]
fn files_that_are_cut_off_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let jpeg = fs::read(jpeg(folder.path(), 1)).unwrap();
    let whole = read(&folder.path().join("photo.jpg"), "photo.jpg").unwrap();
    let path = folder.path().join("cut");
    for encoding in [Encoding::Png, Encoding::WebP] {
        write_like(&whole, &path, &whole.pixels, encoding, "cut").unwrap();
        let bytes = fs::read(&path).unwrap();
        fs::write(&path, &bytes[..bytes.len() * 9 / 10]).unwrap();
        assert!(
            refused(&path).to_string().contains("ends in the middle"),
            "{encoding:?}"
        );
    }
    for part in 1..20 {
        fs::write(&path, &jpeg[..jpeg.len() * part / 20]).unwrap();
        assert!(matches!(refused(&path), MediaError::Malformed { .. }));
    }
    assert!(refused(&path).to_string().contains("ends in the middle"));
}

#[test]
fn files_that_are_no_images_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("photo.jpg");
    assert!(matches!(refused(&path), MediaError::Unreadable { .. }));
    assert!(
        refused(folder.path())
            .to_string()
            .contains("it is a folder")
    );
    fs::write(&path, "").unwrap();
    assert!(matches!(refused(&path), MediaError::Empty { .. }));
    fs::write(&path, "Dear diary, today I renamed a text file.").unwrap();
    assert!(matches!(refused(&path), MediaError::Malformed { .. }));
    assert!(!is_image(b"Dear diary, today"));
    fs::write(&path, b"\0\0\0\x18ftypheic\0\0\0\0mif1heic").unwrap();
    assert!(refused(&path).to_string().contains("HEIC"));
}
