//! Boxes on an image in pixels, as people write them: “at 300,200, 120 wide and 40 high”, “x=300
//! y=200 w=120 h=40”, “300,200,120,40”, “120x40 at 300,200”, “from 300,200 to 420,240”.

use std::ops::Range;
use std::sync::LazyLock;

use patchbay_values::regions::PixelBox;
use regex::Regex;

/// The order of the four numbers of a box.
#[derive(Clone, Copy)]
enum Order {
    Spans,
    PlaceSides,
    SidesPlace,
    Corners,
}

/// The ways to write a box, tried from the most to the least particular.
static WAYS: LazyLock<Vec<(Regex, Order)>> = LazyLock::new(|| {
    let n = r"\d{1,5}(?:\s?(?:px|pixels?)\b)?";
    let gap = r"(?:[\s,;:()]|\b(?:and|with|about|roughly|is|it|that|which|a|an|the|box|area|region|rectangle|size|sized|of|by|whose|its|top|upper|left|corner)\b)*";
    let pair = format!(
        r"(?:\(\s?{n}\s?[,;]\s?{n}\s?\)|\bx\s?[=:]?\s?{n}{gap}\by\s?[=:]?\s?{n}|\b{n}\s?[,;]\s?{n}|\b{n}\s(?:from\s(?:the\s)?left|across){gap}\b{n}\s(?:from\s(?:the\s)?top|down)\b)"
    );
    let sides = format!(
        r"(?:\bw(?:idth)?\s?[=:]?\s?{n}{gap}\bh(?:eight)?\s?[=:]?\s?{n}|\b{n}\s?(?:x|×|\*|\bby\b)\s?{n}|\b{n}\s?(?:wide|across){gap}\b{n}\s?(?:high|tall|down)\b|\bwidth\sof\s{n}{gap}\bheight\sof\s{n})"
    );
    let span = format!(r"(?:from\s|between\s)?{n}\s?(?:\b(?:to|and|until)\b|-|–)\s?{n}");
    [
        (
            format!(r"\bx\s?[=:]?\s?{span}{gap}\by\s?[=:]?\s?{span}"),
            Order::Spans,
        ),
        (
            format!(r"(?:\b(?:at|from|position)\s)?{pair}{gap}{sides}"),
            Order::PlaceSides,
        ),
        (
            format!(r"{sides}{gap}(?:\b(?:at|from)\b){gap}{pair}"),
            Order::SidesPlace,
        ),
        (
            format!(r"[\[(]?\b{n}\s?,\s?{n}\s?,\s?{n}\s?,\s?{n}\b[\])]?"),
            Order::PlaceSides,
        ),
        (
            format!(r"(?:\b(?:from|between)\s)?{pair}\s?(?:\b(?:to|and|until)\b|-|–)\s?{pair}"),
            Order::Corners,
        ),
    ]
    .map(|(words, order)| {
        let words = Regex::new(&format!("(?i){words}")).expect("a pattern of this file is valid");
        (words, order)
    })
    .into()
});

/// The boxes of a text and where each stands. None overlaps another.
pub(crate) fn boxes(text: &str) -> Vec<(Range<usize>, PixelBox)> {
    // What counts seconds or shares is no pixel: “from 1,5 to 2,5 s”.
    static OTHERS: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)^\s*(?:s|secs?|seconds?|m|mins?|minutes?|%|per ?cent)(?:\b|$)")
            .expect("a valid pattern")
    });
    let mut found: Vec<(Range<usize>, PixelBox)> = Vec::new();
    for (words, order) in WAYS.iter() {
        for one in words.find_iter(text) {
            let is_taken = |(other, _): &(Range<usize>, PixelBox)| {
                other.start < one.end() && one.start() < other.end
            };
            if found.iter().any(is_taken) || OTHERS.is_match(&text[one.end()..]) {
                continue;
            }
            found.extend(made(one.as_str(), *order).map(|made| (one.range(), made)));
        }
    }
    found
}

/// The box of four numbers in that order; none where it has no area.
fn made(words: &str, order: Order) -> Option<PixelBox> {
    let mut numbers = words
        .split(|letter: char| !letter.is_ascii_digit())
        .filter_map(|number| number.parse::<u32>().ok());
    let mut next = || numbers.next();
    let (a, b, c, d) = (next()?, next()?, next()?, next()?);
    let (left, top, width, height) = match order {
        Order::PlaceSides => (a, b, c, d),
        Order::SidesPlace => (c, d, a, b),
        Order::Spans => (a.min(b), c.min(d), a.abs_diff(b), c.abs_diff(d)),
        Order::Corners => (a.min(c), b.min(d), a.abs_diff(c), b.abs_diff(d)),
    };
    PixelBox::new((left, top), (width, height))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The only box of a text.
    fn only(text: &str) -> Option<PixelBox> {
        let mut found = boxes(text).into_iter().map(|(_, found)| found);
        found.next().filter(|_| found.next().is_none())
    }

    #[test]
    fn boxes_are_read_however_they_are_written() {
        for words in [
            "blur the number plate at 300,200, 120 wide and 40 high",
            "hide x=300 y=200 w=120 h=40",
            "hide x: 300, y: 200, width: 120, height: 40",
            "pixelate 300,200,120,40 in trip.mp4",
            "cover (300, 200, 120, 40) with black",
            "black out the 120x40 box at 300,200",
            "blur a box of 120 by 40 pixels at (300, 200)",
            "hide what is from 300,200 to 420,240",
            "hide the rectangle from x 300 to 420 and y 200 to 240",
            "censor 300,200 - 420,240",
            "blur from 420,240 to 300,200",
            "the box 300 from the left and 200 from the top, 120 wide, 40 tall",
            "at 300px,200px with a width of 120px and a height of 40px",
        ] {
            let found = only(words).map(|found| found.to_string());
            assert_eq!(found.as_deref(), Some("120x40 at 300,200"), "{words}");
        }
    }

    #[test]
    fn other_numbers_are_no_box() {
        for words in [
            "resize it to 1280x720",
            "from 1,5 to 2,5 seconds",
            "at 300,200",
            "0x0 at 10,10",
            "from 10,20 to 10,40",
            "1,200 x 800",
            "10,10,20,20 and 30,30,40,40",
            "between 0:02 and 0:05",
        ] {
            assert_eq!(only(words), None, "{words}");
        }
    }

    proptest! {
        #![proptest_config(crate::testing::cases())]

        #[test]
        fn what_is_written_is_found(left in 0u32..99_999, top in 0u32..99_999, width in 1u32..99_999, height in 1u32..99_999) {
            let one = PixelBox { left, top, width, height };
            prop_assert_eq!(only(&one.to_string()), Some(one));
        }

        #[test]
        fn boxes_lie_in_the_text(text in "(at |from |to |x=|[0-9]{1,3}|,|x| wide| high|px|×| ){0,14}") {
            let found = boxes(&text);
            prop_assert!(found.iter().all(|(range, _)| text.get(range.clone()).is_some()));
        }
    }
}
