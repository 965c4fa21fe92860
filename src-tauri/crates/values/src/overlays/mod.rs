//! Ways of laying something over an image or a video: its place, its size, its distance from the
//! edge, its opacity, and the order of the two.
//!
//! - [`Place`]: a corner, an edge or the middle
//! - [`Measure`]: shares and pixels; [`OverlaySize`], [`margin`]: sizes and distances in them

mod measure;
mod place;

pub use self::measure::{Measure, OverlaySize, margin};
pub use self::place::{PLACES, Place};
use crate::numbers::written;

/// The parameters whose values are read here.
pub(crate) const NAMES: [&str; 5] = [
    "overlay_position",
    "overlay_size",
    "overlay_opacity",
    "overlay_margin",
    "overlay_order",
];

/// The two orders in which two things are named, as they are written: what lies on top first, or
/// last.
pub const ORDERS: [&str; 2] = ["as named", "the other way round"];

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
            let known = ORDERS.iter().find(|order| **order == text.trim());
            known.map(|order| (*order).to_owned())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn values_are_read_in_their_one_way() {
        for (name, text, value) in [
            ("overlay_position", "Bottom Right", Some("bottom right")),
            ("overlay_position", "at 300,200", None),
            ("overlay_size", "25 %", Some("25%")),
            ("overlay_size", "300 px", Some("300 wide")),
            ("overlay_size", "120 high", Some("120 high")),
            ("overlay_size", "10% high", Some("10% high")),
            ("overlay_size", "320 x 180", Some("320x180")),
            ("overlay_size", "1080p", None),
            ("overlay_size", "0%", None),
            ("overlay_opacity", "50 %", Some("50")),
            ("overlay_opacity", "140", None),
            ("overlay_margin", "2 %", Some("2%")),
            ("overlay_margin", "20", Some("20 px")),
            ("overlay_margin", "120%", None),
            ("overlay_order", "as named", Some("as named")),
        ] {
            assert_eq!(read(name, text).as_deref(), value, "{name}: {text}");
        }
    }

    proptest! {
        #![proptest_config(crate::testing::cases())]

        #[test]
        fn what_is_written_is_read_back(hundredths in 10u32..10_000, pixels in 1u32..99_999, high in 1u32..99_999, across in 0usize..3, down in 0usize..3) {
            let share = Measure::Percent(f64::from(hundredths) / 100.0);
            for measure in [share, Measure::Pixels(pixels)] {
                prop_assert_eq!(margin(&measure.to_string()), Some(measure));
                for size in [OverlaySize::Width(measure), OverlaySize::Height(measure), OverlaySize::Within(pixels, high)] {
                    prop_assert_eq!(OverlaySize::read(&size.to_string()), Some(size));
                }
            }
            let place = Place::at(across, down);
            prop_assert_eq!(Place::read(&place.to_string()), Some(place));
        }
    }
}
