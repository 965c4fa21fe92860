//! Sizes in pixels and on paper, and shapes.

use patchbay_values::sizes::Size;

use super::{is_amount, is_number, number};
use crate::row::Item::{Glued, Is, Maybe, Words};
use crate::row::Row;
use crate::value::Value;

const INCH: f64 = 2.54;
const FOOT: f64 = 30.48;
const POINT: f64 = INCH / 72.0;

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

/// A row for a unit of length on paper.
macro_rules! unit {
    ($id:literal, $words:literal, $centimetres:expr, $examples:expr) => {
        Row {
            id: $id,
            pattern: &[
                Is(is_amount),
                Maybe("of a an"),
                Maybe("a an"),
                Words($words),
            ],
            produce: |met| number(met, 0).map(|count| Value::Centimetres(count * $centimetres)),
            examples: $examples,
        }
    };
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

/// A row for a named size of paper.
macro_rules! paper {
    ($id:literal, $pattern:expr, $width:expr, $height:expr, $text:literal, $written:literal) => {
        Row {
            id: $id,
            pattern: $pattern,
            produce: |_| Some(Value::Paper($width, $height)),
            examples: &[($text, $written)],
        }
    };
}

pub(super) const ROWS: &[Row] = &[
    unit!(
        "length.millimetres",
        "mm millimetre millimetres millimeter millimeters",
        0.1,
        &[("3 mm", "centimetres 0.3")]
    ),
    unit!(
        "length.centimetres",
        "cm centimetre centimetres centimeter centimeters cms",
        1.0,
        &[("10 cm", "centimetres 10")]
    ),
    unit!(
        "length.metres",
        "metre metres meter meters",
        100.0,
        &[("2 metres", "centimetres 200")]
    ),
    unit!(
        "length.inches",
        "inch inches in \"",
        INCH,
        &[
            ("half an inch", "centimetres 1.27"),
            ("4 inches", "centimetres 10.16")
        ]
    ),
    unit!(
        "length.feet",
        "foot feet ft",
        FOOT,
        &[("a foot", "centimetres 30.48")]
    ),
    unit!(
        "length.points",
        "pt pts points",
        POINT,
        &[("72 pt", "centimetres 2.54")]
    ),
    unit!(
        "length.cun",
        "cun",
        10.0 / 3.0,
        &[("6 cun", "centimetres 20")]
    ),
    Row {
        id: "length.pixels",
        pattern: &[Is(is_number), Words("px pixel pixels pix")],
        produce: |met| number(met, 0).map(Value::Pixels),
        examples: &[("1200 px", "pixels 1200"), ("3000 pixels", "pixels 3000")],
    },
    Row {
        id: "density.dpi",
        pattern: &[Is(is_number), Words("dpi ppi")],
        produce: |met| number(met, 0).map(Value::Density),
        examples: &[("300 dpi", "density 300")],
    },
    Row {
        id: "density.dots_per_inch",
        pattern: &[
            Is(is_number),
            Words("dots pixels"),
            Words("per an"),
            Words("inch"),
        ],
        produce: |met| number(met, 0).map(Value::Density),
        examples: &[("300 dots per inch", "density 300")],
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
    Row {
        id: "dimensions.by",
        pattern: &[Is(is_number), Words("x by *"), Is(is_number)],
        produce: |met| Some(Value::Dimensions(number(met, 0)?, number(met, 1)?)),
        examples: &[("4x6", "dimensions 4x6"), ("20 by 25", "dimensions 20x25")],
    },
    Row {
        id: "paper.inches",
        pattern: &[
            Is(|value| matches!(value, Value::Dimensions(..))),
            Maybe("is"),
            Words("inch inches in \""),
        ],
        produce: |met| match met[0] {
            Value::Dimensions(width, height) => Some(Value::Paper(width * INCH, height * INCH)),
            _ => None,
        },
        examples: &[("4x6 inch", "paper 10.16x15.24")],
    },
    Row {
        id: "paper.centimetres",
        pattern: &[
            Is(|value| matches!(value, Value::Dimensions(..))),
            Words("cm centimetres centimeters"),
        ],
        produce: |met| match met[0] {
            Value::Dimensions(width, height) => Some(Value::Paper(*width, *height)),
            _ => None,
        },
        examples: &[("20 x 25 cm", "paper 20x25")],
    },
    Row {
        id: "paper.millimetres",
        pattern: &[
            Is(|value| matches!(value, Value::Dimensions(..))),
            Words("mm millimetres millimeters"),
        ],
        produce: |met| match met[0] {
            Value::Dimensions(width, height) => Some(Value::Paper(width / 10.0, height / 10.0)),
            _ => None,
        },
        examples: &[("35x45 mm", "paper 3.5x4.5")],
    },
    Row {
        id: "paper.lengths",
        pattern: &[
            Is(|value| matches!(value, Value::Centimetres(_))),
            Words("x by"),
            Is(|value| matches!(value, Value::Centimetres(_))),
        ],
        produce: |met| match (met[0], met[1]) {
            (Value::Centimetres(width), Value::Centimetres(height)) => {
                Some(Value::Paper(*width, *height))
            }
            _ => None,
        },
        examples: &[("10 cm by 15 cm", "paper 10x15")],
    },
    paper!(
        "paper.a2",
        &[Words("a2 a-2")],
        42.0,
        59.4,
        "A2",
        "paper 42x59.4"
    ),
    paper!(
        "paper.a3",
        &[Words("a3 tabloid")],
        29.7,
        42.0,
        "A3",
        "paper 29.7x42"
    ),
    paper!(
        "paper.a4",
        &[Words("a4")],
        21.0,
        29.7,
        "A4",
        "paper 21x29.7"
    ),
    paper!(
        "paper.a5",
        &[Words("a5")],
        14.8,
        21.0,
        "A5",
        "paper 14.8x21"
    ),
    paper!(
        "paper.a6",
        &[Words("a6 postcard")],
        10.5,
        14.8,
        "postcard",
        "paper 10.5x14.8"
    ),
    paper!(
        "paper.letter",
        &[Maybe("us"), Words("letter"), Maybe("paper size")],
        21.59,
        27.94,
        "US letter",
        "paper 21.59x27.94"
    ),
    Row {
        id: "paper.a_spelt",
        pattern: &[Words("a"), Is(is_number)],
        produce: |met| match number(met, 0)? {
            2.0 => Some(Value::Paper(42.0, 59.4)),
            3.0 => Some(Value::Paper(29.7, 42.0)),
            4.0 => Some(Value::Paper(21.0, 29.7)),
            5.0 => Some(Value::Paper(14.8, 21.0)),
            _ => None,
        },
        examples: &[("a four", "paper 21x29.7"), ("A two", "paper 42x59.4")],
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
    Row {
        id: "ratio.colon",
        pattern: &[Is(is_number), Words(": to by x / zu"), Is(is_number)],
        produce: |met| {
            let (width, height) = (number(met, 0)?, number(met, 1)?);
            (width >= 1.0 && height >= 1.0 && width <= 100.0 && height <= 100.0)
                .then(|| Value::Ratio(width / height))
        },
        examples: &[
            ("16:9", "ratio 16:9"),
            ("four by five", "ratio 4:5"),
            ("3 to 2", "ratio 3:2"),
        ],
    },
    Row {
        id: "ratio.square",
        pattern: &[Words("square squares squared")],
        produce: |_| Some(Value::Ratio(1.0)),
        examples: &[("square", "ratio 1:1")],
    },
    Row {
        id: "ratio.upright",
        pattern: &[Words("vertical upright portrait")],
        produce: |_| Some(Value::Ratio(9.0 / 16.0)),
        examples: &[("vertical", "ratio 9:16")],
    },
    Row {
        id: "ratio.wide",
        pattern: &[Words("widescreen landscape horizontal")],
        produce: |_| Some(Value::Ratio(16.0 / 9.0)),
        examples: &[("widescreen", "ratio 16:9")],
    },
    Row {
        id: "ratio.of_size",
        pattern: &[Is(|value| matches!(value, Value::Size(Size::Within(..))))],
        produce: |met| match met[0] {
            Value::Size(Size::Within(width, height)) if *height > 0 => {
                Some(Value::Ratio(f64::from(*width) / f64::from(*height)))
            }
            _ => None,
        },
        examples: &[("600 x 600", "ratio 1:1"), ("600 by 200", "ratio 3:1")],
    },
];
