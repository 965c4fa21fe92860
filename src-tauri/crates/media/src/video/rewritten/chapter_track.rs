//! Chapters of an MP4, MOV or M4A: a list in user data, and a track of titles, which Apple's players
//! read.

use super::NewChapter;
use crate::boxes::boxed;

/// The most chapters that the list in user data takes.
pub(super) const MOST: usize = 255;
/// The longest title, in bytes.
const LONGEST: usize = 255;
/// Ticks of the list in a second: tenths of a microsecond.
const LIST_TICKS: f64 = 1e7;
/// Ticks of the track in a second: milliseconds.
const TICKS: u32 = 1000;
/// The place of a video: no turn, no shift.
const MATRIX: [u32; 9] = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000];

/// A title that is short enough.
fn title(chapter: &NewChapter) -> &str {
    let mut end = chapter.title.len().min(LONGEST);
    while !chapter.title.is_char_boundary(end) {
        end -= 1;
    }
    &chapter.title[..end]
}

/// The list in user data.
pub(super) fn list(chapters: &[NewChapter]) -> Vec<u8> {
    let mut made = vec![1, 0, 0, 0, 0, 0, 0, 0, chapters.len() as u8];
    for chapter in chapters {
        let title = title(chapter);
        made.extend(((chapter.start * LIST_TICKS).round() as u64).to_be_bytes());
        made.push(title.len() as u8);
        made.extend(title.as_bytes());
    }
    boxed(*b"chpl", &[&made])
}

/// The samples of the track, one for each chapter: a length, the title, and that it is UTF-8.
pub(super) fn samples(chapters: &[NewChapter]) -> Vec<Vec<u8>> {
    let sample = |chapter: &NewChapter| {
        let title = title(chapter);
        [
            (title.len() as u16).to_be_bytes().as_slice(),
            title.as_bytes(),
            &[0, 0, 0, 12],
            b"encd",
            &[0, 0, 1, 0],
        ]
        .concat()
    };
    chapters.iter().map(sample).collect()
}

/// The track, whose samples lie behind each other from `at` on, in a video of `length` seconds and
/// `ticks` a second. It is not shown itself.
pub(super) fn track(
    chapters: &[NewChapter],
    id: u32,
    at: u64,
    (length, ticks): (f64, u32),
) -> Vec<u8> {
    let numbers = |numbers: &[u32]| -> Vec<u8> {
        numbers
            .iter()
            .flat_map(|number| number.to_be_bytes())
            .collect()
    };
    let milliseconds = |seconds: f64| (seconds * f64::from(TICKS)).round() as u32;
    let ends = chapters
        .iter()
        .skip(1)
        .map(|next| next.start)
        .chain([length]);
    let durations: Vec<u32> = chapters
        .iter()
        .zip(ends)
        .map(|(chapter, end)| {
            milliseconds(end)
                .saturating_sub(milliseconds(chapter.start))
                .max(1)
        })
        .collect();
    let count = chapters.len() as u32;
    let whole = (length * f64::from(ticks)).round() as u32;
    let matrix = numbers(&MATRIX);
    let header = boxed(
        *b"tkhd",
        // Not enabled; no times; its number; its length; no layer, group, volume and size.
        &[
            &numbers(&[0, 0, 0, id, 0, whole, 0, 0, 0, 0]),
            &matrix,
            &[0; 8],
        ],
    );
    let of_medium = boxed(
        *b"mdhd",
        &[
            &numbers(&[0, 0, 0, TICKS, durations.iter().sum()]),
            &[0x55, 0xC4, 0, 0],
        ],
    );
    let handler = boxed(*b"hdlr", &[&[0; 8], b"text", &[0; 13]]);
    let general = boxed(
        *b"gmin",
        &[&[0, 0, 0, 0, 0, 0x40, 0x80, 0, 0x80, 0, 0x80, 0, 0, 0, 0, 0]],
    );
    let of_text = boxed(*b"gmhd", &[&general, &boxed(*b"text", &[&matrix])]);
    let here = boxed(*b"url ", &[&[0, 0, 0, 1]]);
    let place = boxed(*b"dinf", &[&boxed(*b"dref", &[&numbers(&[0, 1]), &here])]);
    let style = [
        [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1].as_slice(),
        // No colours, box and letters of its own; its font; no style.
        &[0; 18],
        &[0, 1],
        &[0; 6],
    ]
    .concat();
    let fonts = boxed(*b"ftab", &[&[0, 1, 0, 1, 0]]);
    let description = boxed(*b"text", &[&style, &fonts]);
    let runs: Vec<u32> = [0, count]
        .into_iter()
        .chain(durations.iter().flat_map(|duration| [1, *duration]))
        .collect();
    let sizes: Vec<u32> = [0, 0, count]
        .into_iter()
        .chain(samples(chapters).iter().map(|sample| sample.len() as u32))
        .collect();
    let table = boxed(
        *b"stbl",
        &[
            &boxed(*b"stsd", &[&numbers(&[0, 1]), &description]),
            &boxed(*b"stts", &[&numbers(&runs)]),
            &boxed(*b"stsc", &[&numbers(&[0, 1, 1, count, 1])]),
            &boxed(*b"stsz", &[&numbers(&sizes)]),
            &boxed(*b"co64", &[&numbers(&[0, 1]), &at.to_be_bytes()]),
        ],
    );
    let information = boxed(*b"minf", &[&of_text, &place, &table]);
    let medium = boxed(*b"mdia", &[&of_medium, &handler, &information]);
    boxed(*b"trak", &[&header, &medium])
}
