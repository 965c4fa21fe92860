//! Regions of an image: a box in pixels, a box in percent, or a strip along an edge.
//!
//! - [`boxes`]: boxes in pixels
//! - [`names`]: regions that have a name

mod boxes;
mod names;

use std::fmt;

pub use self::boxes::PixelBox;
pub use self::names::fraction;

/// A region of an image.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Region {
    /// A box in pixels.
    Pixels(PixelBox),
    /// A box in percent of the image.
    Shares(ShareBox),
    /// A strip along an edge.
    Strip(Strip),
}

/// A strip along an edge of an image, or all but that strip.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Strip {
    edge: Edge,
    /// Depth in pixels.
    depth: u32,
    /// Whether the rest of the image is meant.
    is_rest: bool,
}

/// An edge of an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Edge {
    Top,
    Bottom,
    Left,
    Right,
}

impl Edge {
    /// The edge that a word names.
    fn named(word: &str) -> Self {
        match word.to_lowercase().as_str() {
            "top" | "upper" => Self::Top,
            "bottom" | "lower" => Self::Bottom,
            "left" => Self::Left,
            _ => Self::Right,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Top => "top",
            Self::Bottom => "bottom",
            Self::Left => "left",
            Self::Right => "right",
        }
    }
}

impl Strip {
    /// Returns its two opposite corners, upper left and lower right, on an image of `width` x
    /// `height` pixels.
    fn on(self, width: u32, height: u32) -> ((u32, u32), (u32, u32)) {
        let from_end = |side: u32| side.saturating_sub(self.depth);
        let (deep, all) = (self.depth, (width, height));
        match (self.edge, self.is_rest) {
            (Edge::Top, false) => ((0, 0), (width, deep)),
            (Edge::Top, true) => ((0, deep), all),
            (Edge::Bottom, false) => ((0, from_end(height)), all),
            (Edge::Bottom, true) => ((0, 0), (width, from_end(height))),
            (Edge::Left, false) => ((0, 0), (deep, height)),
            (Edge::Left, true) => ((deep, 0), all),
            (Edge::Right, false) => ((from_end(width), 0), all),
            (Edge::Right, true) => ((0, 0), (from_end(width), height)),
        }
    }
}

/// A box in percent of an image's sides, which lies within it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ShareBox {
    left: f32,
    top: f32,
    width: f32,
    height: f32,
}

impl ShareBox {
    /// A box with those sides in percent; none where it has no area or reaches out of the image.
    pub fn new(left: f32, top: f32, width: f32, height: f32) -> Option<Self> {
        let fits = |from: f32, length: f32| length > 0.0 && from + length <= 100.01;
        (fits(left, width) && fits(top, height)).then_some(Self {
            left,
            top,
            width,
            height,
        })
    }

    /// Returns the box that is left where a strip along one edge is cut off; none where it is no
    /// such strip.
    fn rest(self) -> Option<Self> {
        let Self {
            left,
            top,
            width,
            height,
        } = self;
        let is_all = |length: f32| length > 99.99;
        let ends = |from: f32, length: f32| from + length > 99.98;
        match (is_all(width), is_all(height)) {
            (true, false) if top <= 0.0 => Self::new(0.0, height, 100.0, 100.0 - height),
            (true, false) if ends(top, height) => Self::new(0.0, 0.0, 100.0, top),
            (false, true) if left <= 0.0 => Self::new(width, 0.0, 100.0 - width, 100.0),
            (false, true) if ends(left, width) => Self::new(0.0, 0.0, left, 100.0),
            _ => None,
        }
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // To two places behind the point, and no more than needed.
        let written = |percent: f32| ((f64::from(percent) * 100.0).round() / 100.0).to_string();
        match self {
            Self::Pixels(pixels) => pixels.fmt(f),
            Self::Strip(strip) => {
                let rest = if strip.is_rest { "all but the " } else { "" };
                write!(f, "{rest}{} {} px", strip.edge.name(), strip.depth)
            }
            Self::Shares(shares) => {
                let [left, top, width, height] =
                    [shares.left, shares.top, shares.width, shares.height].map(written);
                write!(f, "{width}%x{height}% at {left}%,{top}%")
            }
        }
    }
}

impl Region {
    /// Reads the form that [`Self::to_string`] writes, four numbers of pixels, and the name of a
    /// region; none where it is anything else.
    pub fn read(text: &str) -> Option<Self> {
        let in_pixels = PixelBox::read(text).map(Self::Pixels);
        in_pixels.or_else(|| names::read(text))
    }

    /// Returns the region on an image of `width` x `height` pixels, cut off where the image ends;
    /// none where it lies outside.
    pub fn on(self, width: u32, height: u32) -> Option<PixelBox> {
        let (from, to) = match self {
            Self::Pixels(PixelBox {
                left,
                top,
                width,
                height,
            }) => (
                (left, top),
                (left.saturating_add(width), top.saturating_add(height)),
            ),
            Self::Shares(shares) => {
                let at = |percent: f32, side: u32| {
                    (percent / 100.0 * side as f32).round().max(0.0) as u32
                };
                let (left, top) = (at(shares.left, width), at(shares.top, height));
                let right = at(shares.left + shares.width, width).max(left + 1);
                let bottom = at(shares.top + shares.height, height).max(top + 1);
                ((left, top), (right, bottom))
            }
            Self::Strip(strip) => strip.on(width, height),
        };
        let to = (to.0.min(width), to.1.min(height));
        (from.0 < to.0 && from.1 < to.1).then(|| PixelBox {
            left: from.0,
            top: from.1,
            width: to.0 - from.0,
            height: to.1 - from.1,
        })
    }

    /// Returns the region that is left of an image where this one is cut off it; none where it is
    /// no strip along an edge.
    pub fn rest(self) -> Option<Self> {
        match self {
            Self::Shares(shares) => shares.rest().map(Self::Shares),
            Self::Strip(strip) if !strip.is_rest => Some(Self::Strip(Strip {
                is_rest: true,
                ..strip
            })),
            Self::Pixels(_) | Self::Strip(_) => None,
        }
    }

    /// Whether it is all but a strip, which is cut off.
    pub fn is_rest(self) -> bool {
        matches!(self, Self::Strip(strip) if strip.is_rest)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_region_lies_within_its_image() {
        let on = |words: &str| Region::read(words).unwrap().on(200, 101);
        let written = |words: &str| on(words).map(|found| found.to_string());
        assert_eq!(written("top half").as_deref(), Some("200x51 at 0,0"));
        assert_eq!(written("bottom half").as_deref(), Some("200x50 at 0,51"));
        assert_eq!(
            written("500x20 at 150,90").as_deref(),
            Some("50x11 at 150,90")
        );
        assert_eq!(on("10x10 at 200,0"), None);
        assert_eq!(written("bottom 40 px").as_deref(), Some("200x40 at 0,61"));
        let cut = "all but the bottom 40 px";
        assert_eq!(written(cut).as_deref(), Some("200x61 at 0,0"));
        assert_eq!(
            written("all but the left 20 px").as_deref(),
            Some("180x101 at 20,0")
        );
        assert_eq!(on("all but the top 101 px"), None);
        let rest = Region::read("top 10%").and_then(Region::rest);
        assert_eq!(rest.unwrap().to_string(), "100%x90% at 0%,10%");
        assert_eq!(Region::read("10x10 at 20,0").unwrap().rest(), None);
    }

    proptest! {
        #![proptest_config(crate::testing::cases())]

        #[test]
        fn what_is_written_is_read_back(left in 0u16..90, top in 0u16..90, width in 1u16..10, height in 1u16..10) {
            let [left, top, width, height] = [left, top, width, height].map(f32::from);
            let one = Region::Shares(ShareBox::new(left, top, width, height).unwrap());
            prop_assert_eq!(Region::read(&one.to_string()), Some(one));
        }

        #[test]
        fn any_text_is_taken(text in "(top |left |half|third|[0-9]{1,3}%| at |x|,| quarter|middle ){0,10}", width in 1u32..5000, height in 1u32..5000) {
            if let Some(found) = Region::read(&text).and_then(|region| region.on(width, height)) {
                prop_assert!(found.left + found.width <= width && found.top + found.height <= height);
            }
        }
    }
}
