//! Sizes of files, rates of data, and words between quotation marks.

use patchbay_values::data::{bit_rate, bytes};

use super::{Literal, is_amount, is_number, number};
use crate::row::Item::{Is, Maybe, Words};
use crate::row::Row;
use crate::token::Token;
use crate::value::Value;

/// Maximum length of a quotation, in tokens.
const LONGEST: usize = 60;

fn amount(number: f64, unit: &str) -> Option<Value> {
    bytes(&format!("{number} {unit}")).map(Value::Bytes)
}

fn rate(number: f64, unit: &str) -> Option<Value> {
    bit_rate(&format!("{number} {unit}")).map(Value::Bitrate)
}

/// Words between two equal marks, without them.
pub(super) fn quotations(text: &str, tokens: &[Token]) -> Vec<Literal> {
    let mut found = Vec::new();
    let is_mark = |token: &Token| matches!(token.text.as_str(), "\"" | "'" | "«" | "»");
    for (first, open) in tokens
        .iter()
        .enumerate()
        .filter(|(_, token)| is_mark(token))
    {
        let is_opening = tokens.get(first + 1).is_some_and(|next| next.is_glued)
            && (!open.is_glued || first == 0 || !tokens[first - 1].is_word());
        if !is_opening {
            continue;
        }
        let close = match open.text.as_str() {
            "«" => "»",
            other => other,
        };
        let end = tokens[first + 1..]
            .iter()
            .take(LONGEST)
            .position(|token| token.text == close && token.is_glued);
        if let Some(end) = end.filter(|end| *end > 0).map(|end| first + 1 + end) {
            let words = text[tokens[first + 1].from..tokens[end - 1].to].to_owned();
            found.push((first, end + 1, Value::Quotation(words), "quotation.marks"));
        }
    }
    found
}

/// A row for a unit of data.
macro_rules! unit {
    ($id:literal, $words:literal, $make:ident, $unit:literal, $examples:expr) => {
        Row {
            id: $id,
            pattern: &[Is(is_amount), Maybe("of a"), Maybe("a"), Words($words)],
            produce: |met| number(met, 0).and_then(|count| $make(count, $unit)),
            examples: $examples,
        }
    };
}

pub(super) const ROWS: &[Row] = &[
    unit!(
        "bytes.kilo",
        "kb kbs k kilobyte kilobytes ko",
        amount,
        "kb",
        &[("200 KB", "bytes 200 kB"), ("500k", "bytes 500 kB")]
    ),
    unit!(
        "bytes.mega",
        "mb mbs meg megs megabyte megabytes mega m mo",
        amount,
        "mb",
        &[
            ("10 MB", "bytes 10 MB"),
            ("half a megabyte", "bytes 500 kB"),
            ("25 megs", "bytes 25 MB")
        ]
    ),
    unit!(
        "bytes.giga",
        "gb gbs gig gigs gigabyte gigabytes go",
        amount,
        "gb",
        &[("2 GB", "bytes 2 GB"), ("a gig", "bytes 1 GB")]
    ),
    unit!(
        "bytes.kibi",
        "kib",
        amount,
        "kib",
        &[("64 KiB", "bytes 65.536 kB")]
    ),
    unit!(
        "bytes.mebi",
        "mib",
        amount,
        "mib",
        &[("1 MiB", "bytes 1.048576 MB")]
    ),
    unit!(
        "bytes.bare",
        "bytes byte",
        amount,
        "bytes",
        &[("800 bytes", "bytes 800 bytes")]
    ),
    unit!(
        "bitrate.kilo",
        "kbps kbit kbits k kb",
        rate,
        "kbps",
        &[("128 kbps", "bitrate 128 kbps")]
    ),
    unit!(
        "bitrate.mega",
        "mbps mbit mbits",
        rate,
        "mbps",
        &[("5 Mbit", "bitrate 5 Mbps")]
    ),
    Row {
        id: "bitrate.bare",
        pattern: &[Is(is_number)],
        produce: |met| match number(met, 0)? {
            number @ (32.0 | 48.0 | 56.0 | 64.0 | 80.0 | 96.0 | 112.0 | 128.0 | 160.0 | 192.0
            | 224.0 | 256.0 | 320.0) => rate(number, "kbps"),
            _ => None,
        },
        examples: &[("320", "bitrate 320 kbps")],
    },
    Row {
        id: "bitrate.kilo_a_second",
        pattern: &[
            Is(is_number),
            Words("kbit kbits kb kilobit kilobits"),
            Words("/ per a"),
            Words("s sec second"),
        ],
        produce: |met| number(met, 0).and_then(|count| rate(count, "kbps")),
        examples: &[
            ("320 kb/s", "bitrate 320 kbps"),
            ("64 kilobits per second", "bitrate 64 kbps"),
        ],
    },
    Row {
        id: "bitrate.mega_a_second",
        pattern: &[
            Is(is_number),
            Words("mbit mbits mb megabit megabits"),
            Words("/ per a"),
            Words("s sec second"),
        ],
        produce: |met| number(met, 0).and_then(|count| rate(count, "mbps")),
        examples: &[("5 Mbit/s", "bitrate 5 Mbps")],
    },
];
