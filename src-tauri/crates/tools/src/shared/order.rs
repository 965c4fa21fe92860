//! The order in which several files follow each other.

use std::cmp::Ordering;

use patchbay_domain::{LabelledImage, MediaFile};
use patchbay_media::captured::captured;

use crate::{Context, Inputs};

/// A camera begins another file after so many seconds at least.
const SHORTEST: f64 = 10.0;
/// Clocks of cameras count seconds: a part begins within so many of the end of the one before.
const APART: f64 = 1.5;

/// Images in the order that the value of `order` asks for; as they were given, where none is set.
pub(crate) fn images(
    inputs: &Inputs,
    images: Vec<LabelledImage>,
    context: &Context,
) -> Vec<LabelledImage> {
    ordered(inputs, images, |image| &image.file, context)
}

/// Images in the order of their names.
pub(crate) fn by_name(mut images: Vec<LabelledImage>) -> Vec<LabelledImage> {
    images.sort_by(|a, b| natural(&a.file.name, &b.file.name));
    images
}

/// Files in the order that the value of `order` asks for; as they were given, where none is set. Those
/// that do not say when they were taken come last, which is told.
pub(crate) fn ordered<T>(
    inputs: &Inputs,
    mut items: Vec<T>,
    file: impl Fn(&T) -> &MediaFile,
    context: &Context,
) -> Vec<T> {
    match inputs.value("order").as_deref() {
        Some("by name") => items.sort_by(|a, b| natural(&file(a).name, &file(b).name)),
        Some("by capture time") => {
            let mut timed: Vec<_> = items
                .into_iter()
                .map(|item| {
                    let MediaFile { path, name } = file(&item);
                    (captured(path, name), item)
                })
                .collect();
            let unsaid: Vec<String> = timed
                .iter()
                .filter(|(when, _)| when.is_none())
                .map(|(_, item)| format!("“{}”", file(item).name))
                .collect();
            if !unsaid.is_empty() {
                context.progress.say(format!(
                    "{} does not say when it was taken and comes last.",
                    unsaid.join(", ")
                ));
            }
            // A clock that says no offset is taken for one of the same place as those that do.
            let offset = timed
                .iter()
                .find_map(|(when, _)| (*when)?.offset.filter(|offset| *offset != 0));
            let offset = offset.unwrap_or(0);
            timed.sort_by_key(|(when, _)| when.map_or(i64::MAX, |when| when.utc(offset)));
            items = timed.into_iter().map(|(_, item)| item).collect();
        }
        _ => {}
    }
    items
}

/// Compares names as people read them: numbers by what they count, letters without regard to case.
fn natural(a: &str, b: &str) -> Ordering {
    let (mut left, mut right) = (pieces(a).into_iter(), pieces(b).into_iter());
    loop {
        match (left.next(), right.next()) {
            (None, None) => return a.cmp(b),
            (None, Some(_)) => return Ordering::Less,
            (Some(_), None) => return Ordering::Greater,
            (Some(left), Some(right)) => match left.cmp(&right) {
                Ordering::Equal => {}
                other => return other,
            },
        }
    }
}

/// A piece of a name.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Piece {
    /// By its digits without leading zeros: more of them are a larger number.
    Number(usize, String),
    Letter(char),
}

fn pieces(name: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut letters = name.chars().peekable();
    while let Some(letter) = letters.next() {
        if !letter.is_ascii_digit() {
            pieces.extend(letter.to_lowercase().map(Piece::Letter));
            continue;
        }
        let mut digits = String::from(letter);
        while let Some(digit) = letters.next_if(char::is_ascii_digit) {
            digits.push(digit);
        }
        let digits = digits.trim_start_matches('0').to_owned();
        pieces.push(Piece::Number(digits.len(), digits));
    }
    pieces
}

/// A part of a recording that a camera wrote into several files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RecordingPart {
    /// Key that the parts of one recording have in common.
    pub(crate) recording: String,
    /// Number of the part, from 1.
    pub(crate) number: u32,
}

/// Part of a recording that a file is by the name that its camera gave it; none where it says none.
/// `GoPro` counts parts before the number of the recording (`GX020001`, in older ones `GOPR0001`
/// and `GP010001`), DJI behind a name that they have in common (`DJI_0001_002`). Others, such as
/// dashcams, are known by their times alone ([`parts_of_one`]).
pub(crate) fn recording_part(name: &str) -> Option<RecordingPart> {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let stem = stem.to_ascii_uppercase();
    let is_number = |text: &str, digits: usize| {
        text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    let part = |recording: &str, number: u32| {
        Some(RecordingPart {
            recording: recording.to_owned(),
            number,
        })
    };
    if stem.is_ascii() && stem.len() == 8 && is_number(&stem[4..], 4) {
        let (head, recording) = stem.split_at(4);
        if head == "GOPR" {
            return part(&format!("GP{recording}"), 1);
        }
        if let Some(kind) = ["GX", "GH", "GL", "GP"]
            .iter()
            .find(|kind| head.starts_with(*kind))
            && is_number(&head[2..], 2)
        {
            let number: u32 = head[2..].parse().ok()?;
            // The first file of older cameras has a name of its own.
            let number = if *kind == "GP" { number + 1 } else { number };
            return part(&format!("{kind}{recording}"), number);
        }
    }
    let (recording, number) = stem.rsplit_once('_')?;
    let is_counted = is_number(number, 2) || is_number(number, 3);
    (is_counted && recording.starts_with("DJI_"))
        .then(|| part(recording, number.parse().ok()?))
        .flatten()
}

/// Files in the order of the parts that they are of one recording, by their names or because each was
/// begun where another ended; none where they are not just that. `seconds`: how long each is.
pub(crate) fn parts_of_one(files: &[MediaFile], seconds: &[f64]) -> Option<Vec<MediaFile>> {
    named_parts(files).or_else(|| continued(files, seconds))
}

/// Files in the order in which each begins at the end of the one before.
fn continued(files: &[MediaFile], seconds: &[f64]) -> Option<Vec<MediaFile>> {
    let mut timed: Vec<(i64, f64, &MediaFile)> = files
        .iter()
        .zip(seconds)
        .map(|(file, seconds)| Some((captured(&file.path, &file.name)?.utc(0), *seconds, file)))
        .collect::<Option<_>>()?;
    timed.sort_by_key(|(when, ..)| *when);
    let follows = |pair: &[(i64, f64, &MediaFile)]| {
        let apart = (pair[1].0 - pair[0].0) as f64 / 1000.0;
        // Cameras write down when a file was begun, or when it was whole.
        pair[0].1 >= SHORTEST
            && [pair[0].1, pair[1].1]
                .iter()
                .any(|long| (apart - long).abs() < APART)
    };
    let is_one = timed.len() > 1 && timed.windows(2).all(follows);
    is_one.then(|| timed.into_iter().map(|(_, _, file)| file.clone()).collect())
}

fn named_parts(files: &[MediaFile]) -> Option<Vec<MediaFile>> {
    let mut parts: Vec<(RecordingPart, &MediaFile)> = files
        .iter()
        .map(|file| Some((recording_part(&file.name)?, file)))
        .collect::<Option<_>>()?;
    parts.sort_by_key(|(part, _)| part.number);
    let follows = parts.windows(2).all(|pair| {
        pair[0].0.recording == pair[1].0.recording && pair[0].0.number + 1 == pair[1].0.number
    });
    (parts.len() > 1 && follows).then(|| parts.into_iter().map(|(_, file)| file.clone()).collect())
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn names_are_compared_as_people_read_them() {
        let mut names = [
            "b10.jpg",
            "B2.jpg",
            "a.jpg",
            "b01.jpg",
            "b1 (2).jpg",
            "b.jpg",
        ];
        names.sort_by(|a, b| natural(a, b));
        assert_eq!(
            names,
            [
                "a.jpg",
                "b1 (2).jpg",
                "b01.jpg",
                "B2.jpg",
                "b10.jpg",
                "b.jpg"
            ]
        );
    }

    #[test]
    fn parts_of_a_recording_are_known_by_their_names() {
        let number = |name: &str| recording_part(name).map(|part| part.number);
        assert_eq!(number("GX020001.MP4"), Some(2));
        assert_eq!(number("GOPR0007.MP4"), Some(1));
        assert_eq!(number("GP010007.MP4"), Some(2));
        assert_eq!(number("DJI_0001_002.MP4"), Some(2));
        for none in [
            "IMG_0002.MOV",
            "DJI_0001.MP4",
            "holiday_02.mp4",
            "GXÄ20001.MP4",
        ] {
            assert_eq!(number(none), None, "{none}");
        }
        let file = |name: &str| MediaFile {
            path: PathBuf::from(name),
            name: name.to_owned(),
        };
        let files = ["GX030001.MP4", "GX010001.MP4", "GX020001.MP4"].map(file);
        let parts = named_parts(&files).unwrap();
        assert_eq!(
            parts.iter().map(|part| &*part.name).collect::<Vec<_>>(),
            ["GX010001.MP4", "GX020001.MP4", "GX030001.MP4"]
        );
        assert!(named_parts(&["GX010001.MP4", "GX020002.MP4"].map(file)).is_none());
        assert!(named_parts(&["GX010001.MP4", "GX030001.MP4"].map(file)).is_none());
    }
}
