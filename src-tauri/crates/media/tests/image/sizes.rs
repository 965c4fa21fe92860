//! Images made smaller.

use image::{Rgba, RgbaImage};
use patchbay_media::image::{fit_within, resize, thumbnail, write_png};

use crate::red_and_blue;

#[test]
fn thumbnails_fit_and_are_never_enlarged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wide.png");
    write_png(&path, &red_and_blue(400, 100).into(), "wide.png").unwrap();
    let small = thumbnail(&path, "wide.png", 100).unwrap();
    assert_eq!(small.dimensions(), (100, 25));
    assert!(small.get_pixel(10, 12)[0] > 200 && small.get_pixel(90, 12)[2] > 200);
    assert_eq!(
        thumbnail(&path, "wide.png", 4000).unwrap().dimensions(),
        (400, 100)
    );
    assert_eq!(fit_within(10_000, 1, 100), (100, 1));
}

#[test]
fn resizing_keeps_colours_of_see_through_pixels_out() {
    let half_clear = RgbaImage::from_fn(64, 64, |x, _| {
        if x < 32 {
            Rgba([255, 0, 0, 255])
        } else {
            Rgba([0, 255, 0, 0])
        }
    });
    let small = resize(&half_clear.into(), 16, 16).into_rgba8();
    assert!(
        small.pixels().filter(|p| p[3] > 8).all(|p| p[1] < 8),
        "green shines through"
    );
}
