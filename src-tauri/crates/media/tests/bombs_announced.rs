//! Small files that announce gigabytes of pixels: HEIC, AVIF and animated WebP. Refused before they are decoded, within
//! memory that is measured.

use std::fs;
use std::path::Path;

use image::ExtendedColorType;
use image::codecs::webp::WebPEncoder;
use patchbay_media::MediaError;
use patchbay_media::image::{Animation, Contents, probe, read};
use patchbay_test_support::peak_memory;
use patchbay_test_support::video::make;

/// 97 by 65 pixels in a grid of one tile.
const HEIC: &[u8] = include_bytes!("image/data/photo.heic");

fn refused(path: &Path) -> MediaError {
    let error = read(path, "given.jpg").expect_err("the file is unusable");
    assert!(error.to_string().contains("given.jpg"), "{error}");
    error
}

/// A file in which these bytes, which stand in it once, are others.
fn with(bytes: &[u8], old: &[u8], new: &[u8]) -> Vec<u8> {
    let mut found = bytes.windows(old.len()).enumerate();
    let place = found.find(|(_, part)| *part == old).expect("it is there").0;
    assert!(
        !found.any(|(_, part)| part == old),
        "it is there once: {old:?}"
    );
    let mut changed = bytes.to_vec();
    changed[place..place + new.len()].copy_from_slice(new);
    changed
}

/// The property that says how large a picture is.
fn extent(width: u32, height: u32) -> Vec<u8> {
    let (width, height) = (width.to_be_bytes(), height.to_be_bytes());
    [b"ispe\0\0\0\0".as_slice(), &width, &height].concat()
}

#[test]
fn a_heic_or_avif_that_says_it_is_huge_is_refused_before_it_is_decoded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("given.jpg");
    let packed = "-c:v libaom-av1 -still-picture 1 -cpu-used 8 -pix_fmt yuv420p";
    let bars = format!("-f lavfi -i smptebars=s=96x64 -frames:v 1 {packed}");
    let avif = fs::read(make(folder.path(), "bars.avif", &bars)).unwrap();
    let huge = extent(30_000, 30_000);
    let before = peak_memory();
    for bomb in [
        with(HEIC, &extent(97, 65), &huge),
        with(&avif, &extent(96, 64), &huge),
    ] {
        fs::write(&path, bomb).unwrap();
        let error = refused(&path);
        assert!(matches!(error, MediaError::TooLarge { .. }), "{error}");
        assert!(error.to_string().contains("30000 x 30000"), "{error}");
    }
    // What its grid says of itself is no less held against what can be.
    let sides = 30_000_u16.to_be_bytes();
    let grid = [&[0; 4][..], &sides, &sides].concat();
    fs::write(&path, with(HEIC, &[0, 0, 0, 0, 0, 97, 0, 65], &grid)).unwrap();
    assert_eq!(probe(&path, "given.jpg").unwrap(), (97, 65));
    let error = refused(&path);
    assert!(error.to_string().contains("HEIC"), "{error}");
    assert!(
        peak_memory() < before + 200,
        "{before} MB, then {} MB",
        peak_memory()
    );
    // The same files as they were are pictures.
    fs::write(&path, HEIC).unwrap();
    assert_eq!(read(&path, "given.jpg").unwrap().pixels.width(), 97);
    fs::write(&path, avif).unwrap();
    assert_eq!(read(&path, "given.jpg").unwrap().pixels.width(), 96);
}

fn chunk(kind: &str, content: &[u8]) -> Vec<u8> {
    let length = (content.len() as u32).to_le_bytes();
    let mut chunk = [kind.as_bytes(), &length, content].concat();
    chunk.resize(chunk.len().next_multiple_of(2), 0);
    chunk
}

/// A WebP of that canvas whose frames say that they are so large by themselves, and have one pixel.
fn webp((canvas, frame): (u32, u32), frames: usize) -> Vec<u8> {
    let three = |number: u32| number.to_le_bytes()[..3].to_vec();
    let mut pixel = Vec::new();
    WebPEncoder::new_lossless(&mut pixel)
        .encode(&[200, 0, 0], 1, 1, ExtendedColorType::Rgb8)
        .unwrap();
    let form = [vec![0b10, 0, 0, 0], three(canvas - 1), three(canvas - 1)];
    // At the top left, so large, seen for 40 ms.
    let shown = [
        vec![0; 6],
        three(frame - 1),
        three(frame - 1),
        three(40),
        vec![0],
        pixel[12..].to_vec(),
    ];
    let mut content = b"WEBP".to_vec();
    content.extend(chunk("VP8X", &form.concat()));
    content.extend(chunk("ANIM", &[0; 6]));
    let shown = chunk("ANMF", &shown.concat());
    for _ in 0..frames {
        content.extend(&shown);
    }
    chunk("RIFF", &content)
}

#[test]
fn an_animated_webp_of_far_too_many_pixels_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("given.jpg");
    let before = peak_memory();
    for (sides, frames) in [((8_000, 1), 300), ((2_000, 1), 3_000), ((10, 65_535), 2)] {
        fs::write(&path, webp(sides, frames)).unwrap();
        let error = Animation::open(&path, "given.jpg")
            .err()
            .expect("far too large");
        assert!(matches!(error, MediaError::TooLarge { .. }), "{error}");
        assert!(error.to_string().contains("frames of"), "{error}");
        assert_eq!(Contents::of(&path, "given.jpg").unwrap().frames, frames);
    }
    // Not even its first frame.
    fs::write(&path, webp((16_383, 1), 2)).unwrap();
    let error = refused(&path);
    assert!(matches!(error, MediaError::TooLarge { .. }), "{error}");
    assert!(error.to_string().contains("16383 x 16383"), "{error}");
    assert!(
        peak_memory() < before + 200,
        "{before} MB, then {} MB",
        peak_memory()
    );

    fs::write(&path, webp((500, 1), 3_000)).unwrap();
    let animation = Animation::open(&path, "given.jpg").unwrap();
    let animation = animation.expect("it moves");
    assert_eq!(animation.frame_count, 3_000);
    let mut frames = animation.frames().unwrap();
    let (first, seconds) = frames.next().unwrap().unwrap();
    assert_eq!((first.width(), first.height()), (500, 500));
    assert!((seconds - 0.04).abs() < 1e-9, "{seconds}");
    let [red, green, blue] = first.to_rgb8().get_pixel(0, 0).0;
    assert!(red > 190 && green < 10 && blue < 10, "{red} {green} {blue}");
}
