//! Multiples: `twice`, `3x`, `four times`, `double`.

use super::{is_amount, is_number, number};
use crate::row::Item::{Glued, Is, Maybe, Words};
use crate::row::Row;
use crate::value::Value;

pub(super) const ROWS: &[Row] = &[
    Row {
        id: "multiple.twice",
        pattern: &[Words("twice double doubled doubling doubly")],
        produce: |_| Some(Value::Multiple(2.0)),
        examples: &[("twice", "multiple 2"), ("double", "multiple 2")],
    },
    Row {
        id: "multiple.thrice",
        pattern: &[Words("thrice triple treble tripled")],
        produce: |_| Some(Value::Multiple(3.0)),
        examples: &[("triple", "multiple 3")],
    },
    Row {
        id: "multiple.four",
        pattern: &[Words("quadruple quadrupled fourfold")],
        produce: |_| Some(Value::Multiple(4.0)),
        examples: &[("quadruple", "multiple 4")],
    },
    Row {
        id: "multiple.x",
        pattern: &[Is(is_number), Glued("x"), Maybe("-")],
        produce: |met| number(met, 0).map(Value::Multiple),
        examples: &[("2x", "multiple 2"), ("1.5x", "multiple 1.5")],
    },
    Row {
        id: "multiple.x_before",
        pattern: &[Words("x"), Is(is_number)],
        produce: |met| number(met, 0).map(Value::Multiple),
        examples: &[("x4", "multiple 4"), ("x 4", "multiple 4")],
    },
    Row {
        id: "multiple.times",
        pattern: &[Is(is_amount), Words("times time fold x")],
        produce: |met| number(met, 0).map(Value::Multiple),
        examples: &[("four times", "multiple 4"), ("10 x", "multiple 10")],
    },
    Row {
        id: "multiple.share",
        pattern: &[Is(|value| {
            matches!(value, Value::Share(_) | Value::Percent(_))
        })],
        produce: |met| match met[0] {
            Value::Percent(percent) => Some(Value::Multiple(percent / 100.0)),
            Value::Share(share) => Some(Value::Multiple(*share)),
            _ => None,
        },
        examples: &[("half", "multiple 0.5"), ("150%", "multiple 1.5")],
    },
    Row {
        id: "multiple.more",
        pattern: &[
            Is(|value| matches!(value, Value::Percent(_))),
            Words("more faster larger bigger louder longer"),
        ],
        produce: |met| number(met, 0).map(|percent| Value::Multiple(1.0 + percent / 100.0)),
        examples: &[("20% faster", "multiple 1.2")],
    },
    Row {
        id: "multiple.less",
        pattern: &[
            Is(|value| matches!(value, Value::Percent(_))),
            Words("less slower smaller shorter quieter"),
        ],
        produce: |met| number(met, 0).map(|percent| Value::Multiple(1.0 - percent / 100.0)),
        examples: &[("20% slower", "multiple 0.8")],
    },
    Row {
        id: "multiple.of_two",
        pattern: &[
            Words("half"),
            Maybe("of"),
            Words("a the"),
            Words("speed size tempo"),
        ],
        produce: |_| Some(Value::Multiple(0.5)),
        examples: &[("half the size", "multiple 0.5")],
    },
];
