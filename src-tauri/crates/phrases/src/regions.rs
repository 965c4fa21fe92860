//! Regions of an image in sentences: boxes in pixels and in percent, strips along an edge (“the
//! bottom 40 px”), and parts that have a name: “the left half”, “the lower right quarter”.

use std::ops::Range;
use std::sync::LazyLock;

use patchbay_values::regions::{Region, ShareBox, fraction};
use regex::{Captures, Regex};

use crate::boxes::boxes;

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
                Region::corner(side(1, 4)?.as_str(), side(2, 3)?.as_str(), &found[5])
            },
        ),
        (
            pattern(&format!(
                r"\b(?P<corner>{down}[\s-])?(?P<said>{edge}\s{n}){ends}"
            )),
            // “The logo at the top left, 20% wide” names no strip.
            |found| match found.name("corner") {
                Some(_) => None,
                None => Region::strip(&found[4], number(found, 5)?),
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
            |found| Region::strip(&found[1], fraction(&found[2])?),
        ),
        (
            pattern(&format!(
                r"\b(?P<said>(?:middle|cent(?:er|re)|central)\s{n}){ends}"
            )),
            |found| Region::middle(number(found, 2)?),
        ),
    ]
});

fn number(found: &Captures, group: usize) -> Option<f32> {
    found.get(group)?.as_str().replace(',', ".").parse().ok()
}

/// A strip along an edge whose depth in pixels is in a group, or all but that.
fn edge_strip(edge: &str, found: &Captures, group: usize, is_rest: bool) -> Option<Region> {
    let depth = found.get(group)?.as_str().parse().ok()?;
    Region::edge(edge, depth, is_rest)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> Option<Region> {
        only(text).map(|(_, region)| region)
    }

    #[test]
    fn regions_are_read_however_they_are_said() {
        for (words, region) in [
            ("blur 300,200,120,40 in photo.jpg", "120x40 at 300,200"),
            ("hide 20%x10% at 50%,0%", "20%x10% at 50%,0%"),
            ("blur 20% by 10% at 50%, 5.5%", "20%x10% at 50%,5.5%"),
            ("a box 20% wide and 10% high at 50% 0%", "20%x10% at 50%,0%"),
            (
                "keep only the top left quarter of photo.jpg",
                "50%x50% at 0%,0%",
            ),
            ("hide the lower-right corner", "25%x25% at 75%,75%"),
            ("the right bottom quadrant", "50%x50% at 50%,50%"),
            ("crop it to the left half", "50%x100% at 0%,0%"),
            ("keep the bottom third", "100%x33.33% at 0%,66.67%"),
            ("blur the right-hand two thirds", "66.67%x100% at 33.33%,0%"),
            ("redact the top 20%", "100%x20% at 0%,0%"),
            ("cover the lower 15 percent", "100%x15% at 0%,85%"),
            ("crop to the middle 50%", "50%x50% at 25%,25%"),
            ("blur the bottom 40 pixels", "bottom 40 px"),
            ("crop 100px off the top", "all but the top 100 px"),
            (
                "remove 12 pixels from the left edge",
                "all but the left 12 px",
            ),
        ] {
            let found = read(words).map(|found| found.to_string());
            assert_eq!(found.as_deref(), Some(region), "{words}");
        }
    }

    #[test]
    fn other_words_are_no_region() {
        for words in [
            "put the logo at the top left",
            "put the logo at the top left 20% wide",
            "in the top right 20%",
            "make the left 20% louder",
            "write it at the bottom",
            "the first half of it",
            "make it 20% brighter",
            "the top half and the left third",
            "the top 120%",
            "20%x10% at 90%,0%",
            "crop it to 16:9",
        ] {
            assert_eq!(read(words), None, "{words}");
        }
    }

    proptest! {
        #![proptest_config(crate::testing::cases())]

        #[test]
        fn regions_lie_in_the_text_and_are_read_back(text in "(top |left |half|third|[0-9]{1,3}%| at |x|,| quarter|middle ){0,10}") {
            if let Some((bytes, region)) = only(&text) {
                prop_assert!(text.get(bytes).is_some());
                let written = region.to_string();
                prop_assert_eq!(Region::read(&written).map(|read| read.to_string()), Some(written));
            }
        }
    }
}
