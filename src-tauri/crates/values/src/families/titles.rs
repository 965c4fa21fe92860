//! Look of words on a video: their place, their font, their box, and their fade in and out.

use crate::colors::{color, hex};
use crate::numbers::rounded;
use crate::times::duration;

/// The parameters that take it.
pub const NAMES: [&str; 4] = ["place", "box", "fade", "font"];
/// The most characters of a font's name.
const LONGEST_NAME: usize = 60;
/// The colour of a box of which nobody says one.
pub const USUAL_BOX: [u8; 3] = [0; 3];

/// The places by their names.
pub const PLACES: [&str; 10] = [
    "top left",
    "top",
    "top right",
    "left",
    "middle",
    "right",
    "bottom left",
    "bottom",
    "bottom right",
    "lower third",
];

/// A value in the one way of writing it; none where the parameter of that name cannot be that.
pub fn read(name: &str, text: &str) -> Option<String> {
    let text = text.trim();
    let lower = text.to_lowercase();
    match name {
        "place" => {
            let known = PLACES.iter().find(|place| **place == lower);
            known.map(|place| (*place).to_owned())
        }
        "box" if ["yes", "true", "on"].contains(&&*lower) => Some(hex(USUAL_BOX)),
        "box" => color(&lower).map(hex),
        "fade" => {
            let bare = text.parse::<f64>().ok().or_else(|| duration(text))?;
            let is_length = bare.is_finite() && (0.01..3600.0).contains(&bare);
            is_length.then(|| rounded(bare, 3))
        }
        "font" => {
            let is_name = !text.is_empty()
                && text.chars().count() <= LONGEST_NAME
                && !text.contains(['\n', ',', '{', '}', '\\']);
            is_name.then(|| text.to_owned())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn values_are_read() {
        for (name, text, value) in [
            ("place", "Lower third", Some("lower third")),
            ("place", "somewhere", None),
            ("box", "yes", Some("#000000")),
            ("box", "Red", Some("#c81e1e")),
            ("fade", "0.5 s", Some("0.5")),
            ("fade", "0", None),
            ("font", "Open Sans", Some("Open Sans")),
            ("font", "a{b}", None),
        ] {
            assert_eq!(read(name, text).as_deref(), value, "{name}: {text}");
        }
    }

    proptest! {
        #![proptest_config(crate::testing::cases())]

        #[test]
        fn what_is_written_is_read_back(name in prop::sample::select(NAMES.to_vec()), text in "(top left|red|[0-9.]{1,6}( s)?|[A-Za-z ]{1,20})") {
            if let Some(value) = read(name, &text) {
                prop_assert_eq!(read(name, &value), Some(value));
            }
        }
    }
}
