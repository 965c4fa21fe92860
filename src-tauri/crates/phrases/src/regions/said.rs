//! How regions are said.

use std::ops::Range;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::{Edge, Region, ShareBox, Strip};
use crate::boxes::boxes;

/// How wide and high a corner is, in percent of the image.
const CORNER: f32 = 25.0;

/// The only region of a text, and where it stands.
pub(crate) fn only(text: &str) -> Option<(Range<usize>, Region)> {
    let mut found = all(text).into_iter();
    found.next().filter(|_| found.next().is_none())
}

/// Where a text has regions that can be nothing else: boxes in pixels or percent, strips in percent,
/// and quarters of an image. A corner can be a place, too.
pub(crate) fn certain(text: &str) -> Vec<Range<usize>> {
    let is_certain = |bytes: &Range<usize>| {
        let said = text[bytes.clone()].to_lowercase();
        said.contains(|letter: char| letter.is_ascii_digit())
            || ["quarter", "quadrant"]
                .iter()
                .any(|part| said.ends_with(part))
    };
    let found = all(text).into_iter().map(|(bytes, _)| bytes);
    found.filter(is_certain).collect()
}

/// The regions of a text and where each stands. None overlaps another.
fn all(text: &str) -> Vec<(Range<usize>, Region)> {
    let in_pixels = boxes(text).into_iter();
    let mut found: Vec<(Range<usize>, Region)> = in_pixels
        .map(|(bytes, found)| (bytes, Region::Pixels(found)))
        .collect();
    for (words, made) in WAYS.iter() {
        for said in words.captures_iter(text) {
            let Some(bytes) = said.name("said").or(said.get(0)).map(|said| said.range()) else {
                continue;
            };
            let is_taken = found
                .iter()
                .any(|(other, _)| other.start < bytes.end && bytes.start < other.end);
            if let Some(made) = made(&said).filter(|_| !is_taken) {
                found.push((bytes, made));
            }
        }
    }
    found
}

/// A way to say a box in percent: its words, and what they make. Earlier ones take their words
/// before later ones.
type Way = (Regex, fn(&Captures) -> Option<Region>);

static WAYS: LazyLock<[Way; 7]> = LazyLock::new(|| {
    let px = r"(\d{1,5})\s?(?:px|pixels?)";
    let n = r"(\d{1,3}(?:[.,]\d{1,2})?)\s?(?:%|per\s?cent)";
    let edge = r"(top|upper|bottom|lower|left|right)(?:most|[\s-]hand)?(?:\s(?:edge|side))?";
    let down = r"(top|upper|bottom|lower)";
    let across = r"(left|right)(?:[\s-]hand)?";
    let ends = r"(?:\s*$|\s*[,.;!?]|\s+(?:of|off|away|out|in|with|is|and|from|to|please)\b)";
    let pattern =
        |words: &str| Regex::new(&format!("(?i){words}")).expect("a pattern of this file is valid");
    [
        (
            pattern(&format!(
                r"{n}\s?(?:x|×|\*|by|wide[\s,]+(?:and\s)?)\s?{n}(?:\s(?:high|tall))?\s(?:at|from)\s{n}[\s,;]\s?{n}"
            )),
            |found| {
                ShareBox::new(
                    number(found, 3)?,
                    number(found, 4)?,
                    number(found, 1)?,
                    number(found, 2)?,
                )
                .map(Region::Shares)
            },
        ),
        (
            pattern(&format!(
                r"\b(?:{down}[\s-]?{across}|{across}[\s-]?{down})\s(quarter|quadrant|third|corner)\b"
            )),
            |found| {
                let side = |one: usize, other: usize| found.get(one).or(found.get(other));
                corner(side(1, 4)?.as_str(), side(2, 3)?.as_str(), &found[5]).map(Region::Shares)
            },
        ),
        (
            pattern(&format!(
                r"\b(?P<corner>{down}[\s-])?(?P<said>{edge}\s{n}){ends}"
            )),
            // “The logo at the top left, 20% wide” names no strip.
            |found| match found.name("corner") {
                Some(_) => None,
                None => strip(&found[4], number(found, 5)?).map(Region::Shares),
            },
        ),
        (
            pattern(&format!(
                r"\b(?P<corner>{down}[\s-])?(?P<said>(?P<rest>all\sbut\s(?:the\s)?)?{edge}\s{px}){ends}"
            )),
            |found| match found.name("corner") {
                Some(_) => None,
                None => edge_strip(&found[5], found, 6, found.name("rest").is_some()),
            },
        ),
        (
            pattern(&format!(r"\b{px}\s(?:off|from)\s(?:the\s|its\s)?{edge}\b")),
            |found| edge_strip(&found[2], found, 1, true),
        ),
        (
            pattern(&format!(
                r"\b{edge}\s(half|two[\s-]thirds|three[\s-]quarters|third|quarter|fifth|tenth)\b"
            )),
            |found| strip(&found[1], fraction(&found[2])?).map(Region::Shares),
        ),
        (
            pattern(&format!(
                r"\b(?P<said>(?:middle|cent(?:er|re)|central)\s{n}){ends}"
            )),
            |found| {
                let percent = number(found, 2).filter(|percent| *percent <= 100.0)?;
                let beside = (100.0 - percent) / 2.0;
                ShareBox::new(beside, beside, percent, percent).map(Region::Shares)
            },
        ),
    ]
});

fn number(found: &Captures, group: usize) -> Option<f32> {
    found.get(group)?.as_str().replace(',', ".").parse().ok()
}

/// How much of a side a word for a part says, in percent.
fn fraction(word: &str) -> Option<f32> {
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

/// A strip along an edge whose depth in pixels is in a group, or all but that.
fn edge_strip(edge: &str, found: &Captures, group: usize, is_rest: bool) -> Option<Region> {
    let depth = found.get(group)?.as_str().parse().ok()?;
    let edge = Edge::named(&edge.to_lowercase());
    (depth > 0).then_some(Region::Strip(Strip {
        edge,
        depth,
        is_rest,
    }))
}

/// A strip along an edge, so many percent of the image deep.
fn strip(edge: &str, percent: f32) -> Option<ShareBox> {
    if percent > 100.0 {
        return None;
    }
    let beyond = 100.0 - percent;
    match edge.to_lowercase().as_str() {
        "top" | "upper" => ShareBox::new(0.0, 0.0, 100.0, percent),
        "bottom" | "lower" => ShareBox::new(0.0, beyond, 100.0, percent),
        "left" => ShareBox::new(0.0, 0.0, percent, 100.0),
        _ => ShareBox::new(beyond, 0.0, percent, 100.0),
    }
}

/// A box in a corner: a quarter is half as wide and half as high as the image.
fn corner(down: &str, across: &str, size: &str) -> Option<ShareBox> {
    let percent = match size.to_lowercase().as_str() {
        "third" => 100.0 / 3.0,
        "corner" => CORNER,
        _ => 50.0,
    };
    let beyond = 100.0 - percent;
    let is_low = ["bottom", "lower"].contains(&down.to_lowercase().as_str());
    let is_right = across.eq_ignore_ascii_case("right");
    let left = if is_right { beyond } else { 0.0 };
    let top = if is_low { beyond } else { 0.0 };
    ShareBox::new(left, top, percent, percent)
}
