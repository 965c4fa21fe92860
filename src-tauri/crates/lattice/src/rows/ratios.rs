//! Shapes: width to height.

use patchbay_values::sizes::Size;

use super::{is_number, number};
use crate::row::Item::{Is, Words};
use crate::row::Row;
use crate::value::Value;

pub(super) const ROWS: &[Row] = &[
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
