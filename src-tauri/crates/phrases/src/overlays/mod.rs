//! How something is laid over an image or a video, in words: where, how large, how far from the
//! edge, how much of what lies under it is seen through it, and which of two things lies on which.

mod measures;
mod order;
mod place;
#[cfg(test)]
mod tests;
mod tokens;

use std::collections::BTreeMap;

use patchbay_values::numbers::written;
use patchbay_values::overlays::ORDERS;

use self::measures::{Measured, measured};
use self::tokens::tokens;

/// The value of a parameter that words give which say nothing else, in the one way of writing it.
pub(crate) fn worded(name: &str, words: &str) -> Option<String> {
    let tokens = tokens(words);
    match name {
        "overlay_position" => place::said(&tokens).map(|place| place.to_string()),
        "overlay_size" => measured(&tokens).size.map(|size| size.to_string()),
        _ => None,
    }
}

/// The values that a sentence gives, by the names of their parameters.
pub(crate) fn said(words: &str) -> BTreeMap<&'static str, String> {
    let tokens = tokens(words);
    let Measured {
        size,
        opacity,
        margin,
    } = measured(&tokens);
    [
        (
            "overlay_position",
            place::said(&tokens).map(|place| place.to_string()),
        ),
        ("overlay_size", size.map(|size| size.to_string())),
        ("overlay_opacity", opacity.map(written)),
        ("overlay_margin", margin.map(|margin| margin.to_string())),
        (
            "overlay_order",
            order::is_ground_first(&tokens).then(|| ORDERS[1].to_owned()),
        ),
    ]
    .into_iter()
    .filter_map(|(name, value)| Some((name, value?)))
    .collect()
}
