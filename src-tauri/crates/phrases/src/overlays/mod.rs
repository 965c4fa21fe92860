//! How something is laid over an image or a video, in words: where, how large, how far from the
//! edge, how much of what lies under it is seen through it, and which of two things lies on which.
//!
//! - [`Place`]: a corner, an edge or the middle
//! - [`Measure`]: shares and pixels; [`OverlaySize`], [`margin`]: what they are of

mod measure;
mod measures;
mod order;
mod place;
#[cfg(test)]
mod tests;
mod tokens;

use std::collections::BTreeMap;

pub use self::measure::Measure;
use self::measures::{Measured, measured};
pub use self::measures::{OverlaySize, margin};
pub use self::place::Place;
use self::tokens::tokens;

/// The parameters whose values are read here.
pub(crate) const NAMES: [&str; 5] = [
    "overlay_position",
    "overlay_size",
    "overlay_opacity",
    "overlay_margin",
    "overlay_order",
];

/// A value in the one way of writing it; none where the parameter of that name cannot be that.
pub(crate) fn read(name: &str, text: &str) -> Option<String> {
    match name {
        "overlay_position" => Place::read(text).map(|place| place.to_string()),
        "overlay_size" => OverlaySize::read(text).map(|size| size.to_string()),
        "overlay_opacity" => {
            let number: f64 = text.trim_end_matches(['%', ' ']).parse().ok()?;
            (0.0..=100.0).contains(&number).then(|| written(number))
        }
        "overlay_margin" => margin(text).map(|margin| margin.to_string()),
        "overlay_order" => {
            let known = order::ORDERS.iter().find(|order| **order == text.trim());
            known.map(|order| (*order).to_owned())
        }
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
            order::is_ground_first(&tokens).then(|| order::ORDERS[1].to_owned()),
        ),
    ]
    .into_iter()
    .filter_map(|(name, value)| Some((name, value?)))
    .collect()
}

/// To four places behind the point, and no more than needed.
fn written(number: f64) -> String {
    ((number * 10_000.0).round() / 10_000.0).to_string()
}
