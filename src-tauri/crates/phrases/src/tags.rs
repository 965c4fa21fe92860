//! What a file is to say of itself, in words: “set the title to “Rain””, “artist: Ada”, “track 3/12”.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

use patchbay_values::families::tags::{NAMES, leading_date, leading_track, read};
use regex::Regex;

/// Only so many characters of a text are looked at.
const LONGEST_SENTENCE: usize = 2000;

/// The words for each.
const WORDS: &str = r"(?P<title>title|song\s+name)|(?P<artist>artist|author|performer|singer|band)|(?P<album>album)|(?P<date>year|date)|(?P<genre>genre)|(?P<comment>comment|remark)|(?P<track_number>track(?:\s+(?:number|no\.?|nr\.?))?|#)";

static KEY: LazyLock<Regex> =
    LazyLock::new(|| pattern(&format!(r"(?i)(?:\b|^)(?:{WORDS})(?:\b|\s|=|:)")));
static QUOTED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r#""([^"\n]+)"|“([^”“\n]+)[”“]|„([^“”\n]+)[“”]|‘([^’\n]+)’|(?:^|[\s(=:])'([^'\n]+)'"#)
});
/// What stands between a word and its value: more of the word, of what it is, and what joins them.
static JOIN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)^(?:\s+(?:tag|tags|field|name|metadata|entry))*(?:\s+(?:of|in|for|on)\s+[^,;=:]{1,80}?)??(?P<joined>\s*(?:=|:)\s*|\s+(?:to|is|as|into|should\s+be|must\s+be)\s+(?:be\s+)?|\s+)$",
    )
});
/// The end of a value without quotation marks.
static END: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i),|;|\.(?:\s|$)|!|\?|\s+(?:and|with)\s+(?:the\s+|a\s+)?(?:title|artist|author|performer|album|year|date|genre|comment|track)\b|\s+(?:title|artist|album|year|genre|comment|track)\s*[=:]|\s+(?:in|into|to|for|on|of)\s+(?:(?:the|its)\s+(?:tags?|metadata|file)\b|it\b|\S+\.\w{2,4}\b)|\s+please\b|\s+and\s*$|\s+and\s+(?:use|set|add|put|make|give|save|take)\b|$",
    )
});
/// What stands before a word that is one of several.
static LISTED: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)(?:^|[,;:\n]|\band|\bwith)\s*(?:the\s+)?$"));
static BY: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?i)\bby\s+(?:the\s+)?$"));

fn pattern(words: &str) -> Regex {
    Regex::new(words).expect("a pattern of this file is valid")
}

/// The values that words give, by their names; of several for one name the first.
pub(crate) fn said(words: &str) -> BTreeMap<&'static str, String> {
    let text: String = words.chars().take(LONGEST_SENTENCE).collect();
    let quotes: Vec<(Range<usize>, Range<usize>)> = QUOTED
        .captures_iter(&text)
        .filter_map(|found| {
            let inner = found.iter().skip(1).flatten().next()?;
            Some((found.get(0)?.range(), inner.range()))
        })
        .collect();
    let is_quoted = |at: usize| quotes.iter().any(|(outer, _)| outer.contains(&at));
    let mut said = BTreeMap::new();
    for found in KEY.captures_iter(&text) {
        let key = NAMES
            .iter()
            .find_map(|name| Some((*name, found.name(name)?)));
        let Some((name, key)) = key.filter(|(_, key)| !is_quoted(key.start())) else {
            continue;
        };
        if !said.contains_key(name)
            && let Some(value) = value(name, &text, (key.start(), key.end()), &quotes)
        {
            said.insert(name, value);
        }
    }
    for (outer, inner) in &quotes {
        if BY.is_match(&text[..outer.start + usize::from(text[outer.start..].starts_with(' '))])
            && let Some(value) = read("artist", &text[inner.clone()])
        {
            said.entry("artist").or_insert(value);
        }
    }
    said
}

/// The value of a word that stands there.
fn value(
    name: &str,
    text: &str,
    (starts, ends): (usize, usize),
    quotes: &[(Range<usize>, Range<usize>)],
) -> Option<String> {
    if let Some((outer, inner)) = quotes.iter().find(|(outer, _)| outer.start >= ends) {
        let between = &text[ends..inner.start];
        let opening = between.trim_end_matches(['"', '“', '„', '‘', '\'']);
        if opening.trim().is_empty() || JOIN.is_match(opening) {
            return read(name, &text[inner.clone()]);
        }
        if outer.start < ends {
            return None;
        }
    }
    // Where a value begins: behind each word that joins it, the nearest first. In a list nothing joins it: “title to Rain,
    // artist Ada Byron”.
    let is_listed = LISTED.is_match(&text[..starts]);
    let rest = &text[ends..];
    let limit = rest.len().min(120);
    let begins = (1..=limit).filter(|at| rest.is_char_boundary(*at) && JOIN.is_match(&rest[..*at]));
    for at in begins {
        let is_joined = JOIN
            .captures(&rest[..at])
            .is_some_and(|found| !found["joined"].trim().is_empty());
        let behind = &rest[at..];
        match name {
            "date" | "track_number" => {
                let found = match name {
                    "date" => leading_date(behind),
                    _ => leading_track(behind),
                };
                if let Some(found) = found {
                    return read(name, found);
                }
            }
            _ if is_joined || is_listed || name == "genre" => {
                let mut ends = END.find_iter(behind).map(|end| end.start());
                let end = ends.find(|end| !is_abbreviated(&behind[..*end]));
                let end = end.unwrap_or(behind.len());
                let begins = behind.chars().next();
                let is_name = is_joined || begins.is_some_and(char::is_uppercase);
                if is_name && !begins.is_some_and(char::is_whitespace) {
                    return read(name, &behind[..end]);
                }
            }
            _ => {}
        }
    }
    None
}

/// Whether the point behind words belongs to the last one: “Ms. Carter”, “J. S. Bach”.
fn is_abbreviated(words: &str) -> bool {
    const SHORT: [&str; 10] = [
        "mr", "mrs", "ms", "dr", "prof", "st", "jr", "sr", "feat", "ft",
    ];
    let last = words.rsplit([' ', '.']).next().unwrap_or_default();
    let is_initial = last.chars().count() == 1 && last.chars().all(char::is_uppercase);
    is_initial || SHORT.contains(&last.to_lowercase().as_str())
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
    fn tags_are_found() {
        check(
            "set the title of trip.mp4 to \"Summer\"",
            &[("title", "Summer")],
        );
        check(
            "tag a.mp3 with artist “Ada” and album “Numbers”",
            &[("album", "Numbers"), ("artist", "Ada")],
        );
        check(
            "change the artist of a.mp3 to The Band",
            &[("artist", "The Band")],
        );
        check("set the genre of a.mp3 to Jazz", &[("genre", "Jazz")]);
        check("give a.mp3 the track number 4", &[("track_number", "4")]);
        check(
            "track 3/12 of the album \"Best of\"",
            &[("album", "Best of"), ("track_number", "3/12")],
        );
        check(
            "title: Rain, year: 1998",
            &[("date", "1998"), ("title", "Rain")],
        );
        check(
            "set the date of a.mp4 to 2023-07-04",
            &[("date", "2023-07-04")],
        );
        check("title=\"The Album\" for a.mp4", &[("title", "The Album")]);
        check("\"Pilot\" by \"The Crew\"", &[("artist", "The Crew")]);
        check(
            "set title to Episode 8, artist Garden Talk, year 2023",
            &[
                ("artist", "Garden Talk"),
                ("date", "2023"),
                ("title", "Episode 8"),
            ],
        );
        check(
            "title to Photosynthesis and artist to Ms. Carter. Thanks",
            &[("artist", "Ms. Carter"), ("title", "Photosynthesis")],
        );
        check("remove the title of a.mp3", &[]);
    }

    proptest! {
        #![proptest_config(crate::testing::cases())]

        #[test]
        fn what_is_found_is_read_back(text in "(title |artist |album: |year |track |genre |to |is |of |\"|“|” |[A-Za-z]{1,6} |[0-9]{1,4}[ /]?|, ){0,16}") {
            for (name, value) in said(&text) {
                prop_assert_eq!(read(name, &value), Some(value), "{}", text);
            }
        }
    }
}
