//! How words are shown on a video: where they stand, in which font, on which box, and how they come
//! and go.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use patchbay_domain::ParameterKind;
use patchbay_values::colors::{color, hex};
use patchbay_values::families::titles::{PLACES, USUAL_BOX, read};
use regex::Regex;

use crate::quantities::quantities;
use crate::times::digits;

/// Only so many characters of a text are looked at.
const LONGEST_SENTENCE: usize = 2000;
/// How long words take to come and to go where nobody says, in seconds.
const USUAL_FADE: &str = "0.5";

/// Words for a place: its corner or edge with a word that makes it one.
static PLACE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?x)
        \b(?P<third>lower[\s-]third)\b
        | \b(?P<down>top|upper|bottom|lower)[\s-]+(?P<across>left|right|cent(?:er|re)|middle)\b
        | \b(?P<side>left|right)[\s-]+(?:hand\s+)?(?:side|edge)\b | \b(?:on|at|to)\s+the\s+(?P<beside>left|right)\b
        | \b(?:at|on|along|near|to)\s+(?:the\s+)?(?P<edge>top|bottom)\b | \b(?P<of>top|bottom)\s+of\b
        | \b(?P<half>upper|lower)\b
        | \b(?P<middle>in\s+the\s+(?:middle|cent(?:er|re))|cent(?:er|re)d|middle\s+of)\b",
    )
});
/// Words for a box behind letters, with up to three before it, one of them perhaps its colour.
static BOX: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?x)
        \b(?:in|on|with|over|inside|and|has|have|add|put)\s+(?:an?|the|its|their|some)\s+
        (?P<looks>(?:[\w\#-]+,?\s+){0,3}?)(?:box|boxes|backdrop|background|bar|banner|plate|strip)\b
        | (?P<behind>(?:[\w\#-]+\s+)?)(?:box|backdrop|background|bar)\s+(?:behind|under)\b
        | \b(?P<boxed>boxed)\b",
    )
});
static FADES: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\bfad(?:e|es|ed|ing)(?:-?(?:in|out))?\b"));
/// Words between “fade” and its length, and between a length and “fade”.
static BEFORE_LENGTH: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\bfad(?:e|es|ed|ing)(?:[\s,-]+(?:in|out|and|to|from|over|for|of|it|them|within|a|an|about|with|each|the|text|title|words))*\s*$",
    )
});
static AFTER_LENGTH: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^\s*-?(?:long\s+|text\s+|title\s+)?fad(?:e|es|ing)\b"));
/// A font's name: in quotation marks, with capitals after “font”, or before it.
static FONT: LazyLock<Regex> = LazyLock::new(|| {
    let name = r"[A-Z][\w+-]*(?:\s+(?:[A-Z][\w+-]*|\d+))*";
    pattern(&format!(
        r#"(?x)
        \b(?:[Ff]onts?|[Tt]ypeface)(?:\s+(?:is|called|named|family|face))*\s*[:=]?\s*["“'‘](?P<quoted>[^"”'’\n]+)["”'’]
        | ["“'‘](?P<first>[A-Z][^"”'’\n]*)["”'’]\s+(?:font|typeface)\b
        | \b(?:[Ff]ont|[Tt]ypeface)(?:\s+(?:is|called|named|family|face|to))*\s*[:=]?\s+(?P<after>{name})
        | \b(?:in|with|using|use)\s+(?:the\s+)?(?P<before>{name})\s+(?:font|typeface|letters|lettering)\b"#
    ))
});

fn pattern(words: &str) -> Regex {
    Regex::new(words).expect("a pattern of this file is valid")
}

/// The values that words give, by their names.
pub(crate) fn said(words: &str) -> BTreeMap<&'static str, String> {
    let start: String = words.chars().take(LONGEST_SENTENCE).collect();
    let bare = without_quotes(&start).to_lowercase();
    [
        ("place", said_place(&bare).map(str::to_owned)),
        ("box", said_box(&bare)),
        ("fade", said_fade(&bare)),
        ("font", said_font(&start)),
    ]
    .into_iter()
    .filter_map(|(name, value)| Some((name, value?)))
    .collect()
}

/// A sentence without what stands in quotation marks.
fn without_quotes(text: &str) -> String {
    static QUOTED: LazyLock<Regex> = LazyLock::new(|| {
        pattern(r#""[^"]*"|“[^”“]*[”“]|„[^“”]*[“”]|«[^»]*»|(?:^|\s)['‘][^'’]*['’](?:$|[\s.,;:!?])"#)
    });
    QUOTED.replace_all(text, " ").into_owned()
}

/// The place that words in lower case name; the one of the most particular words, of several the first.
pub(crate) fn said_place(text: &str) -> Option<&'static str> {
    let named = |name: String| PLACES.into_iter().find(|place| *place == name);
    let place = |found: regex::Captures<'_>| {
        let of = |group: &str| found.name(group).map(|group| group.as_str());
        let edge = |down: &str| {
            if matches!(down, "top" | "upper") {
                "top"
            } else {
                "bottom"
            }
        };
        if of("third").is_some() {
            return Some("lower third");
        }
        if let (Some(down), Some(across)) = (of("down"), of("across")) {
            let down = edge(down);
            return match across {
                "left" | "right" => named(format!("{down} {across}")),
                _ => named(down.to_owned()),
            };
        }
        if let Some(down) = of("edge").or(of("of")).or(of("half")) {
            return named(edge(down).to_owned());
        }
        match of("side").or(of("beside")) {
            Some(side) => named(side.to_owned()),
            None => of("middle").map(|_| "middle"),
        }
    };
    let found: Vec<&'static str> = PLACE.captures_iter(text).filter_map(place).collect();
    let first = |test: fn(&&&'static str) -> bool| found.iter().find(test).copied();
    first(|place| **place == "lower third")
        .or_else(|| first(|place| place.contains(' ')))
        .or_else(|| found.first().copied())
}

/// The colour of the box that words put behind letters.
fn said_box(text: &str) -> Option<String> {
    let found = BOX.captures(text)?;
    let looks = found.name("looks").or(found.name("behind"));
    let looks = looks.map_or("", |looks| looks.as_str());
    let named = looks.split([' ', ',']).find_map(color);
    Some(hex(named.unwrap_or(USUAL_BOX)))
}

/// How many seconds words take to come and to go, where they are to fade.
fn said_fade(text: &str) -> Option<String> {
    FADES.find(text)?;
    let text = digits(text);
    let length = quantities(&text).into_iter().find_map(|quantity| {
        let is_its = BEFORE_LENGTH.is_match(&text[..quantity.bytes.start])
            || AFTER_LENGTH.is_match(&text[quantity.bytes.end..]);
        let said = text[quantity.bytes.clone()].replace(',', ".");
        (quantity.kind == ParameterKind::Duration && is_its)
            .then(|| read("fade", &said))
            .flatten()
    });
    Some(length.unwrap_or_else(|| USUAL_FADE.to_owned()))
}

/// The font that words name.
fn said_font(text: &str) -> Option<String> {
    let found = FONT.captures(text)?;
    let name = ["quoted", "first", "after", "before"]
        .into_iter()
        .find_map(|group| found.name(group))?;
    read("font", name.as_str())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(sentence: &str, expected: &[(&str, &str)]) {
        let said = said(sentence);
        let found: Vec<(&str, &str)> = said
            .iter()
            .map(|(name, value)| (*name, value.as_str()))
            .collect();
        assert_eq!(found, expected, "{sentence}");
    }

    #[test]
    fn places_are_found() {
        check("write \"top left\" at the bottom", &[("place", "bottom")]);
        check("“Ann” in the upper right corner", &[("place", "top right")]);
        check(
            "a lower third \"Jane\" at the bottom",
            &[("place", "lower third")],
        );
        check("centred in the middle of it", &[("place", "middle")]);
        check("\"hi\" on the left side", &[("place", "left")]);
        check(
            "the words \"one\" at the top of clip.mp4",
            &[("place", "top")],
        );
        check("show \"one\" on clip.mp4", &[]);
    }

    #[test]
    fn boxes_fades_and_fonts_are_found() {
        check("\"SALE\" in a red box", &[("box", "#c81e1e")]);
        check("white text on a black box", &[("box", "#000000")]);
        check("with a semi-transparent background", &[("box", "#000000")]);
        check("with a box behind the letters", &[("box", "#000000")]);
        check("\"hi\" fading in and out over one second", &[("fade", "1")]);
        check("\"hi\" with a 0.3 s fade", &[("fade", "0.3")]);
        check("\"fade to black\" as a title", &[]);
        check("the text fades in", &[("fade", "0.5")]);
        check(
            "\"hi\" in the font Comic Sans MS",
            &[("font", "Comic Sans MS")],
        );
        check("\"hi\" with font \"open sans\"", &[("font", "open sans")]);
        check("use the Impact font", &[("font", "Impact")]);
        check("make the font big", &[]);
    }

    #[test]
    fn a_place_is_said_alone() {
        assert_eq!(said_place("bottom left corner"), Some("bottom left"));
        assert_eq!(said_place("somewhere"), None);
    }

    proptest! {
        #![proptest_config(crate::testing::cases())]

        #[test]
        fn what_is_found_is_read_back(text in "(in a |on a |with |fade |over |font |top |left |lower third |red |box |[A-Z][a-z]{1,5} |[0-9]{1,2} s |\"|“){0,16}") {
            for (name, value) in said(&text) {
                prop_assert_eq!(read(name, &value), Some(value), "{}", text);
            }
        }
    }
}
