//! Colours of a tiny random network: what they mean is chance, but how light an image is stays.

use std::path::Path;

use image::{DynamicImage, ImageBuffer, Luma, LumaA, Rgb};
use patchbay_domain::{MediaFile, Resource};
use patchbay_inference::networks::ddcolor::lab;

use crate::support::Bench;

/// An image that lies in `folder`, and what becomes of it.
fn colored(bench: &Bench, folder: &Path, image: &DynamicImage) -> DynamicImage {
    let file = MediaFile {
        path: folder.join("old.png"),
        name: "old.png".to_owned(),
    };
    image.save(&file.path).unwrap();
    let found = bench
        .run("image_colorization", &[("image", Resource::image(file))])
        .unwrap();
    let file = found.files()[0];
    assert_eq!(file.name, "old_colourised.png");
    let found = image::open(&file.path).unwrap();
    assert_eq!(
        (found.width(), found.height()),
        (image.width(), image.height())
    );
    found
}

fn bench() -> (Bench, tempfile::TempDir) {
    (
        Bench::with(|network| network == "ddcolor", |_| {}),
        tempfile::tempdir().unwrap(),
    )
}

#[test]
fn a_grey_image_gets_colours_and_stays_as_light() {
    let (bench, folder) = bench();
    let before = ImageBuffer::from_fn(70, 40, |x, y| Luma([60 + (x + y) as u8]));
    let after = colored(&bench, folder.path(), &before.clone().into());
    let after = after.as_rgb8().expect("three channels of 8 bits");
    let unit = |pixel: &Rgb<u8>| pixel.0.map(|level| f32::from(level) / 255.0);
    for (before, after) in before.pixels().zip(after.pixels()) {
        let apart = (lab::grey(unit(after)) * 255.0 - f32::from(before[0])).abs();
        assert!(apart < 1.5, "{before:?} became {after:?}");
    }
    assert!(
        after
            .pixels()
            .any(|pixel| pixel[0] != pixel[1] || pixel[1] != pixel[2])
    );
}

#[test]
fn depth_and_transparency_stay() {
    let (bench, folder) = bench();
    let before: ImageBuffer<LumaA<u16>, Vec<u16>> = ImageBuffer::from_fn(20, 30, |x, y| {
        LumaA([20_001 + (x * 700) as u16, 65_535 - (y * 2_000) as u16])
    });
    let after = colored(&bench, folder.path(), &before.clone().into());
    let after = after.as_rgba16().expect("four channels of 16 bits");
    assert!(
        before
            .pixels()
            .zip(after.pixels())
            .all(|(before, after)| before[1] == after[3])
    );
    assert!(after.pixels().any(|pixel| pixel[0] % 257 != 0));
}

#[test]
fn images_of_any_shape_are_taken() {
    let (bench, folder) = bench();
    for (width, height) in [(1, 1), (3000, 1), (1, 500), (33, 7)] {
        let image = ImageBuffer::from_fn(width, height, |x, y| Rgb([x as u8, y as u8, 128]));
        colored(&bench, folder.path(), &image.into());
    }
}
