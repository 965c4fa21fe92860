//! The moments of a video or audio clip that a sentence names.

use std::sync::LazyLock;

use patchbay_values::times::{Moment, Moments};
use regex::Regex;

use super::{pattern, read};

/// The ways to name single moments; `T` is a time, `U` one with a unit.
static NAMED: LazyLock<[(Regex, Option<Moment>); 5]> = LazyLock::new(|| {
    let frame = r"(?:frame|still|picture|image|shot|screenshot|moment|second)s?";
    let list = r"T((?:\ ?,|\ and|\ or|\ ?&)+(?:\ at)?\ T)*";
    [
        (format!(r"\b(?:at|around|from)\ (?:the\ |about\ |exactly\ |second\ )*{list}(?P<range>\ (?:to|-|till|until|on)\b)?|U\ (?:in|mark|into)\b"), None),
        (format!(r"\b(?:very\ )?(?:first|opening)\ {frame}\b|\b(?:at|from)\ the\ (?:very\ )?(?:start|beginning)\b"), Some(Moment::START)),
        (format!(r"\b(?:middle|central)\ {frame}\b|\b(?:at|from|in)\ the\ middle\b|\bhalfway\b"), Some(Moment::MIDDLE)),
        (format!(r"\b(?:very\ )?(?:last|final|closing)\ {frame}\b|\b(?:at|from)\ the\ (?:very\ )?end\b"), Some(Moment::END)),
        (r"\bfirst\ and\ (?:the\ )?last\ (?:frame|still|picture|image)s?\b".to_owned(), Some(Moment::START)),
    ]
    .map(|(words, moment)| (pattern(&words.replace('T', r"<b?\d+>").replace('U', r"<\d+>")), moment))
});

/// The moments that a sentence names: “at 0:05 and 0:08”, “five seconds in”, “the last frame”; none
/// where it names none.
pub fn said_moments(text: &str) -> Option<Moments> {
    static TIME: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"<b?(\d+)>").expect("a valid pattern"));
    let (sentence, times) = read(text);
    let mut found: Vec<(usize, Moment)> = Vec::new();
    for (words, named) in NAMED.iter() {
        for at in words
            .captures_iter(&sentence)
            .filter(|at| at.name("range").is_none())
        {
            let whole = at.get(0).expect("the whole match");
            match named {
                Some(moment) => found.push((whole.start(), *moment)),
                None => found.extend(TIME.captures_iter(whole.as_str()).filter_map(|time| {
                    let place = whole.start() + time.get(0)?.start();
                    Some((
                        place,
                        times.get(time[1].parse::<usize>().ok()?)?.beside(None),
                    ))
                })),
            }
        }
    }
    found.sort_by_key(|(place, _)| *place);
    let moments: Vec<Moment> = found.into_iter().map(|(_, moment)| moment).collect();
    (!moments.is_empty()).then_some(Moments(moments))
}

/// The moments that words name which say nothing else: `5 seconds in`, `half a minute`.
pub(crate) fn worded_moments(words: &str) -> Option<Moments> {
    said_moments(words).or_else(|| said_moments(&format!("at {words}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_found_in_sentences() {
        for (sentence, written) in [
            ("grab a still at 0:05", Some("0:05")),
            (
                "screenshots at 0:02, 0:05 and 0:08.5 please",
                Some("0:02, 0:05, 0:08.5"),
            ),
            ("the frame 3 seconds in", Some("0:03")),
            ("the first frame of it", Some("0:00")),
            ("save the very last frame as a jpg", Some("end")),
            ("the first and last frame", Some("0:00, end")),
            ("a picture from the middle", Some("middle")),
            ("a frame at the 4 second mark", Some("0:04")),
            ("cut it from 0:02 to 0:05", None),
            ("a frame every 2 seconds", None),
            ("key frames of it", None),
        ] {
            assert_eq!(
                said_moments(sentence)
                    .map(|moments| moments.to_string())
                    .as_deref(),
                written,
                "{sentence}"
            );
        }
        let worded = worded_moments("the last frame").map(|moments| moments.to_string());
        assert_eq!(worded.as_deref(), Some("end"));
        assert_eq!(worded_moments("nicer"), None);
    }

    #[test]
    fn what_is_found_is_read_back() {
        for sentence in [
            "at 0:05 and 0:08.5",
            "five seconds in",
            "the first and last frame",
            "at 00:00:05:12",
        ] {
            let found = said_moments(sentence).expect("moments");
            assert_eq!(Moments::read(&found.to_string()), Some(found), "{sentence}");
        }
    }
}
