//! Finds quantities in English text: where each stands and which kind of parameter takes it. What
//! it amounts to is read by the grammar of its kind.

use std::ops::Range;
use std::sync::LazyLock;

use patchbay_domain::ParameterKind;
use regex::Regex;

use crate::regions;
use crate::tracks;

/// A quantity in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quantity {
    /// What kind of value it is.
    pub kind: ParameterKind,
    /// Its bytes in the text.
    pub bytes: Range<usize>,
}

/// A number in digits or in words.
const NUMBER: &str = r"(?:\d+(?:[.,]\d+)?|half an?|half|a quarter|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred)";

/// The grammar: what each kind looks like, with `N` for a number. Earlier rows take their words
/// before later ones.
const ROWS: [(ParameterKind, &str); 22] = [
    (ParameterKind::Loudness, r"[-+−]?\s*N\s*lufs\b"),
    (
        ParameterKind::Decibel,
        r"[-+−]?\s*N\s*(?:db(?:tp|fs)?|decibels?)\b",
    ),
    (ParameterKind::Frequency, r"N\s*(?:k?hz|kilohertz|hertz)\b"),
    (
        ParameterKind::Bitrate,
        r"N\s*(?:[km]bps|[km]bit(?:/s)?|kb/s|mb/s)\b",
    ),
    (
        ParameterKind::Bytes,
        r"N\s*(?:[kmg]i?b|megabytes?|kilobytes?|gigabytes?|megs?|bytes?)\b",
    ),
    (
        ParameterKind::FrameRate,
        r"N\s*(?:fps|(?:frames?|pictures?|images?|photos?|pics) (?:per|a|each|every) sec(?:ond)?)\b",
    ),
    (ParameterKind::Angle, r"N\s*(?:°|deg\b|degrees?\b)"),
    (
        ParameterKind::Size,
        r"\b\d{2,5}\s*(?:x|×|by)\s*\d{2,5}\b|N\s*(?:px|pixels?)\b|\b(?:480|720|1080|1440|2160)p\b|\b[48]k\b|\b\d{2,5} (?:wide|high|tall|across)\b|\b(?:half|(?:a|one) (?:third|quarter) of) (?:of )?(?:the |its )?size\b",
    ),
    (
        ParameterKind::Ratio,
        r"\b(?:16:9|9:16|4:3|3:4|1:1|21:9|4:5|5:4|2:3|3:2|2:1|18:9|[12]\.\d{1,2}:1)\b",
    ),
    (ParameterKind::Percent, r"[-+−]?\s*N\s*(?:%|per ?cent\b)"),
    (
        ParameterKind::Time,
        r"\b\d+:\d\d(?::\d\d){0,2}(?:[.;,]\d+)?\b",
    ),
    (
        ParameterKind::Duration,
        r"\bN[\s-]*(?:seconds?|secs?|minutes?|mins?|hours?|milliseconds?|ms)\b",
    ),
    (ParameterKind::Duration, r"\b\d{1,3}(?:\.\d+)?\s?s\b"),
    (
        ParameterKind::Factor,
        r"\bN\s*(?:x|times)\b|\bhalf (?:the |its |of the )?speed\b",
    ),
    (ParameterKind::Factor, r"\b(?:twice|double|triple)\b"),
    (
        ParameterKind::Interval,
        r"\bevery (?:\d+(?:st|nd|rd|th)?|other|second|third|two|three|four|five|six|ten)\b",
    ),
    (
        ParameterKind::Position,
        r"(?:\bat |\(|\bposition |\bpoint |\bcoordinates )\(?\d{1,5}\s?,\s?\d{1,5}\b",
    ),
    (
        ParameterKind::Position,
        r"\b(?:top|bottom|upper|lower)[ -](?:left|right)(?:[ -](?:hand )?corner)?\b",
    ),
    (ParameterKind::Position, r"\bin (?:the|one|each|a) corner\b"),
    (
        ParameterKind::Count,
        r"\binto (?:\d+|two|three|four|five|six|eight|ten|equal)(?: equal)? (?:parts|pieces|files|clips|segments|chunks)\b",
    ),
    (ParameterKind::Count, r"\bN[\s-]?(?:columns?|rows?)\b"),
    (
        ParameterKind::Count,
        r"\bN\s(?:key ?)?(?:frames|stills|screenshots|thumbnails|snapshots)\b",
    ),
];

static PATTERNS: LazyLock<Vec<(ParameterKind, Regex)>> = LazyLock::new(|| {
    let pattern = |row: &str| {
        Regex::new(&format!("(?i){}", row.replace('N', NUMBER))).expect("a row is a valid pattern")
    };
    let track = Regex::new(&tracks::pattern()).expect("a valid pattern");
    ROWS.iter()
        .map(|(kind, row)| (*kind, pattern(row)))
        .chain([(ParameterKind::Track, track)])
        .collect()
});

/// The quantities of a text, in its order. None overlaps another.
pub fn quantities(text: &str) -> Vec<Quantity> {
    let of_box = |bytes| Quantity {
        kind: ParameterKind::Box,
        bytes,
    };
    let mut found: Vec<Quantity> = regions::certain(text).into_iter().map(of_box).collect();
    for (kind, pattern) in PATTERNS.iter() {
        for at in pattern.find_iter(text) {
            let start = at.start() + at.as_str().len() - at.as_str().trim_start().len();
            let bytes = start..at.end();
            if !found
                .iter()
                .any(|other| other.bytes.start < bytes.end && bytes.start < other.bytes.end)
            {
                found.push(Quantity { kind: *kind, bytes });
            }
        }
    }
    found.sort_by_key(|quantity| quantity.bytes.start);
    found
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn found(text: &str) -> Vec<(ParameterKind, &str)> {
        quantities(text)
            .into_iter()
            .map(|quantity| (quantity.kind, &text[quantity.bytes]))
            .collect()
    }

    #[test]
    fn quantities_are_found_with_their_kind() {
        use ParameterKind::{
            Angle, Box, Bytes, Count, Decibel, Duration, Factor, FrameRate, Frequency, Interval,
            Loudness, Percent, Position, Ratio, Size, Time, Track,
        };
        for (text, expected) in [
            (
                "normalise both to -14 LUFS each",
                vec![(Loudness, "-14 LUFS")],
            ),
            (
                "3 dB louder and a low cut at 80 Hz",
                vec![(Decibel, "3 dB"), (Frequency, "80 Hz")],
            ),
            ("keep it under 8 MB", vec![(Bytes, "8 MB")]),
            ("at most 10 bytes", vec![(Bytes, "10 bytes")]),
            ("a constant 30 fps", vec![(FrameRate, "30 fps")]),
            (
                "5 pictures per second",
                vec![(FrameRate, "5 pictures per second")],
            ),
            ("rotate it by 45°", vec![(Angle, "45°")]),
            ("vertical 1080x1920", vec![(Size, "1080x1920")]),
            (
                "at 300,200, 120 wide and 40 high",
                vec![(Box, "at 300,200, 120 wide and 40 high")],
            ),
            ("the plate at 300,200", vec![(Position, "at 300,200")]),
            (
                "crop to 16:9 from 0:02 to 1:10:05",
                vec![(Ratio, "16:9"), (Time, "0:02"), (Time, "1:10:05")],
            ),
            (
                "the first ten seconds at half speed",
                vec![(Duration, "ten seconds"), (Factor, "half speed")],
            ),
            (
                "half the size, at half the speed",
                vec![(Size, "half the size"), (Factor, "half the speed")],
            ),
            ("20% brighter", vec![(Percent, "20%")]),
            ("letterbox it to 2.39:1", vec![(Ratio, "2.39:1")]),
            ("every 10th frame", vec![(Interval, "every 10th")]),
            (
                "split it into 3 equal parts",
                vec![(Count, "into 3 equal parts")],
            ),
            ("ten stills", vec![(Count, "ten stills")]),
            (
                "the second audio track of talk.mkv",
                vec![(Track, "second audio track")],
            ),
            (
                "keep the top left quarter and the top 20% of it",
                vec![(Box, "top left quarter"), (Box, "top 20%")],
            ),
            (
                "a logo in the top left corner",
                vec![(Position, "top left corner")],
            ),
            ("photo 5 of the 1960s with a dog", vec![]),
        ] {
            assert_eq!(found(text), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn quantities_never_overlap(text in "[a-z0-9 .,:%×°-]{0,60}( px| dB| s|%|x){0,3}") {
            let found = quantities(&text);
            prop_assert!(found.windows(2).all(|pair| pair[0].bytes.end <= pair[1].bytes.start));
            prop_assert!(found.iter().all(|quantity| text.get(quantity.bytes.clone()).is_some_and(|words| !words.is_empty())));
        }
    }
}
