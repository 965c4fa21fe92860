//! Levels, loudness, frequencies, angles.

use super::{is_amount, is_number, number};
use crate::row::Item::{Is, Maybe, Words};
use crate::row::Row;
use crate::value::Value;

pub(super) const ROWS: &[Row] = &[
    Row {
        id: "level.decibel",
        pattern: &[Is(is_number), Words("db decibel decibels dbfs dbtp")],
        produce: |met| number(met, 0).map(Value::Decibel),
        examples: &[
            ("6 dB", "decibel 6"),
            ("-3db", "decibel -3"),
            ("minus ten decibels", "decibel -10"),
        ],
    },
    Row {
        id: "level.loudness",
        pattern: &[Is(is_number), Words("lufs lu lkfs")],
        produce: |met| number(met, 0).map(|loudness| Value::Loudness(-loudness.abs())),
        examples: &[("-16 LUFS", "loudness -16"), ("23 LUFS", "loudness -23")],
    },
    Row {
        id: "level.loudness_before",
        pattern: &[Words("lufs lkfs r128"), Maybe(": of"), Is(is_number)],
        produce: |met| number(met, 0).map(|loudness| Value::Loudness(-loudness.abs())),
        examples: &[("LUFS -14", "loudness -14")],
    },
    Row {
        id: "frequency.hertz",
        pattern: &[Is(is_number), Words("hz hertz cycles")],
        produce: |met| number(met, 0).map(Value::Frequency),
        examples: &[("50 Hz", "frequency 50"), ("fifty hertz", "frequency 50")],
    },
    Row {
        id: "frequency.kilohertz",
        pattern: &[Is(is_number), Words("khz kilohertz k")],
        produce: |met| number(met, 0).map(|thousands| Value::Frequency(1000.0 * thousands)),
        examples: &[("44.1 kHz", "frequency 44100"), ("3k", "frequency 3000")],
    },
    Row {
        id: "exposure.stops",
        pattern: &[
            Is(is_amount),
            Maybe("a of"),
            Maybe("a"),
            Words("stop stops ev"),
        ],
        produce: |met| number(met, 0).map(Value::Number),
        examples: &[("two stops", "number 2"), ("half a stop", "number 0.5")],
    },
    Row {
        id: "exposure.stop_and_share",
        pattern: &[
            Is(is_number),
            Words("stop stops ev"),
            Words("and"),
            Is(|value| matches!(value, Value::Share(_))),
        ],
        produce: |met| Some(Value::Number(number(met, 0)? + number(met, 1)?)),
        examples: &[("a stop and a half", "number 1.5")],
    },
    Row {
        id: "angle.degrees",
        pattern: &[Is(is_number), Words("° degree degrees deg")],
        produce: |met| number(met, 0).map(Value::Angle),
        examples: &[("90°", "angle 90"), ("ninety degrees", "angle 90")],
    },
    Row {
        id: "angle.turn",
        pattern: &[
            Is(|value| matches!(value, Value::Share(_))),
            Maybe("of"),
            Maybe("a"),
            Maybe("full"),
            Words("turn circle rotation"),
        ],
        produce: |met| number(met, 0).map(|share| Value::Angle(360.0 * share)),
        examples: &[("a quarter turn", "angle 90"), ("half a turn", "angle 180")],
    },
    Row {
        id: "angle.upside_down",
        pattern: &[Words("upside"), Words("down")],
        produce: |_| Some(Value::Angle(180.0)),
        examples: &[("upside down", "angle 180")],
    },
    Row {
        id: "angle.on_its_head",
        pattern: &[
            Words("on"),
            Words("its his her their the"),
            Words("head heads"),
        ],
        produce: |_| Some(Value::Angle(180.0)),
        examples: &[("on its head", "angle 180")],
    },
    Row {
        id: "angle.on_its_side",
        pattern: &[
            Words("on"),
            Words("its his her their the"),
            Words("side sides"),
        ],
        produce: |_| Some(Value::Angle(90.0)),
        examples: &[("on its side", "angle 90")],
    },
    Row {
        id: "angle.sideways",
        pattern: &[Words("sideways sideway")],
        produce: |_| Some(Value::Angle(90.0)),
        examples: &[("sideways", "angle 90")],
    },
];
