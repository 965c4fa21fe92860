//! Subtitles as MP4 files hold them: 3GPP timed text (TS 26.245).

use std::io::Cursor;

use ffmpeg_next as ffmpeg;
use ffmpeg_next::codec::packet::Flags;
use ffmpeg_next::codec::{Id, Parameters};
use ffmpeg_next::format::{self, context::StreamIo};
use ffmpeg_next::{Packet, Rational};

use super::cues::Cue;
use super::library;
use super::source::parameters_of;
use crate::MediaError;

/// The ticks of the packets: milliseconds.
pub(super) const TICKS: Rational = Rational(1, 1000);
/// The longest text of one sample, in bytes: its length is written in 16 bits.
const LONGEST: usize = u16::MAX as usize;
/// The bit of slanted letters.
const ITALIC: u8 = 2;
/// The height of the letters; as with their font, what players take for no wish.
const POINTS: u8 = 16;

/// How the packets are set up: white letters in the middle at the bottom. `name` is what people
/// know the result by.
pub(super) fn parameters(name: &str) -> Result<Parameters, MediaError> {
    library::start();
    // libav takes such a description over from a file, and makes none itself.
    let read = || -> Result<Parameters, ffmpeg::Error> {
        let bytes = StreamIo::from_read_seek(Cursor::new(empty_track()))?;
        let options: ffmpeg::Dictionary = [("format_whitelist", "mov"), ("protocol_whitelist", "")]
            .into_iter()
            .collect();
        let input = format::input_from_stream(bytes, None, Some(options))?;
        let stream = input
            .streams()
            .find(|stream| stream.parameters().id() == Id::MOV_TEXT);
        Ok(parameters_of(&stream.ok_or(ffmpeg::Error::StreamNotFound)?))
    };
    read().map_err(|error| library::unwritable(error, name))
}

/// A cue as a packet: the length of its words, the words, and which of them are slanted.
///
/// # Errors
/// The words are longer than 65 535 bytes.
pub(super) fn packet(cue: &Cue, name: &str) -> Result<Packet, MediaError> {
    let text = cue.text();
    if text.len() > LONGEST {
        let reason = format!(
            "the words at {:.1} s are longer than a subtitle can be",
            cue.start
        );
        return Err(MediaError::Unwritable {
            name: name.to_owned(),
            reason,
        });
    }
    let mut bytes = [&(text.len() as u16).to_be_bytes(), text.as_bytes()].concat();
    let mut styles: Vec<[u8; 12]> = Vec::new();
    let mut letter: u16 = 0;
    for run in &cue.runs {
        let start = letter;
        letter += run.text.chars().count() as u16;
        if run.is_italic {
            styles.push(style(start, letter, ITALIC));
        }
    }
    if !styles.is_empty() {
        bytes.extend(boxed(
            *b"styl",
            &[&(styles.len() as u16).to_be_bytes(), styles.as_flattened()].concat(),
        ));
    }
    let [start, end] = [cue.start, cue.end].map(|time| (time / f64::from(TICKS)).round() as i64);
    let mut packet = Packet::copy(&bytes);
    packet.set_pts(Some(start));
    packet.set_dts(Some(start));
    packet.set_duration(end - start);
    packet.set_flags(Flags::KEY);
    Ok(packet)
}

/// How the letters from `start` to before `end` look: font 1, white.
fn style(start: u16, end: u16, face: u8) -> [u8; 12] {
    let ([a, b], [c, d]) = (start.to_be_bytes(), end.to_be_bytes());
    [a, b, c, d, 0, 1, face, POINTS, 255, 255, 255, 255]
}

fn boxed(kind: [u8; 4], content: &[u8]) -> Vec<u8> {
    [
        &(8 + content.len() as u32).to_be_bytes(),
        kind.as_slice(),
        content,
    ]
    .concat()
}

/// An MP4 file (ISO/IEC 14496-12) of one track of timed text without samples.
fn empty_track() -> Vec<u8> {
    let font = boxed(*b"ftab", b"\0\x01\0\x01\x05Arial");
    // Reserved, the data reference, no flags; in the middle at the bottom; no background; wherever
    // the player likes.
    let place = [
        [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0xFF, 0, 0, 0, 0].as_slice(),
        &[0; 8],
    ]
    .concat();
    let entry = boxed(
        *b"tx3g",
        &[place.as_slice(), &style(0, 0, 0), &font].concat(),
    );
    let none = [0; 8];
    let tables = [
        boxed(
            *b"stsd",
            &[&[0, 0, 0, 0, 0, 0, 0, 1], entry.as_slice()].concat(),
        ),
        boxed(*b"stts", &none),
        boxed(*b"stsc", &none),
        boxed(*b"stsz", &[0; 12]),
        boxed(*b"stco", &none),
    ];
    // Version and times; a thousand ticks a second; no length, no language.
    let clock = boxed(
        *b"mdhd",
        &[
            [0; 12].as_slice(),
            &1000_u32.to_be_bytes(),
            &[0, 0, 0, 0, 0x55, 0xC4, 0, 0],
        ]
        .concat(),
    );
    let kind = boxed(*b"hdlr", &[[0; 8].as_slice(), b"sbtl", &[0; 13]].concat());
    let information = boxed(*b"minf", &boxed(*b"stbl", &tables.concat()));
    let track = boxed(
        *b"trak",
        &boxed(*b"mdia", &[clock, kind, information].concat()),
    );
    [
        boxed(*b"ftyp", b"isom\0\0\0\0isom"),
        boxed(*b"moov", &track),
    ]
    .concat()
}
