//! Regions that have a name: `top half`, `bottom 40 px`, `top left quarter`, `middle 50%`.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::{Edge, Region, ShareBox, Strip};

/// Width and height of a corner, in percent of the image.
const CORNER: f32 = 25.0;

impl Region {
    /// A strip along the edge of that name, that many percent of the image deep; none where it is
    /// deeper than the image.
    pub fn strip(edge: &str, percent: f32) -> Option<Self> {
        if percent > 100.0 {
            return None;
        }
        let beyond = 100.0 - percent;
        match Edge::named(edge) {
            Edge::Top => ShareBox::new(0.0, 0.0, 100.0, percent),
            Edge::Bottom => ShareBox::new(0.0, beyond, 100.0, percent),
            Edge::Left => ShareBox::new(0.0, 0.0, percent, 100.0),
            Edge::Right => ShareBox::new(beyond, 0.0, percent, 100.0),
        }
        .map(Self::Shares)
    }

    /// A strip along the edge of that name, that many pixels deep, or all but that; none where it
    /// has no depth.
    pub fn edge(edge: &str, depth: u32, is_rest: bool) -> Option<Self> {
        (depth > 0).then_some(Self::Strip(Strip {
            edge: Edge::named(edge),
            depth,
            is_rest,
        }))
    }

    /// A box in the corner of two edges: a `third` of both sides, a `corner`, or else a quarter,
    /// which is half as wide and half as high as the image.
    pub fn corner(down: &str, across: &str, size: &str) -> Option<Self> {
        let percent = match size.to_lowercase().as_str() {
            "third" => 100.0 / 3.0,
            "corner" => CORNER,
            _ => 50.0,
        };
        let beyond = 100.0 - percent;
        let left = if Edge::named(across) == Edge::Right {
            beyond
        } else {
            0.0
        };
        let top = if Edge::named(down) == Edge::Bottom {
            beyond
        } else {
            0.0
        };
        ShareBox::new(left, top, percent, percent).map(Self::Shares)
    }

    /// A box around the middle, that many percent of the image wide and high; none where it is
    /// larger than the image.
    pub fn middle(percent: f32) -> Option<Self> {
        let beside = (100.0 - percent) / 2.0;
        (percent <= 100.0)
            .then(|| ShareBox::new(beside, beside, percent, percent))?
            .map(Self::Shares)
    }
}

/// Share of a side that a word for a part says, in percent.
pub fn fraction(word: &str) -> Option<f32> {
    let word = word.to_lowercase().replace(['-', ' '], "");
    Some(match word.as_str() {
        "half" => 50.0,
        "twothirds" => 200.0 / 3.0,
        "threequarters" => 75.0,
        "third" => 100.0 / 3.0,
        "quarter" => 25.0,
        "fifth" => 20.0,
        "tenth" => 10.0,
        _ => return None,
    })
}

/// Reads a box in percent as it is written (`20%x10% at 50%,0%`), or a region by its name, and
/// nothing else.
pub(super) fn read(text: &str) -> Option<Region> {
    type Way = (Regex, fn(&Captures<'_>) -> Option<Region>);
    static WAYS: LazyLock<[Way; 6]> = LazyLock::new(|| {
        let n = r"(\d{1,3}(?:[.,]\d{1,2})?)\s?%";
        let (down, across) = ("(top|upper|bottom|lower)", "(left|right)");
        let edge = "(top|upper|bottom|lower|left|right)";
        let pattern =
            |way: &str| Regex::new(&format!("^(?:the )?{way}$")).expect("a valid pattern");
        [
            (
                pattern(&format!(r"{n}\s?[x×]\s?{n} at {n},\s?{n}")),
                |found| {
                    let [width, height, left, top] = [1, 2, 3, 4].map(|group| number(found, group));
                    ShareBox::new(left?, top?, width?, height?).map(Region::Shares)
                },
            ),
            (pattern(&format!("{edge} {n}")), |found| {
                Region::strip(&found[1], number(found, 2)?)
            }),
            (
                pattern(&format!(r"(all but (?:the )?)?{edge} (\d{{1,5}})\s?px")),
                |found| {
                    let depth = found[3].parse().ok()?;
                    Region::edge(&found[2], depth, found.get(1).is_some())
                },
            ),
            (
                pattern(&format!("{down}[ -]{across} (quarter|third|corner)")),
                |found| Region::corner(&found[1], &found[2], &found[3]),
            ),
            (
                pattern(&format!(
                    "{edge} (half|two thirds|three quarters|third|quarter|fifth|tenth)"
                )),
                |found| Region::strip(&found[1], fraction(&found[2])?),
            ),
            (pattern(&format!("(?:middle|cent(?:er|re)) {n}")), |found| {
                Region::middle(number(found, 1)?)
            }),
        ]
    });
    let text = text.trim().to_lowercase();
    WAYS.iter()
        .find_map(|(way, made)| made(&way.captures(&text)?))
}

fn number(found: &Captures<'_>, group: usize) -> Option<f32> {
    found.get(group)?.as_str().replace(',', ".").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_have_names() {
        for (text, region) in [
            ("20%x10% at 50%,0%", "20%x10% at 50%,0%"),
            ("top half", "100%x50% at 0%,0%"),
            ("the bottom third", "100%x33.33% at 0%,66.67%"),
            ("Top 20%", "100%x20% at 0%,0%"),
            ("right two thirds", "66.67%x100% at 33.33%,0%"),
            ("top left quarter", "50%x50% at 0%,0%"),
            ("lower-right corner", "25%x25% at 75%,75%"),
            ("middle 50%", "50%x50% at 25%,25%"),
            ("bottom 40 px", "bottom 40 px"),
            ("all but the top 100 px", "all but the top 100 px"),
        ] {
            let found = read(text).map(|found| found.to_string());
            assert_eq!(found.as_deref(), Some(region), "{text}");
        }
        for text in [
            "",
            "top",
            "top left",
            "top 120%",
            "middle 101%",
            "bottom 0 px",
            "20%x10% at 90%,0%",
            "blur the top half",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
