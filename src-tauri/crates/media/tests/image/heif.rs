//! HEIC and AVIF images, as telephones and pages have them.

use std::path::Path;

use image::RgbImage;
use patchbay_media::image::{probe, read};
use patchbay_media::{MediaKind, image::is_image};
use patchbay_test_support::video::{difference, make};

/// 97 by 65 pixels in a grid of one tile of 98 by 66, as libheif writes them: a photograph of the
/// samples made small.
const HEIC: &[u8] = include_bytes!("data/photo.heic");

fn small(path: &Path) -> RgbImage {
    let photo = image::open(path).unwrap();
    let filter = image::imageops::FilterType::Lanczos3;
    photo.resize_exact(97, 65, filter).to_rgb8()
}

#[test]
fn a_heic_photograph_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("IMG_0001.HEIC");
    std::fs::write(&path, HEIC).unwrap();
    assert!(is_image(&HEIC[..16]));
    assert_eq!(probe(&path, "IMG_0001.HEIC").unwrap(), (97, 65));
    let facts = patchbay_media::probe(&path, "IMG_0001.HEIC").unwrap();
    assert_eq!(facts.kind, MediaKind::Image);
    let seen = read(&path, "IMG_0001.HEIC").unwrap().pixels.to_rgb8();
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../assets/samples");
    let off = difference(&seen, &small(&samples.join("photo.jpg")));
    assert!(off < 6.0, "{off}");
}

#[test]
fn a_heic_photograph_that_is_cut_off_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("photo.heic");
    for kept in [20, 200, HEIC.len() / 2] {
        std::fs::write(&path, &HEIC[..kept]).unwrap();
        let error = read(&path, "photo.heic").unwrap_err().to_string();
        assert!(
            error.contains("HEIC") && error.contains("photo.heic"),
            "{error}"
        );
    }
}

#[test]
fn an_avif_image_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let bars = "-f lavfi -i smptebars=s=96x64 -frames:v 1";
    let png = make(folder.path(), "bars.png", bars);
    let packed = "-c:v libaom-av1 -still-picture 1 -cpu-used 8 -crf 8 -pix_fmt yuv444p";
    let from = format!("-i {} {packed}", png.display());
    let avif = make(folder.path(), "bars.avif", &from);
    assert_eq!(probe(&avif, "bars.avif").unwrap(), (96, 64));
    let seen = read(&avif, "bars.avif").unwrap().pixels.to_rgb8();
    let off = difference(&seen, &image::open(&png).unwrap().to_rgb8());
    assert!(off < 8.0, "{off}");
}
