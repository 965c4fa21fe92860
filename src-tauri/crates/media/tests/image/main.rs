//! Images from and to real files.

mod animations;
mod drawings;
mod files;
mod heif;
mod pages;
mod refusals;
mod sizes;

use std::fs;
use std::path::{Path, PathBuf};

use image::codecs::jpeg::JpegEncoder;
use image::{ImageEncoder, Rgb, RgbImage};
use patchbay_media::MediaError;
use patchbay_media::image::read;

/// Left half red, right half blue.
fn red_and_blue(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, _| {
        if x < width / 2 {
            Rgb([220, 20, 20])
        } else {
            Rgb([20, 20, 220])
        }
    })
}

/// A little-endian EXIF block that says nothing but an orientation.
fn exif_with_orientation(orientation: u8) -> Vec<u8> {
    let mut exif = vec![0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0];
    exif.extend([0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]);
    exif.extend([0; 4]);
    exif
}

fn jpeg(folder: &Path, orientation: u8) -> PathBuf {
    let path = folder.join("photo.jpg");
    let mut encoder = JpegEncoder::new_with_quality(fs::File::create(&path).unwrap(), 95);
    encoder
        .set_exif_metadata(exif_with_orientation(orientation))
        .unwrap();
    let mut profile = vec![0; 128];
    profile[16..20].copy_from_slice(b"RGB ");
    encoder.set_icc_profile(profile).unwrap();
    let pixels = red_and_blue(64, 40);
    encoder
        .write_image(pixels.as_raw(), 64, 40, image::ExtendedColorType::Rgb8)
        .unwrap();
    path
}

fn refused(path: &Path) -> MediaError {
    let error = read(path, "given.jpg").expect_err("the file is unusable");
    assert!(error.to_string().contains("given.jpg"), "{error}");
    assert!(error.is_input());
    error
}
