//! Lengths on paper and sizes of paper.

use super::{is_amount, is_number, number};
use crate::row::Item::{Is, Maybe, Words};
use crate::row::Row;
use crate::value::Value;

const INCH: f64 = 2.54;
const FOOT: f64 = 30.48;
const POINT: f64 = INCH / 72.0;

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
];
