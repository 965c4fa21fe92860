//! Images read and written, with what they bring along.

use std::fs;

use image::{DynamicImage, GenericImageView, ImageBuffer, ImageReader, Rgb, Rgba, RgbaImage};
use patchbay_media::MediaError;
use patchbay_media::image::{
    DecodedImage, Encoding, Metadata, is_image, probe, read, write_like, write_png,
};

use crate::{jpeg, red_and_blue};

#[test]
fn a_photo_taken_sideways_is_upright() {
    let folder = tempfile::tempdir().unwrap();
    let path = jpeg(folder.path(), 6);
    assert_eq!(probe(&path, "photo.jpg").unwrap(), (40, 64));
    let image = read(&path, "photo.jpg").unwrap();
    assert_eq!(image.pixels.dimensions(), (40, 64));
    // Orientation 6: the stored left side is the top.
    assert!(image.pixels.get_pixel(20, 5)[0] > 180);
    assert!(image.pixels.get_pixel(20, 60)[2] > 180);
}

#[test]
fn a_jpeg_keeps_its_metadata_and_is_not_turned_twice() {
    let folder = tempfile::tempdir().unwrap();
    let image = read(&jpeg(folder.path(), 6), "photo.jpg").unwrap();
    let encoding = image.encoding_for(&image.pixels);
    assert_eq!(encoding, Encoding::Jpeg);
    let path = folder.path().join("result.jpg");
    write_like(&image, &path, &image.pixels, encoding, "result.jpg").unwrap();
    let again = read(&path, "result.jpg").unwrap();
    assert_eq!(again.pixels.dimensions(), (40, 64));
    assert_eq!(again.metadata, image.metadata);
    assert!(again.metadata.exif.is_some() && again.metadata.icc.is_some());
}

#[test]
fn transparency_and_sixteen_bits_survive() {
    let folder = tempfile::tempdir().unwrap();
    let image = read(&jpeg(folder.path(), 1), "photo.jpg").unwrap();
    let clear = DynamicImage::ImageRgba8(RgbaImage::from_pixel(9, 7, Rgba([200, 100, 50, 80])));
    assert_eq!(image.encoding_for(&clear), Encoding::Png);
    let deep = DynamicImage::ImageRgb16(ImageBuffer::from_fn(16, 16, |x, y| {
        Rgb([(x * 4001) as u16, (y * 17) as u16, 3])
    }));
    for (name, pixels) in [("clear.png", &clear), ("deep.png", &deep)] {
        let path = folder.path().join(name);
        write_png(&path, pixels, name).unwrap();
        assert_eq!(&read(&path, name).unwrap().pixels, pixels);
    }
    let path = folder.path().join("clear.webp");
    write_like(&image, &path, &clear, Encoding::WebP, "clear.webp").unwrap();
    assert_eq!(read(&path, "clear.webp").unwrap().pixels, clear);
}

#[test]
fn a_tiff_keeps_sixteen_bits_and_an_icon_is_small_and_clear() {
    let folder = tempfile::tempdir().unwrap();
    let deep = DynamicImage::ImageRgb16(ImageBuffer::from_fn(16, 16, |x, y| {
        Rgb([(x * 4001) as u16, (y * 17) as u16, 3])
    }));
    let image = |pixels: &DynamicImage| DecodedImage {
        pixels: pixels.clone(),
        metadata: Metadata::default(),
    };
    let path = folder.path().join("deep.tiff");
    write_like(&image(&deep), &path, &deep, Encoding::Tiff, "deep.tiff").unwrap();
    assert_eq!(read(&path, "deep.tiff").unwrap().pixels, deep);
    let large = RgbaImage::from_pixel(600, 300, Rgba([200, 100, 50, 80])).into();
    let path = folder.path().join("logo.ico");
    write_like(&image(&large), &path, &large, Encoding::Ico, "logo.ico").unwrap();
    let icon = read(&path, "logo.ico").unwrap().pixels;
    assert_eq!(icon.dimensions(), (256, 128));
    assert_eq!(icon.get_pixel(100, 60)[3], 80);
    assert_eq!(Encoding::of_extension("ico"), Some(Encoding::Ico));
}

#[test]
fn the_content_counts_and_not_the_ending() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("actually-a-png.jpg");
    write_png(&path, &red_and_blue(30, 20).into(), "x").unwrap();
    let image = read(&path, "actually-a-png.jpg").unwrap();
    assert_eq!(image.encoding_for(&image.pixels), Encoding::Png);
    assert!(is_image(&fs::read(&path).unwrap()[..16]));
}

#[test]
fn a_full_place_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let image = DecodedImage {
        pixels: red_and_blue(8, 8).into(),
        metadata: patchbay_media::image::Metadata::default(),
    };
    let nowhere = folder.path().join("gone").join("result.png");
    let error =
        write_like(&image, &nowhere, &image.pixels, Encoding::Png, "result.png").unwrap_err();
    assert!(
        matches!(&error, MediaError::Unwritable { .. }) && !error.is_input(),
        "{error}"
    );
    let odd = folder.path().join("a \"name\"\nof its own.png");
    write_png(&odd, &image.pixels, "odd").unwrap();
    assert_eq!(
        ImageReader::open(&odd)
            .unwrap()
            .with_guessed_format()
            .unwrap()
            .into_dimensions()
            .unwrap(),
        (8, 8)
    );
}

#[test]
fn a_packet_goes_along_and_takes_a_recipe_in() {
    let folder = tempfile::tempdir().unwrap();
    let mut image = read(&jpeg(folder.path(), 1), "photo.jpg").unwrap();
    let packet = "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\
        <rdf:Description rdf:about=\"\"><dc:rights>Jo</dc:rights></rdf:Description></rdf:RDF></x:xmpmeta>";
    image.metadata.xmp = Some(packet.into());
    for encoding in [Encoding::Png, Encoding::Jpeg, Encoding::WebP] {
        let path = folder.path().join(format!("made.{}", encoding.extension()));
        write_like(&image, &path, &image.pixels, encoding, "made").unwrap();
        let plain = read(&path, "made").unwrap();
        assert_eq!(plain.metadata.xmp.as_deref(), Some(packet.as_bytes()));
        // Written twice, as a copy of a copy is.
        for text in ["a recipe", "another & longer recipe"] {
            assert!(patchbay_media::xmp::write_text(&path, "made", text).unwrap());
        }
        let text = patchbay_media::xmp::read_text(&path, "made").unwrap();
        let again = read(&path, "made").unwrap();
        assert_eq!(again.pixels, plain.pixels);
        assert_eq!(
            (text.as_deref(), again.metadata),
            (Some("another & longer recipe"), plain.metadata)
        );
        let packets = fs::read(&path)
            .unwrap()
            .windows(10)
            .filter(|part| part == b"<x:xmpmeta")
            .count();
        assert_eq!(packets, 1, "{encoding:?}");
    }
}
