//! Parts of an image: `left third`, `top half`, `bottom 40 px`, corners.

use patchbay_values::regions::{Region, ShareBox};

use super::{Literal, number};
use crate::row::Item::{Is, Maybe, Words};
use crate::row::Row;
use crate::token::Token;
use crate::value::Value;

/// Boxes in pixels: `160x50 at 400,620`, also with `px` and a comma after the size.
pub(super) fn literals(tokens: &[Token]) -> Vec<Literal> {
    let mut found = Vec::new();
    let text = |index: usize| tokens.get(index).map_or("", |token| token.text.as_str());
    for first in 0..tokens.len() {
        if !tokens[first].is_number() || text(first + 1) != "x" {
            continue;
        }
        let mut at = first + 3;
        while matches!(text(at), "px" | "," | "pixels") {
            at += 1;
        }
        if !matches!(text(at), "at" | "from") {
            continue;
        }
        for end in at + 2..=(at + 4).min(tokens.len()) {
            let place: String = (at + 1..end).map(text).collect();
            let region = Region::read(&format!(
                "{}x{} {} {place}",
                text(first),
                text(first + 2),
                text(at)
            ));
            if let Some(region) = region {
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

/// Rows for a corner: a quarter or a third of the image there, and the corner itself.
macro_rules! corner {
    ($down:literal, $across:literal, $downs:literal, $acrosses:literal, $part:literal, $corner:literal, $text:literal, $written:literal, $text_corner:literal, $written_corner:literal) => {
        [
            Row {
                id: $part,
                pattern: &[
                    Maybe("the"),
                    Words($downs),
                    Maybe("hand"),
                    Words($acrosses),
                    Maybe("hand"),
                    Is(|value| matches!(value, Value::Share(_))),
                ],
                produce: |met| {
                    let size = if number(met, 0)? < 0.3 {
                        "quarter"
                    } else {
                        "third"
                    };
                    Region::corner($down, $across, size).map(Value::Region)
                },
                examples: &[($text, $written)],
            },
            Row {
                id: $corner,
                pattern: &[
                    Maybe("the"),
                    Words($downs),
                    Maybe("hand"),
                    Words($acrosses),
                    Maybe("hand"),
                    Words("corner"),
                ],
                produce: |_| Region::corner($down, $across, "corner").map(Value::Region),
                examples: &[($text_corner, $written_corner)],
            },
        ]
    };
}

const TOP_LEFT: [Row; 2] = corner!(
    "top",
    "left",
    "top upper",
    "left",
    "region.top_left",
    "region.top_left_corner",
    "top left quarter",
    "region 50%x50% at 0%,0%",
    "the upper left corner",
    "region 25%x25% at 0%,0%"
);
const TOP_RIGHT: [Row; 2] = corner!(
    "top",
    "right",
    "top upper",
    "right",
    "region.top_right",
    "region.top_right_corner",
    "upper right quarter",
    "region 50%x50% at 50%,0%",
    "top right corner",
    "region 25%x25% at 75%,0%"
);
const BOTTOM_LEFT: [Row; 2] = corner!(
    "bottom",
    "left",
    "bottom lower",
    "left",
    "region.bottom_left",
    "region.bottom_left_corner",
    "lower left quarter",
    "region 50%x50% at 0%,50%",
    "bottom left corner",
    "region 25%x25% at 0%,75%"
);
const BOTTOM_RIGHT: [Row; 2] = corner!(
    "bottom",
    "right",
    "bottom lower",
    "right",
    "region.bottom_right",
    "region.bottom_right_corner",
    "bottom right quarter",
    "region 50%x50% at 50%,50%",
    "lower right hand corner",
    "region 25%x25% at 75%,75%"
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
    let [top_left, top_left_corner] = TOP_LEFT;
    let [top_right, top_right_corner] = TOP_RIGHT;
    let [bottom_left, bottom_left_corner] = BOTTOM_LEFT;
    let [bottom_right, bottom_right_corner] = BOTTOM_RIGHT;
    [
        top_left,
        top_left_corner,
        top_right,
        top_right_corner,
        bottom_left,
        bottom_left_corner,
        bottom_right,
        bottom_right_corner,
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
