//! Boxes on an image in pixels: `120x40 at 300,200`.

use std::fmt;
use std::sync::LazyLock;

use regex::Regex;

/// A box in pixels from the left and from the top.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PixelBox {
    /// Its left side.
    pub left: u32,
    /// Its upper side.
    pub top: u32,
    /// Its width, at least 1.
    pub width: u32,
    /// Its height, at least 1.
    pub height: u32,
}

impl fmt::Display for PixelBox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            left,
            top,
            width,
            height,
        } = self;
        write!(f, "{width}x{height} at {left},{top}")
    }
}

impl PixelBox {
    /// Reads the form that [`Self::to_string`] writes, and four numbers: left, top, width and
    /// height, with their letters (`x=300 y=200 w=120 h=40`) or without; none where it is anything
    /// else.
    pub fn read(text: &str) -> Option<Self> {
        static WAYS: LazyLock<[Regex; 2]> = LazyLock::new(|| {
            let number = |name: &str| format!(r"(?P<{name}>\d{{1,5}})");
            let [left, top, width, height] = ["left", "top", "width", "height"].map(number);
            [
                format!(r"^{width}\s?[x×]\s?{height}\s(?:at|from)\s{left}\s?,\s?{top}$"),
                format!(r"^(?:x=)?{left}[\s,]\s?(?:y=)?{top}[\s,]\s?(?:w=)?{width}[\s,]\s?(?:h=)?{height}$"),
            ]
            .map(|way| Regex::new(&way).expect("a valid pattern"))
        });
        let text = text.trim().to_lowercase();
        let found = WAYS.iter().find_map(|way| way.captures(&text))?;
        let number = |name: &str| found[name].parse::<u32>().ok();
        Self::new(
            (number("left")?, number("top")?),
            (number("width")?, number("height")?),
        )
    }

    /// A box at a place, of a width and a height; none where it has no area.
    pub fn new((left, top): (u32, u32), (width, height): (u32, u32)) -> Option<Self> {
        (width > 0 && height > 0).then_some(Self {
            left,
            top,
            width,
            height,
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn boxes_are_four_numbers() {
        for text in [
            "120x40 at 300,200",
            "120 x 40 at 300, 200",
            "300,200,120,40",
            "x=300 y=200 w=120 h=40",
        ] {
            let found = PixelBox::read(text).map(|found| found.to_string());
            assert_eq!(found.as_deref(), Some("120x40 at 300,200"), "{text}");
        }
        for text in [
            "",
            "120x40",
            "at 300,200",
            "0x0 at 10,10",
            "blur 120x40 at 300,200",
        ] {
            assert_eq!(PixelBox::read(text), None, "{text}");
        }
    }

    proptest! {
        #![proptest_config(crate::testing::cases())]

        #[test]
        fn what_is_written_is_read_back(left in 0u32..99_999, top in 0u32..99_999, width in 1u32..99_999, height in 1u32..99_999) {
            let one = PixelBox { left, top, width, height };
            prop_assert_eq!(PixelBox::read(&one.to_string()), Some(one));
        }
    }
}
