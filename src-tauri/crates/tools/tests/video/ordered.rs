//! The order in which files of several cameras follow each other, as the cameras wrote it down.

use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use image::{Rgb, RgbImage};
use patchbay_domain::{LabelledImage, Resource, ResourceType};
use patchbay_test_support::video::{facts, frame_at, make, number};

use super::{Workshop, file, text, video};

const RED: [u8; 3] = [230, 0, 0];
const GREEN: [u8; 3] = [0, 230, 0];
const BLUE: [u8; 3] = [0, 0, 230];
const YELLOW: [u8; 3] = [230, 230, 0];
const GREY: [u8; 3] = [128; 3];

/// EXIF of a date (20 bytes with the zero behind it) and, where one is given, an offset from UTC (7 bytes).
fn exif(date: &[u8; 20], offset: Option<&[u8; 7]>) -> Vec<u8> {
    let entry = |tag: u16, kind: u16, count: u32, value: u32| {
        [
            &tag.to_le_bytes()[..],
            &kind.to_le_bytes(),
            &count.to_le_bytes(),
            &value.to_le_bytes(),
        ]
        .concat()
    };
    // The first directory holds only where the second is.
    let second = 8 + 2 + 12 + 4;
    let entries = 1 + u32::from(offset.is_some());
    let behind = second + 2 + entries * 12 + 4;
    let mut tiff = b"II*\0\x08\0\0\0\x01\0".to_vec();
    tiff.extend(entry(0x8769, 4, 1, second));
    tiff.extend([0; 4]);
    tiff.extend((entries as u16).to_le_bytes());
    tiff.extend(entry(0x9003, 2, 20, behind));
    if offset.is_some() {
        tiff.extend(entry(0x9011, 2, 7, behind + 20));
    }
    tiff.extend([0; 4]);
    tiff.extend(date);
    tiff.extend(offset.into_iter().flatten());
    tiff
}

/// A JPEG of one colour with EXIF.
fn shot(folder: &Path, name: &str, color: [u8; 3], exif: &[u8]) -> LabelledImage {
    let mut jpeg = Cursor::new(Vec::new());
    RgbImage::from_pixel(64, 64, Rgb(color))
        .write_to(&mut jpeg, image::ImageFormat::Jpeg)
        .unwrap();
    let jpeg = jpeg.into_inner();
    let segment = [b"Exif\0\0".as_slice(), exif].concat();
    let length = (segment.len() as u16 + 2).to_be_bytes();
    let path = folder.join(name);
    let whole = [&jpeg[..2], &[0xFF, 0xE1], &length, &segment, &jpeg[2..]];
    fs::write(&path, whole.concat()).unwrap();
    LabelledImage {
        file: file(&path),
        label: None,
    }
}

/// A film of one colour, small and quickly made. `said`: further options of ffmpeg's.
fn film(folder: &Path, name: &str, color: [u8; 3], seconds: u32, said: &str) -> PathBuf {
    let [red, green, blue] = color;
    let arguments = format!(
        "-f lavfi -i color=0x{red:02x}{green:02x}{blue:02x}:s=64x48:d={seconds}:r=10 -c:v libx264 -preset ultrafast \
         -pix_fmt yuv420p {said}"
    );
    make(folder, name, &arguments)
}

/// That a film shows colours in their order, each as long as the others.
fn assert_order(made: &Path, colors: &[[u8; 3]]) {
    let seconds = number(&facts(made)["format"], "duration");
    for (place, color) in colors.iter().enumerate() {
        let at = seconds * (place as f64 + 0.5) / colors.len() as f64;
        let frame = frame_at(made, at);
        let seen = frame.get_pixel(frame.width() / 2, frame.height() / 2).0;
        let is_near = seen.iter().zip(color).all(|(a, b)| a.abs_diff(*b) < 45);
        assert!(is_near, "{color:?} was expected at {at} s: {seen:?}");
    }
}

fn joined(workshop: &Workshop, videos: &[PathBuf], values: &[(&str, &str)]) -> PathBuf {
    let others = videos[1..].iter().map(|path| file(path)).collect();
    let mut inputs = vec![
        ("video", video(&videos[0])),
        ("second", Resource::several(ResourceType::VIDEO, others)),
    ];
    inputs.extend(values.iter().map(|(name, value)| (*name, text(value))));
    workshop.file("video_concatenation", &inputs)
}

#[test]
fn photos_of_two_cameras_are_shown_in_the_order_in_which_they_were_taken() {
    let workshop = Workshop::new();
    let folder = workshop.path();
    // The camera does not say where its clock is: it is that of the telephone beside it.
    let camera = |date: &[u8; 20]| exif(date, None);
    let phone = |date: &[u8; 20]| exif(date, Some(b"+02:00\0"));
    let items = vec![
        LabelledImage {
            file: {
                let path = folder.join("0-scan.png");
                RgbImage::from_pixel(64, 64, Rgb(GREY)).save(&path).unwrap();
                file(&path)
            },
            label: None,
        },
        shot(
            folder,
            "DSC_0001.JPG",
            GREEN,
            &camera(b"2026:06:13 14:10:00\0"),
        ),
        shot(
            folder,
            "DSC_0002.JPG",
            YELLOW,
            &camera(b"2026:06:13 14:30:00\0"),
        ),
        shot(
            folder,
            "IMG_0001.jpg",
            RED,
            &phone(b"2026:06:13 14:05:00\0"),
        ),
        shot(
            folder,
            "IMG_0002.jpg",
            BLUE,
            &phone(b"2026:06:13 14:20:00\0"),
        ),
    ];
    let shown = |order: &str| {
        let photos = Resource::Images {
            kind: ResourceType::IMAGE,
            items: items.clone(),
        };
        let inputs = [
            ("image", photos),
            ("order", text(order)),
            ("seconds", text("0.2")),
            ("transition", text("cut")),
            ("shape", text("square")),
        ];
        workshop.file("slideshow", &inputs)
    };
    assert_order(&shown("by name"), &[GREY, GREEN, YELLOW, RED, BLUE]);
    assert_eq!(workshop.progress.said(), Vec::<String>::new());
    assert_order(&shown("by capture time"), &[RED, GREEN, BLUE, YELLOW, GREY]);
    assert_eq!(
        workshop.progress.said(),
        ["“0-scan.png” does not say when it was taken and comes last."]
    );
}

#[test]
fn films_of_two_cameras_are_joined_in_the_order_in_which_they_were_taken() {
    let workshop = Workshop::new();
    let folder = workshop.path();
    // One says the time in UTC, the other by its own clock, and in UTC only when it was copied.
    let camera = |name, color, time: &str| {
        let said = format!("-metadata creation_time=2026-06-13T{time}Z");
        film(folder, name, color, 1, &said)
    };
    let phone = |name, color, time: &str| {
        let said = format!(
            "-movflags use_metadata_tags -metadata com.apple.quicktime.creationdate=2026-06-13T{time}+0200 \
             -metadata creation_time=2026-07-01T00:00:00Z"
        );
        film(folder, name, color, 1, &said)
    };
    let films = [
        camera("C0001.MP4", GREEN, "12:10:00"),
        camera("C0002.MP4", YELLOW, "12:30:00"),
        phone("IMG_0001.MOV", RED, "14:05:00"),
        phone("IMG_0002.MOV", BLUE, "14:20:00"),
    ];
    let made = joined(&workshop, &films, &[]);
    assert_order(&made, &[GREEN, YELLOW, RED, BLUE]);
    let made = joined(&workshop, &films, &[("order", "by capture time")]);
    assert_order(&made, &[RED, GREEN, BLUE, YELLOW]);
}

/// Sentences that were said of parts of one recording.
fn said_of_parts(workshop: &Workshop) -> Vec<String> {
    let mut said = workshop.progress.said();
    said.retain(|sentence| sentence.contains("one recording"));
    said
}

#[test]
fn parts_of_a_recording_are_joined_in_its_order_which_is_said() {
    let workshop = Workshop::new();
    let part = |name, color| film(workshop.path(), name, color, 1, "");
    let second = part("GX020001.MP4", BLUE);
    let first = part("GX010001.MP4", RED);
    let other = part("GX010002.MP4", GREEN);
    // The second part of one recording and the first of another are not of one.
    let made = joined(&workshop, &[second.clone(), other], &[]);
    assert_order(&made, &[BLUE, GREEN]);
    // An order that is asked for is the one taken.
    let given = [second, first];
    let made = joined(&workshop, &given, &[("order", "as named")]);
    assert_order(&made, &[BLUE, RED]);
    assert_eq!(said_of_parts(&workshop), Vec::<String>::new());
    let made = joined(&workshop, &given, &[]);
    assert_order(&made, &[RED, BLUE]);
    assert_eq!(
        said_of_parts(&workshop),
        ["These are the parts of one recording, in its order: GX010001.MP4, GX020001.MP4."]
    );
}

#[test]
fn films_that_go_on_where_others_end_are_joined_in_the_order_of_their_times() {
    let workshop = Workshop::new();
    let part = |name, color, time: &str| {
        let said = format!("-metadata creation_time=2026-06-13T{time}Z");
        film(workshop.path(), name, color, 12, &said)
    };
    let third = part("a.mp4", GREEN, "12:00:24");
    let first = part("b.mp4", RED, "12:00:00");
    let second = part("c.mp4", BLUE, "12:00:12");
    let later = part("d.mp4", YELLOW, "12:01:30");
    // Nearly a minute lies between them.
    let made = joined(&workshop, &[later, third.clone()], &[]);
    assert_order(&made, &[YELLOW, GREEN]);
    assert_eq!(said_of_parts(&workshop), Vec::<String>::new());
    let made = joined(&workshop, &[third, first, second], &[]);
    assert_order(&made, &[RED, BLUE, GREEN]);
    assert_eq!(
        said_of_parts(&workshop),
        ["These are the parts of one recording, in its order: b.mp4, c.mp4, a.mp4."]
    );
}
