//! Sizes in pixels.

use patchbay_values::sizes::Size;

use super::{is_number, number};
use crate::row::Item::{Glued, Is, Maybe, Words};
use crate::row::Row;
use crate::value::Value;

fn is_pixels(value: &Value) -> bool {
    matches!(value, Value::Pixels(_) | Value::Number(_))
}

fn side(values: &[&Value]) -> Option<u32> {
    match values.first()? {
        Value::Pixels(pixels) | Value::Number(pixels) if (1.0..=100_000.0).contains(pixels) => {
            Some(pixels.round() as u32)
        }
        _ => None,
    }
}

/// A row for a named size in pixels.
macro_rules! named {
    ($id:literal, $pattern:expr, $size:expr, $text:literal, $written:literal) => {
        Row {
            id: $id,
            pattern: $pattern,
            produce: |_| Some(Value::Size($size)),
            examples: &[($text, $written)],
        }
    };
}

pub(super) const ROWS: &[Row] = &[
    Row {
        id: "length.pixels",
        pattern: &[Is(is_number), Words("px pixel pixels pix")],
        produce: |met| number(met, 0).map(Value::Pixels),
        examples: &[("1200 px", "pixels 1200"), ("3000 pixels", "pixels 3000")],
    },
    Row {
        id: "size.longer",
        pattern: &[Is(is_pixels)],
        produce: |met| side(met).map(|side| Value::Size(Size::Longer(side))),
        examples: &[("2000 px", "size 2000")],
    },
    Row {
        id: "size.wide",
        pattern: &[Is(is_pixels), Words("wide across width broad")],
        produce: |met| side(met).map(|side| Value::Size(Size::Width(side))),
        examples: &[
            ("1,200 across", "size 1200 wide"),
            ("800px wide", "size 800 wide"),
        ],
    },
    Row {
        id: "size.width",
        pattern: &[Words("width wide"), Maybe("of : = to"), Is(is_pixels)],
        produce: |met| side(met).map(|side| Value::Size(Size::Width(side))),
        examples: &[
            ("width 1200", "size 1200 wide"),
            ("width of 800 px", "size 800 wide"),
        ],
    },
    Row {
        id: "size.high",
        pattern: &[Is(is_pixels), Words("high tall height")],
        produce: |met| side(met).map(|side| Value::Size(Size::Height(side))),
        examples: &[("720 high", "size 720 high")],
    },
    Row {
        id: "size.height",
        pattern: &[Words("height high"), Maybe("of : = to"), Is(is_pixels)],
        produce: |met| side(met).map(|side| Value::Size(Size::Height(side))),
        examples: &[("height 480", "size 480 high")],
    },
    Row {
        id: "size.lines",
        pattern: &[Is(is_number), Words("p i")],
        produce: |met| side(met).map(|side| Value::Size(Size::Height(side))),
        examples: &[("720p", "size 720 high")],
    },
    Row {
        id: "size.bare_either",
        pattern: &[Is(is_pixels)],
        produce: |met| {
            side(met)
                .filter(|side| *side >= 16)
                .map(|side| Value::Size(Size::Width(side)))
        },
        examples: &[("1080", "size 1080 wide")],
    },
    Row {
        id: "size.bare_height",
        pattern: &[Is(is_pixels)],
        produce: |met| {
            side(met)
                .filter(|side| *side >= 16)
                .map(|side| Value::Size(Size::Height(side)))
        },
        examples: &[("1080", "size 1080 high")],
    },
    Row {
        id: "size.dimensions",
        pattern: &[
            Is(is_pixels),
            Words("x by * across on ×"),
            Maybe("by"),
            Is(is_pixels),
            Maybe("px pixels"),
        ],
        produce: |met| {
            let second = side(&met[1..])?;
            Some(Value::Size(Size::Within(side(met)?, second)))
        },
        examples: &[
            ("800x600", "size 800x600"),
            ("1080 by 1920", "size 1080x1920"),
            ("64 x 64 px", "size 64x64"),
        ],
    },
    named!(
        "size.full_hd",
        &[Words("full fhd"), Words("hd")],
        Size::Within(1920, 1080),
        "full HD",
        "size 1920x1080"
    ),
    named!(
        "size.hd",
        &[Words("hd")],
        Size::Within(1280, 720),
        "HD",
        "size 1280x720"
    ),
    named!(
        "size.4k",
        &[Words("4 four"), Words("k")],
        Size::Within(3840, 2160),
        "4K",
        "size 3840x2160"
    ),
    named!(
        "size.uhd",
        &[Words("uhd")],
        Size::Within(3840, 2160),
        "UHD",
        "size 3840x2160"
    ),
    named!(
        "size.2k",
        &[Words("2"), Glued("k")],
        Size::Within(2560, 1440),
        "2K",
        "size 2560x1440"
    ),
    Row {
        id: "size.times",
        pattern: &[Is(|value| matches!(value, Value::Multiple(_)))],
        produce: |met| {
            number(met, 0)
                .filter(|factor| (0.01..=100.0).contains(factor))
                .map(|factor| Value::Size(Size::Times(factor as f32)))
        },
        examples: &[("half", "size 50%"), ("twice", "size 200%")],
    },
];
