//! Small files that would become gigabytes: refused before, within memory that is measured.

#![allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "names of parts are written as byte strings"
)]

use std::fs;
use std::path::Path;

use fdeflate::{Compressor, compress_to_vec};
use patchbay_media::MediaError;
use patchbay_media::image::{Animation, probe, read};
#[cfg(target_os = "linux")]
use patchbay_test_support::peak_memory;

fn refused(path: &Path) -> MediaError {
    let error = read(path, "given.jpg").expect_err("the file is unusable");
    assert!(error.to_string().contains("given.jpg"), "{error}");
    error
}

/// Returns this many megabytes of zeros, packed.
fn zeros(megabytes: usize) -> Vec<u8> {
    let mut compressor = Compressor::new(Vec::new()).unwrap();
    let megabyte = vec![0; 1 << 20];
    for _ in 0..megabytes {
        compressor.write_data(&megabyte).unwrap();
    }
    compressor.finish().unwrap()
}

fn chunk(kind: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let mut chunk = (content.len() as u32).to_be_bytes().to_vec();
    let checked = [kind.as_slice(), content].concat();
    chunk.extend(&checked);
    chunk.extend(crc32fast::hash(&checked).to_be_bytes());
    chunk
}

/// A small picture with a chunk behind its head.
fn png_with(path: &Path, kind: &[u8; 4], content: &[u8]) {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::RgbImage::new(64, 64)
        .write_to(&mut bytes, image::ImageFormat::Png)
        .unwrap();
    let mut bytes = bytes.into_inner();
    bytes.splice(33..33, chunk(kind, content));
    fs::write(path, bytes).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn what_a_png_packs_is_never_unpacked_without_a_limit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("given.jpg");
    let packed = zeros(400);
    let head = |names: &[u8]| [names, &packed].concat();
    let bombs: [(&[u8; 4], Vec<u8>); 3] = [
        (b"iCCP", head(b"icc\0\0")),
        (b"zTXt", head(b"Comment\0\0")),
        (b"iTXt", head(b"Comment\0\x01\0\0\0")),
    ];
    let before = peak_memory();
    for (kind, content) in bombs {
        png_with(&path, kind, &content);
        let error = refused(&path);
        assert!(
            matches!(error, MediaError::TooLarge { .. }),
            "{kind:?}: {error}"
        );
        assert!(error.to_string().contains("16 MB"), "{error}");
        assert!(probe(&path, "given.jpg").is_err());
        assert!(Animation::open(&path, "given.jpg").is_err());
    }
    assert!(
        peak_memory() < before + 100,
        "{before} MB, then {} MB",
        peak_memory()
    );

    let profile = moxcms::ColorProfile::new_display_p3().encode().unwrap();
    let packed = compress_to_vec(&profile);
    png_with(&path, b"iCCP", &[b"icc\0\0".as_slice(), &packed].concat());
    let kept = read(&path, "given.jpg").unwrap();
    assert_eq!(kept.metadata.icc, Some(profile), "an honest one is kept");
}

/// A GIF of that canvas whose frames are so large by themselves.
fn gif((canvas, frame): (u16, u16), frames: usize) -> Vec<u8> {
    let mut bytes = b"GIF89a".to_vec();
    for side in [canvas, canvas] {
        bytes.extend(side.to_le_bytes());
    }
    bytes.extend([0x80, 0, 0, 0, 0, 0, 255, 255, 255]);
    for _ in 0..frames {
        bytes.extend([0x21, 0xF9, 4, 0, 8, 0, 0, 0, 0x2C, 0, 0, 0, 0]);
        for side in [frame, frame] {
            bytes.extend(side.to_le_bytes());
        }
        bytes.extend([0, 2, 2, 0x44, 1, 0]);
    }
    bytes.push(0x3B);
    bytes
}

#[test]
fn animations_of_far_too_many_pixels_are_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.gif");
    for (sides, frames) in [((8000, 1), 300), ((2000, 1), 3000), ((10, 65_535), 2)] {
        fs::write(&path, gif(sides, frames)).unwrap();
        let error = Animation::open(&path, "a.gif")
            .err()
            .expect("far too large");
        assert!(matches!(error, MediaError::TooLarge { .. }), "{error}");
        assert!(error.to_string().contains("frames of"), "{error}");
    }
    fs::write(&path, gif((500, 1), 3000)).unwrap();
    let animation = Animation::open(&path, "a.gif").unwrap().expect("it moves");
    assert_eq!(animation.frame_count, 3000);
}

#[test]
fn a_stopped_animation_is_not_worked_through() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.gif");
    fs::write(&path, gif((500, 1), 3000)).unwrap();
    let animation = Animation::open(&path, "a.gif").unwrap().expect("it moves");
    let made = folder.path().join("made.gif");
    let seen = std::cell::Cell::new(0);
    let change = |_: usize, frame: image::DynamicImage| {
        seen.set(seen.get() + 1);
        Ok::<_, MediaError>(frame)
    };
    let stopped = animation.write_changed((&made, "made.gif"), &|| seen.get() >= 3, change);
    assert_eq!((stopped, seen.get()), (Err(MediaError::Cancelled), 3));
    assert!(!made.exists(), "nothing half written stays");
}

/// A TIFF of 64 x 64 pixels in one tile of that side, packed.
fn tiff(side: u32) -> Vec<u8> {
    let packed = zeros(600);
    let mut bytes = b"II*\0".to_vec();
    bytes.extend((8 + packed.len() as u32).to_le_bytes());
    bytes.extend(&packed);
    let long = |tag: u16, value: u32| (tag, 4_u16, value);
    let entries = [
        long(256, 64),
        long(257, 64),
        long(258, 8),
        long(259, 8),
        long(262, 1),
        long(277, 1),
        long(322, side),
        long(323, side),
        long(324, 8),
        long(325, packed.len() as u32),
    ];
    bytes.extend((entries.len() as u16).to_le_bytes());
    for (tag, kind, value) in entries {
        bytes.extend(tag.to_le_bytes());
        bytes.extend(kind.to_le_bytes());
        bytes.extend(1_u32.to_le_bytes());
        bytes.extend(value.to_le_bytes());
    }
    bytes.extend([0; 4]);
    bytes
}

#[cfg(target_os = "linux")]
#[test]
fn tiles_and_frames_that_are_larger_than_the_picture_stay_small() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("given.jpg");
    let before = peak_memory();
    fs::write(&path, gif((10, 20_000), 1)).unwrap();
    refused(&path);
    fs::write(&path, tiff(24_000)).unwrap();
    // It is a picture, if an odd one.
    let _ = read(&path, "given.jpg");
    assert!(
        peak_memory() < before + 200,
        "{before} MB, then {} MB",
        peak_memory()
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_cover_is_no_bomb_either() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = "-f lavfi -i sine=frequency=440:duration=1";
    let sound = patchbay_test_support::video::make(folder.path(), "a.mp3", arguments);
    let cover = folder.path().join("cover.png");
    png_with(
        &cover,
        b"iCCP",
        &[b"icc\0\0".as_slice(), &zeros(2000)].concat(),
    );
    let mut tag = id3::Tag::new();
    id3::TagLike::add_frame(
        &mut tag,
        id3::frame::Picture {
            mime_type: "image/png".to_owned(),
            picture_type: id3::frame::PictureType::CoverFront,
            description: String::new(),
            data: fs::read(&cover).unwrap(),
        },
    );
    tag.write_to_path(&sound, id3::Version::Id3v24).unwrap();
    let before = peak_memory();
    let facts = patchbay_media::probe(&sound, "a.mp3").unwrap();
    assert_eq!(facts.kind, patchbay_media::MediaKind::Audio);
    assert!(
        peak_memory() < before + 200,
        "{before} MB, then {} MB",
        peak_memory()
    );
}

/// A box of ISO media.
fn boxed(kind: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let length = (content.len() + 8) as u32;
    [&length.to_be_bytes()[..], kind, content].concat()
}

/// A picture of AV1 whose only item names the whole file so many times.
fn avif(times: u16) -> Vec<u8> {
    let item = [&[2, 0, 0, 0, 0, 1, 0, 0][..], b"av01", b"\0"].concat();
    let items = [&[0, 0, 0, 0, 0, 1][..], &boxed(b"infe", &item)].concat();
    let mut places = vec![0, 0, 0, 0, 0x44, 0, 0, 1, 0, 1, 0, 0];
    places.extend(times.to_be_bytes());
    for _ in 0..times {
        places.extend(0_u32.to_be_bytes());
        places.extend(600_000_u32.to_be_bytes());
    }
    let size = [&[0; 4][..], &64_u32.to_be_bytes(), &64_u32.to_be_bytes()].concat();
    let properties = [
        boxed(b"ipco", &boxed(b"ispe", &size)),
        boxed(b"ipma", &[0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 1, 1]),
    ];
    let meta = [
        vec![0; 4],
        boxed(b"pitm", &[0, 0, 0, 0, 0, 1]),
        boxed(b"iinf", &items),
        boxed(b"iloc", &places),
        boxed(b"iprp", &properties.concat()),
    ];
    let mut file = boxed(b"ftyp", b"avif\0\0\0\0avifmif1");
    file.extend(boxed(b"meta", &meta.concat()));
    file.resize(700_000, 0);
    file
}

#[cfg(target_os = "linux")]
#[test]
fn a_heif_that_names_one_part_many_times_stays_small() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("given.jpg");
    fs::write(&path, avif(60_000)).unwrap();
    assert_eq!(
        probe(&path, "given.jpg").unwrap(),
        (64, 64),
        "its head is whole"
    );
    let before = peak_memory();
    let error = refused(&path);
    assert!(error.to_string().contains("AVIF"), "{error}");
    assert!(
        peak_memory() < before + 200,
        "{before} MB, then {} MB",
        peak_memory()
    );
}
