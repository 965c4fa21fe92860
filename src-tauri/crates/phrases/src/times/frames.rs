//! How many frames of a video a sentence asks for, and how far apart they are.

use std::sync::LazyLock;

use patchbay_values::times::Interval;
use regex::Regex;

use super::{pattern, read, said_moments};

/// Words for a frame of a video that is taken as an image.
const FRAME: &str = "(?:key ?)?(?:frame|still|screenshot|screen grab|thumbnail|snapshot)";

/// How far apart a sentence wants frames: “every 2 seconds”, “one per second”, “every 10th frame”;
/// none where it says nothing.
pub fn said_interval(text: &str) -> Option<Interval> {
    static SECONDS: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b(?:every|each|per)\ <(\d+)>"));
    static SINGLE: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"\b(?:every|each|per|a)\ (?P<unit>second|minute)\b(?:\ (?P<after>frame|still|picture|image|shot|one))?",
        )
    });
    static FRAMES: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"\b(?:every|each)\ (?:(?P<number>\d{1,5}|<b\d+>)(?:st|nd|rd|th)?|(?P<word>other|second|third|fourth|fifth|tenth))\ frames?\b",
        )
    });
    let (sentence, times) = read(text);
    if let Some(found) = FRAMES.captures(&sentence) {
        let of_word = |word: &str| match word {
            "third" => 3,
            "fourth" => 4,
            "fifth" => 5,
            "tenth" => 10,
            _ => 2,
        };
        let of_token = |digits: &str| {
            let index = digits
                .trim_start_matches("<b")
                .trim_end_matches('>')
                .parse::<usize>()
                .ok();
            if digits.starts_with('<') {
                Some(times.get(index?)?.beside(None).seconds as u32)
            } else {
                digits.parse().ok()
            }
        };
        let number = found
            .name("number")
            .and_then(|number| of_token(number.as_str()));
        let number = number.or_else(|| found.name("word").map(|word| of_word(word.as_str())));
        return number.filter(|number| *number > 0).map(Interval::Frames);
    }
    if let Some(found) = SECONDS.captures(&sentence) {
        let seconds = times
            .get(found[1].parse::<usize>().ok()?)?
            .beside(None)
            .seconds;
        return Interval::of_seconds(seconds);
    }
    let single = SINGLE
        .captures_iter(&sentence)
        .find(|found| found.name("after").is_none())?;
    // “Frames a second” is how fast a video runs.
    let is_rate = single
        .get(0)
        .is_some_and(|all| sentence[..all.start()].trim_end().ends_with("frames"));
    let seconds = if &single["unit"] == "minute" {
        60.0
    } else {
        1.0
    };
    (!is_rate && !single[0].starts_with("a ")).then_some(Interval::Seconds(seconds))
}

/// How far apart words say frames are which say nothing else: `10th frame`, `two seconds`.
pub(crate) fn worded_interval(words: &str) -> Option<Interval> {
    said_interval(words).or_else(|| said_interval(&format!("every {words}")))
}

/// How many frames a sentence asks for: “five stills”, “a screenshot”; none where it gives no
/// number, or says which by their times.
pub fn said_count(text: &str) -> Option<u32> {
    static MANY: LazyLock<Regex> = LazyLock::new(|| {
        let rate = r"(?P<rate>\s+(?:per|a|each|every)\s+second)?";
        Regex::new(&format!(r"\b(\d{{1,4}})\s+(?:\w+\s+)?{FRAME}s?\b{rate}"))
            .expect("a valid pattern")
    });
    static ONE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(&format!(r"\b(?:an?|one|single)\s+(?:\w+\s+)?{FRAME}\b"))
            .expect("a valid pattern")
    });
    if said_moments(text).is_some() || said_interval(text).is_some() {
        return None;
    }
    let lower = super::digits(&text.to_lowercase());
    let many = MANY
        .captures_iter(&lower)
        .find(|found| found.name("rate").is_none());
    let many = many
        .and_then(|found| found[1].parse().ok())
        .filter(|count| *count > 0);
    many.or_else(|| ONE.is_match(&lower).then_some(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_found_and_read_back() {
        for (sentence, written) in [
            ("a frame every 2 seconds", Some("2 s")),
            ("one picture per second", Some("1 s")),
            ("a screenshot every minute", Some("60 s")),
            ("every 10th frame", Some("10 frames")),
            ("every second frame", Some("2 frames")),
            ("every other frame as a png", Some("2 frames")),
            ("a frame every 999999 hours", Some("3599996400 s")),
            ("a frame every 0.1 ms", None),
            ("at 30 frames per second", None),
            ("the first second", None),
        ] {
            let found = said_interval(sentence);
            assert_eq!(
                found.map(|interval| interval.to_string()).as_deref(),
                written,
                "{sentence}"
            );
            assert_eq!(
                found,
                found.and_then(|interval| Interval::read(&interval.to_string())),
                "{sentence}"
            );
        }
        assert_eq!(worded_interval("two seconds"), Some(Interval::Seconds(2.0)));
        assert_eq!(worded_interval("soon"), None);
    }

    #[test]
    fn counts_are_found() {
        for (sentence, count) in [
            ("five stills from clip.mp4", Some(5)),
            ("give me 12 nice screenshots", Some(12)),
            ("grab a still from clip.mp4", Some(1)),
            ("a thumbnail", Some(1)),
            ("grab a still at 0:05", None),
            ("a frame every 2 seconds", None),
            ("make it 30 frames per second", None),
            ("take the key frames", None),
        ] {
            assert_eq!(said_count(sentence), count, "{sentence}");
        }
    }
}
