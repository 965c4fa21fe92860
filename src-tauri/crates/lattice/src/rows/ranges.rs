//! Points of a time line that have a name.

use crate::row::Item::{Maybe, Words};
use crate::row::Row;
use crate::value::Value;

pub(super) const ROWS: &[Row] = &[
    Row {
        id: "moment.start",
        pattern: &[
            Maybe("the very"),
            Words("start beginning opening begin front intro"),
        ],
        produce: |_| Some(Value::Moment(0.0)),
        examples: &[("the start", "moment 0"), ("beginning", "moment 0")],
    },
    Row {
        id: "moment.middle",
        pattern: &[
            Maybe("the very"),
            Words("middle halfway midway centre center"),
        ],
        produce: |_| Some(Value::Moment(0.5)),
        examples: &[("halfway", "moment 0.5")],
    },
    Row {
        id: "moment.end",
        pattern: &[
            Maybe("the very"),
            Words("end ending finish close tail outro"),
        ],
        produce: |_| Some(Value::Moment(1.0)),
        examples: &[("the end", "moment 1")],
    },
];
