//! Parts of an image: `left third`, `top half`, `bottom 40 px`, corners.

use patchbay_values::regions::{Region, ShareBox};

use super::{Literal, number};
use crate::row::Item::{Is, Maybe, Words};
use crate::row::Row;
use crate::token::Token;
use crate::value::Value;

/// Boxes in pixels: `160x50 at 400,620`.
pub(super) fn literals(tokens: &[Token]) -> Vec<Literal> {
    let mut found = Vec::new();
    for first in 0..tokens.len() {
        let is_box = tokens[first].is_number()
            && tokens.get(first + 1).is_some_and(|token| token.text == "x")
            && tokens
                .get(first + 3)
                .is_some_and(|token| matches!(token.text.as_str(), "at" | "from"));
        if !is_box {
            continue;
        }
        for end in first + 5..=(first + 7).min(tokens.len()) {
            let words: Vec<&str> = tokens[first..end]
                .iter()
                .map(|token| token.text.as_str())
                .collect();
            let text = format!(
                "{} {} {}",
                words[..3].concat(),
                words[3],
                words[4..].concat()
            );
            if let Some(region) = Region::read(&text) {
                found.push((first, end, Value::Region(region), "region.pixels"));
            }
        }
    }
    found
}

fn is_share(value: &Value) -> bool {
    matches!(value, Value::Percent(_))
}

/// Rows for one edge: a share, a share said after it, pixels.
macro_rules! edge {
    ($edge:literal, $words:literal, $share:literal, $pixels:literal, $of:literal, $text:literal, $written:literal, $strip:literal) => {
        [
            Row {
                id: $share,
                pattern: &[
                    Maybe("the"),
                    Words($words),
                    Maybe("hand most"),
                    Is(is_share),
                ],
                produce: |met| Region::strip($edge, number(met, 0)? as f32).map(Value::Region),
                examples: &[($text, $written)],
            },
            Row {
                id: $of,
                pattern: &[
                    Is(is_share),
                    Words("of on at from off"),
                    Maybe("the"),
                    Words($words),
                ],
                produce: |met| Region::strip($edge, number(met, 0)? as f32).map(Value::Region),
                examples: &[(concat!("10% off the ", $edge), $strip)],
            },
            Row {
                id: $pixels,
                pattern: &[
                    Maybe("the"),
                    Words($words),
                    Is(|value| matches!(value, Value::Pixels(_))),
                ],
                produce: |met| match met[0] {
                    Value::Pixels(pixels) => {
                        Region::edge($edge, pixels.round() as u32, false).map(Value::Region)
                    }
                    _ => None,
                },
                examples: &[(
                    concat!($edge, " 40 px"),
                    concat!("region ", $edge, " 40 px"),
                )],
            },
        ]
    };
}

const TOP: [Row; 3] = edge!(
    "top",
    "top upper",
    "region.top",
    "region.top_pixels",
    "region.of_top",
    "top half",
    "region 100%x50% at 0%,0%",
    "region 100%x10% at 0%,0%"
);
const BOTTOM: [Row; 3] = edge!(
    "bottom",
    "bottom lower",
    "region.bottom",
    "region.bottom_pixels",
    "region.of_bottom",
    "lower quarter",
    "region 100%x25% at 0%,75%",
    "region 100%x10% at 0%,90%"
);
const LEFT: [Row; 3] = edge!(
    "left",
    "left",
    "region.left",
    "region.left_pixels",
    "region.of_left",
    "the left half",
    "region 50%x100% at 0%,0%",
    "region 10%x100% at 0%,0%"
);
const RIGHT: [Row; 3] = edge!(
    "right",
    "right",
    "region.right",
    "region.right_pixels",
    "region.of_right",
    "right 20%",
    "region 20%x100% at 80%,0%",
    "region 10%x100% at 90%,0%"
);

const BOX: Row = Row {
    id: "region.box",
    pattern: &[
        Is(is_share),
        Words("x by"),
        Is(is_share),
        Words("at from"),
        Is(is_share),
        Words(","),
        Is(is_share),
    ],
    produce: |met| {
        let [width, height, left, top] =
            [0, 1, 2, 3].map(|index| number(met, index).map(|share| share as f32));
        ShareBox::new(left?, top?, width?, height?)
            .map(|share| Value::Region(Region::Shares(share)))
    },
    examples: &[("40%x40% at 55%,10%", "region 40%x40% at 55%,10%")],
};

pub(super) const ROWS: &[Row] = &{
    let [top, of_top, top_pixels] = TOP;
    let [bottom, of_bottom, bottom_pixels] = BOTTOM;
    let [left, of_left, left_pixels] = LEFT;
    let [right, of_right, right_pixels] = RIGHT;
    [
        BOX,
        top,
        of_top,
        top_pixels,
        bottom,
        of_bottom,
        bottom_pixels,
        left,
        of_left,
        left_pixels,
        right,
        of_right,
        right_pixels,
    ]
};
